"""The WSGI application that gunicorn serves."""

import os

from django.core.wsgi import get_wsgi_application
from django.db.backends.signals import connection_created

from playground.charset import without_other_charsets
from playground.patience import limit_waiting
from playground.watchdog import watched

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "playground.settings")
connection_created.connect(limit_waiting)

application = watched(without_other_charsets(get_wsgi_application()))
