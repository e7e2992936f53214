"""Venue: several tables in one service, read from the venue file, opened, kept running and changed while served."""
