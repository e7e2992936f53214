"""From steady readings to proposed facts."""
