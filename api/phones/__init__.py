"""Phones that are cameras: their newest pictures, dated by the service's clock, for the eyes that ask for them."""
