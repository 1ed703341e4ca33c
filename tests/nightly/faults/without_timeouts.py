"""A control: the WSGI application of a server that waits for PostgreSQL's answer for good."""

from django.db.backends.signals import connection_created

from playground.storage.patience import limit_waiting
from playground.wsgi import application

__all__ = ["application"]

connection_created.disconnect(limit_waiting)
