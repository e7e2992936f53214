"""Camera edge: pictures in, sightings out."""
