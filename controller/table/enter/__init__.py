"""What a person enters at the console: decisions, corrections, goals for the table."""
