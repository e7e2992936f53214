"""Many hands at once: arrays in, arrays out."""
