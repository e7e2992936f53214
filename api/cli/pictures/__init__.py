"""What ``jantaku read --table`` prints of a picture of a table."""
