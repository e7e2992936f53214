"""How the hub's tables came to be, step by step; alembic walks the steps up and down on every database."""
