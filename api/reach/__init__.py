"""Reachability of the service: the only place that knows its listeners, names, TLS and ports."""
