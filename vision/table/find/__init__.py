"""Find tiles anywhere in the pictures of a table, and the ground beside them."""
