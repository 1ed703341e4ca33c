"""Django's PostgreSQL backend, with client-side timeouts."""
