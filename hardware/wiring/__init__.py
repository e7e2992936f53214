"""Wiring of the board to a table: udev rule, part list and drawing, made from the catalogue of pins."""
