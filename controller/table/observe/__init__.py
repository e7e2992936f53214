"""From sightings to steady readings."""
