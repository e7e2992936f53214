"""Commands on pictures: read, calibrate, learn tiles."""
