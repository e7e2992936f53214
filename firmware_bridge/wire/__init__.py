"""Bytes on the line: frames, messages and their codes."""
