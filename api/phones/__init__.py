"""Phones used as cameras: their newest pictures, dated by the service's clock, for the camera readers (eyes)."""
