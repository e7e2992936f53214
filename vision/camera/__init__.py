"""The geometry of cameras: model, lens, calibration, drift."""
