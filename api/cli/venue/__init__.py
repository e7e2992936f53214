"""Commands on a venue: several tables in one service."""
