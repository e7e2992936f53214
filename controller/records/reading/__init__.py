"""Shared by the readers of all formats: checked values, assumptions, and data beyond a format."""
