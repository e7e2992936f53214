"""Public gateway: serves the broker's public stream to any number of viewers."""
