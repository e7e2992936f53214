"""The demonstration: a simulated table beside the real service, and its truth held against what was read."""
