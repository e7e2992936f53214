"""Detectors: faults found from one event, with the states before and after it."""
