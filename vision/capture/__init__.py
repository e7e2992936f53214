"""Sources of frames, and recorders that keep them."""
