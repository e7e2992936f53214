"""Spreadsheets of people: bytes of any program into rows, cells into numbers, seats and names."""
