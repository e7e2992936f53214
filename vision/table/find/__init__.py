"""Tiles found anywhere in the pictures of a table, and what lies beside them."""
