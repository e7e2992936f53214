"""Operation of the service: logs, metrics, and notifications of its start and end."""
