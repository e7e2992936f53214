"""The walls of a table and the indicators on them, explained from tiles found anywhere."""
