"""The settings of the tests: the real ones, with plain static files and temporary data."""

import os
from pathlib import Path

_data = Path(__file__).resolve().parents[1] / "var" / "tests"
os.environ.setdefault("SECRET_KEY", "only-for-tests-" * 4)
os.environ.setdefault("DATA_DIR", str(_data))
os.environ["INSECURE_HTTP"] = "1"  # the live server speaks plain http
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "1")  # playwright keeps an event loop in the thread of the tests

from playground.settings import *  # noqa: E402, F403
from playground.settings import DATABASES, STORAGES  # noqa: E402

ALLOWED_HOSTS = ["localhost", "127.0.0.1", "testserver"]
STORAGES = STORAGES | {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
WHITENOISE_AUTOREFRESH = WHITENOISE_USE_FINDERS = True  # nothing is collected
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["TEST"] = {"NAME": str(_data / f"{os.getpid()}.sqlite3")}  # a file, as in real life
PREVIEWS_PER_MINUTE = SAVES_PER_MINUTE = SAVES_PER_HOUR = SAVED_BYTES_PER_DAY = 0  # counted where a test says so
