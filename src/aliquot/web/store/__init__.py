"""The database: schema, reading, writing and notifications between servers."""
