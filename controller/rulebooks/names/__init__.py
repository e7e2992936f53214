"""Names of fields, values and lines in Japanese and English."""
