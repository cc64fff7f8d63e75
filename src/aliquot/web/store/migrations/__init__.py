"""How the database came to look as it does, one module a step, run by Alembic when a server starts."""
