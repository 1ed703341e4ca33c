"""One module for each word of `manage.py`."""
