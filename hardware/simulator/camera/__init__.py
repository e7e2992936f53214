"""The simulated cameras: scenes are built, rendered and served."""
