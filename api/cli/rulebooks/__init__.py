"""Commands on rulebooks: list, show, compare, check house rules, print a comparison page."""
