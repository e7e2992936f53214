"""How the service is reached: the one place that knows its listeners, names, TLS and ports."""
