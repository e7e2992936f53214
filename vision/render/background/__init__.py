"""Table tops and what is around them."""
