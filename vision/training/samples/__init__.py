"""Samples cut from pictures and photos, with labels."""
