"""Measuring the eyes: photos, random tables, seat cameras."""
