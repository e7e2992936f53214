"""The board's side of the link: the one catalogue of its messages, and what is generated from it."""
