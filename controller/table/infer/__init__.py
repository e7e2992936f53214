"""Facts proposed from the debounced readings.

Each function takes an ``Observation`` and yields events; the director records those that the phase and the invariants
of the record allow.
"""
