"""Demonstration: a simulated table beside the real service, and the comparison of its ground truth with the record."""
