"""Phones that are cameras: paired, trusted, heard; their pictures come in here and go out nowhere."""
