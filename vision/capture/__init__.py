"""Where frames come from and how they are kept."""
