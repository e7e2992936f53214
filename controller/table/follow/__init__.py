"""What follows a round: by its recorded end, or by every possible end if nobody saw it."""
