"""Our own commands of `manage.py`."""
