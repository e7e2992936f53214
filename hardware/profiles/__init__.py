"""Profiles of tables as data: geometry, buttons, cycle; every value with its source."""
