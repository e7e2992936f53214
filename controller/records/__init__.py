"""Record formats: whole rounds built from events, and the notations of other programs, written and read."""
