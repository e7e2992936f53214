"""Books beside those that the table is held to: one file a publisher, facts with their source, the rest unverified."""
