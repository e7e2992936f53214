"""What of a table comes out late only: hands, the course of a round with its draws, what engines would do."""
