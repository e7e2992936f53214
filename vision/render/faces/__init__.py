"""Tile faces as drawings and textures."""
