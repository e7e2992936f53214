"""Profiles of tables and cameras, and the simulator of both."""
