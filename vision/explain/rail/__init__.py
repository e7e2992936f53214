"""Tiles along a player's rail: the hand, standing or shown, and the melds in the corner."""
