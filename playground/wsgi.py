"""The WSGI application that gunicorn serves."""

import os

from django.core.wsgi import get_wsgi_application

from playground.charset import without_other_charsets
from playground.watchdog import watched

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "playground.settings")

application = watched(without_other_charsets(get_wsgi_application()))
