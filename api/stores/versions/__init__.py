"""Migrations of a journal's tables: one file per step, up and down, for SQLite and PostgreSQL."""
