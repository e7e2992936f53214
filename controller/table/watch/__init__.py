"""What lies on the table for a while: faults, and what tells which round is played."""
