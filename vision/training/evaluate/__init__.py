"""Figures of how well cameras are read: photos, random tables, seat cameras."""
