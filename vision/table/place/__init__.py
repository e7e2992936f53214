"""Readers of other things than tiles, at the places that the profile gives.

What they read is a second witness beside the tiles, which are found anywhere.
"""
