"""The simulated cameras: scenes built, painted and served."""
