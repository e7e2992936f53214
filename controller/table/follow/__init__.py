"""What follows a round: by how it ended, and by every way in which one can have ended that nobody saw."""
