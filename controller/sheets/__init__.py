"""Spreadsheets of users: bytes of any program into rows, cells into numbers, seats and names."""
