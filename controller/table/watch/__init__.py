"""Faults that lie on the table for a while."""
