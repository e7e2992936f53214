"""A table set up by clicks: devices found, tried and measured, what is ready and what is missing, the venue's file."""
