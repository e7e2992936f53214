"""The networks and how each is trained."""
