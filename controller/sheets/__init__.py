"""Tables that people keep: bytes of whatever program into rows, cells into numbers, seats and names."""
