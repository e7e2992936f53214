"""Record formats: folds of facts into whole rounds, and the notations of other programs, to write and to read."""
