"""Rendered pictures: labels derived from the scenes, and effects of cheap cameras and codecs."""
