"""Readings of the table from camera sightings.

Every zone is debounced: a value counts once consecutive sightings agree on it. Gaps in the sightings are tracked,
because acts may be missing after a gap.
"""
