"""Entries of people at the console: decisions, corrections, goals for the table."""
