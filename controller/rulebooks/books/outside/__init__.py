"""Further books: one file a publisher, facts with their source, the rest unverified."""
