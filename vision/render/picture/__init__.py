"""Painted pictures: their labels, known from the scenes, and the effects of cheap cameras and codecs."""
