"""Cameras as geometry: model, lens, calibration, drift."""
