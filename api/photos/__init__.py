"""Photos of a hand, read for the command line and for pages."""
