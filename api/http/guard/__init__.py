"""What every request passes before the application sees it: host, origin, role, rate, body, headers."""
