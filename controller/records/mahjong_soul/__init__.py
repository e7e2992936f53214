"""Mahjong Soul: records of its games as JSON, as written by programs that download them."""
