"""Commissioning a board for its table: wire scan, lamp threshold, settings."""
