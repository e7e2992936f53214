"""Webhooks: signed messages about rounds, games, faults and the service's health, delivered at least once."""
