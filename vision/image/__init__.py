"""Pieces of a picture: views, felt, means, change."""
