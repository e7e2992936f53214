"""Tile faces to train with: drawn at random, taken from artwork and photos, re-inked."""
