"""Faults judged by how long a state lasts, and the marks that identify the round in play.

Watchers yield a ``Sign`` for each sighting that looks wrong. A sign becomes a finding once it was counted for the dwell
of its code.
"""
