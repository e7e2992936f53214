"""Read frames of a calibrated camera over one table: tiles anywhere, other things at their known places."""
