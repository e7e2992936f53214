"""Mahjong Soul: the records of its games as JSON, as programs that fetch them write it."""
