"""Painted pictures: what they show, known from their scenes, and what cheap cameras and codecs do to them."""
