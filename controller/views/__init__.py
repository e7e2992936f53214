"""Views of a table: the data shown to people, every field passing the secrecy gate."""
