"""Commands on rulebooks: list, show, compare, check a house file, print the sheet."""
