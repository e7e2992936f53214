"""The streams of a broker: read as they come, drawn from a venue's own broker, answered for."""
