"""Tile faces to train with, drawn, printed and photographed."""
