"""Broadcast support beside the feed: looks of the players, and control of OBS."""
