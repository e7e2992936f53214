"""Networks and how they are fitted."""
