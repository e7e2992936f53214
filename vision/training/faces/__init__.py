"""Tile faces for training: drawn at random, taken from artwork and photos, recoloured."""
