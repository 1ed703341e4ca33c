"""Django's SQLite, with waiting that is fair."""
