"""What was read, drawn for people: over the picture itself, and as a plan of the table from above."""
