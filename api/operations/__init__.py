"""Running the service: its logs, its figures, its readiness, how it is told of its start and its end."""
