"""Zones read where the profile says that they lie: one witness beside the tiles that are found anywhere."""
