"""Django's PostgreSQL, with an end to its patience."""
