"""Terminal output for people: progress, aligned columns, colours."""
