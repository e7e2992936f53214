"""Running the service: its logs, its metrics, its readiness, and notifications of its start and end."""
