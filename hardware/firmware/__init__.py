"""The firmware's side of the link: the catalogue of messages, and the code generated from it."""
