"""Checks on every request before the application sees it: host, origin, role, rate, body, headers."""
