"""Health of tables: whether they are watched and recorded, what is wrong, since when, and what to do about it."""
