"""Commands on a venue: many tables in one service."""
