"""How the tables of a journal came to be: one file a step, each up and down, on SQLite and PostgreSQL."""
