"""Migrations of the hub's tables, applied by alembic."""
