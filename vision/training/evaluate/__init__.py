"""Accuracy figures of the vision system: photos, random tables, seat cameras."""
