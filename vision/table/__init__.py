"""A calibrated table read zone by zone."""
