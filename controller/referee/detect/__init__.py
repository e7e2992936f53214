"""Detectors: breaches found over one event between two states."""
