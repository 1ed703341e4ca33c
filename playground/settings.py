"""Django's settings, read from environment variables; docs/operation.md lists them all.

The defaults are safe for a site on the internet. ``INSECURE_HTTP=1`` is for a trial over plain http: it gives up what
browsers support only over https (``Secure`` cookies with the ``__Host-`` prefix, HSTS, the redirect to https).
"""

from __future__ import annotations

import os
import sqlite3
from dataclasses import fields
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

from playground.engine import Limits
from playground.site.logs import lines_of_json
from playground.site.process_environment import comma_list, lower_limits, number, secret_key, switch, text
from playground.web.assets import add_headers
from playground.web.clients import networks

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = Path(text(os.environ, "DATA_DIR", str(BASE_DIR / "var")))

# ---------------------------------------------------------------------------------------- the site and its address

PUBLIC_URL = text(os.environ, "PUBLIC_URL").rstrip("/")  # https://playground.example.org
INSECURE_HTTP = switch(os.environ, "INSECURE_HTTP")
DEBUG = switch(os.environ, "DEBUG")
BEHIND_PROXY = switch(os.environ, "BEHIND_PROXY")  # a proxy that we trust sets X-Forwarded-Proto
SOURCE_URL = text(os.environ, "SOURCE_URL")  # the address of this version's source; by default, the site serves it
SECURITY_CONTACT = text(os.environ, "SECURITY_CONTACT")  # mailto:… or https://…, for security.txt
if SECURITY_CONTACT and not SECURITY_CONTACT.startswith(("mailto:", "https://", "tel:")):
    raise ImproperlyConfigured(f"SECURITY_CONTACT is {SECURITY_CONTACT!r}; write it as mailto:… or https://….")
if "\n" in SECURITY_CONTACT:
    raise ImproperlyConfigured("SECURITY_CONTACT has more than one line.")

if PUBLIC_URL.startswith("https:") and (INSECURE_HTTP or DEBUG):
    raise ImproperlyConfigured("PUBLIC_URL is https, so neither INSECURE_HTTP nor DEBUG may be on.")
if PUBLIC_URL and not (urlsplit(PUBLIC_URL).hostname and urlsplit(PUBLIC_URL).scheme in ("http", "https")):
    raise ImproperlyConfigured(f"PUBLIC_URL is {PUBLIC_URL!r}; write it as https://host.")

ALLOWED_HOSTS = comma_list(os.environ, "ALLOWED_HOSTS") or ["localhost", "127.0.0.1", "[::1]"]
if "*" in ALLOWED_HOSTS:
    raise ImproperlyConfigured("ALLOWED_HOSTS holds `*`; name the hosts.")
if PUBLIC_URL:
    ALLOWED_HOSTS = [*ALLOWED_HOSTS, str(urlsplit(PUBLIC_URL).hostname)]
    CSRF_TRUSTED_ORIGINS = ["{0.scheme}://{0.netloc}".format(urlsplit(PUBLIC_URL))]

# --------------------------------------------------------------------------------------------- apps and middleware

ROOT_URLCONF = "playground.urls"
WSGI_APPLICATION = "playground.wsgi.application"
INSTALLED_APPS = ["django.contrib.staticfiles", "playground.site.apps.PlaygroundConfig"]
MIDDLEWARE = [
    "playground.site.metrics.count_requests",
    "playground.site.middleware.security_headers",
    "playground.site.middleware.without_body",
    "playground.site.middleware.without_cookies",
    "playground.site.middleware.real_port",
    "django.middleware.security.SecurityMiddleware",
    "playground.site.middleware.probes",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "playground.site.bodies.body_limit",
    "playground.site.bodies.only_utf8",
    "playground.site.middleware.wrong_methods",
    "django.middleware.common.CommonMiddleware",
    "playground.site.middleware.compressed",
    "playground.site.middleware.without_leftovers",
    "playground.web.invisible_in_pages.show_invisible",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "playground.site.middleware.Refusals",
]
APPEND_SLASH = False
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "playground.web.assets.site",
            ],
            # the filter `integrity`, beside every script and style sheet, and the tag `icon`
            "builtins": ["playground.web.assets"],
        },
    },
]

# -------------------------------------------------------------------------------------------------------- database

STORED_BYTES = number(os.environ, "STORED_BYTES", 2 * 1024**3)  # of all Shares together; 0 is no limit
_SQLITE_PAGE = 4096  # bytes; the page size of a new SQLite file
DATABASE_URL = text(os.environ, "DATABASE_URL", f"sqlite:///{DATA_DIR / 'playground.sqlite3'}")
_database: dict[str, Any] = dict(dj_database_url.parse(DATABASE_URL, conn_max_age=60, conn_health_checks=True))
_options: dict[str, Any] = _database.setdefault("OPTIONS", {})
if _database["ENGINE"] == "django.db.backends.sqlite3":
    if sqlite3.sqlite_version_info < (3, 35):  # the first version with UPDATE … RETURNING
        raise ImproperlyConfigured(f"SQLite 3.35 or later is required (found {sqlite3.sqlite_version}).")
    DATA_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)  # private: it contains shared texts
    _options |= {
        # A deferred transaction would fail at once if it starts to write while another one is writing.
        "transaction_mode": "IMMEDIATE",
        # Seconds to wait for another writer. SQLite lets writers overtake each other: of 16 that save without a pause,
        # one may wait 10 s on a busy machine (99 of 100: 2 s; 0.1 s when all 16 save once).
        "timeout": 20,
        # synchronous=FULL: an acknowledged change survives a power failure.
        # max_page_count: the file is full before the disk is, because on a full disk SQLite cannot even delete. The
        # quarter beyond STORED_BYTES is for indexes, and for deleting and counting when no text fits any more.
        "init_command": (
            "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; "
            f"PRAGMA max_page_count={STORED_BYTES * 5 // 4 // _SQLITE_PAGE}; "
            "PRAGMA cache_size=-256;"  # KiB per thread; more is no faster, as the system caches the file
        ),
    }
elif _database["ENGINE"] == "django.db.backends.postgresql":
    _options.setdefault("connect_timeout", 3)
    _options.setdefault(
        "options", "-c statement_timeout=5s -c lock_timeout=2s -c idle_in_transaction_session_timeout=1min"
    )
else:
    raise ImproperlyConfigured("DATABASE_URL names neither an SQLite file nor a PostgreSQL database.")
DATABASES = {"default": _database}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# ---------------------------------------------------------------------------------------------------------- safety

_given_key = text(os.environ, "SECRET_KEY")
if not _given_key and _database["ENGINE"] == "django.db.backends.postgresql":
    raise ImproperlyConfigured("With PostgreSQL there may be several servers: set SECRET_KEY or SECRET_KEY_FILE.")
SECRET_KEY = secret_key(_given_key, DATA_DIR / "secret-key")
SECRET_KEY_FALLBACKS = comma_list(os.environ, "SECRET_KEY_FALLBACKS")

SECURE_SSL_REDIRECT = not INSECURE_HTTP
# An API client that uses plain http has already sent its token: it is refused, not redirected. Kubernetes' probes use
# http, and count a redirect as success.
SECURE_REDIRECT_EXEMPT = [r"^(apis?|openapi|version)(/|\Z)", r"^(healthz|livez|readyz)\Z"]
SECURE_HSTS_SECONDS = 0 if INSECURE_HTTP else 31_536_000
SECURE_HSTS_INCLUDE_SUBDOMAINS = not INSECURE_HTTP
SECURE_HSTS_PRELOAD = switch(os.environ, "HSTS_PRELOAD")  # applies to the whole domain, hard to undo
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_PROXY else None
SECURE_REFERRER_POLICY = "same-origin"  # with no-referrer, forms would arrive with `Origin: null`
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"

CSRF_COOKIE_NAME = "csrftoken" if INSECURE_HTTP else "__Host-csrftoken"
CSRF_COOKIE_SECURE = not INSECURE_HTTP
CSRF_COOKIE_HTTPONLY = True
# Not Strict: for a share opened from another site the browser would not send the cookie, the server would set a new
# one, and the forms in all other tabs would become invalid.
CSRF_COOKIE_SAMESITE = "Lax"
# The token of the browser's Workspace; see `pages/sharing/workspace_cookie.py`.
WORKSPACE_COOKIE_NAME = "workspace" if INSECURE_HTTP else "__Host-workspace"
CSRF_FAILURE_VIEW = "playground.pages.error_pages.csrf_failure"

# ---------------------------------------------------------------------------------------------------------- limits

REQUEST_BYTES = number(os.environ, "REQUEST_BYTES", 2 * 1024 * 1024)  # a text of 1 MiB, its values and a form around it
DATA_UPLOAD_MAX_MEMORY_SIZE = REQUEST_BYTES
DATA_UPLOAD_MAX_NUMBER_FIELDS = 6400  # 400 Parameters, up to six fields each and one for each value set; the page's own
DATA_UPLOAD_MAX_NUMBER_FILES = 0
ENGINE_SECONDS = number(os.environ, "ENGINE_SECONDS", 2)  # CPU time for one request; 0 is no limit
_engine_limits = {field.name: field.default for field in fields(Limits) if isinstance(field.default, int)}
# The engine's limits of one text that this site lowers; no setting can raise a limit.
LIMITS: dict[str, Any] = lower_limits(os.environ, "LIMITS", _engine_limits)
# Of one client, an IPv4 address or an IPv6 /64; 0 is no limit. A fast typist makes 200 previews a minute.
PREVIEWS_PER_MINUTE = number(os.environ, "PREVIEWS_PER_MINUTE", 600)
SAVES_PER_MINUTE = number(os.environ, "SAVES_PER_MINUTE", 30)
SAVES_PER_HOUR = number(os.environ, "SAVES_PER_HOUR", 60)
SAVED_BYTES_PER_DAY = number(os.environ, "SAVED_BYTES_PER_DAY", 50 * 1024 * 1024)
# Of all clients; 0 is no limit. STORED_BYTES is above.
STORED_SHARES = number(os.environ, "STORED_SHARES", 200_000)
REVISIONS = number(os.environ, "REVISIONS", 1_000)  # of one Share; frequent `kubectl apply` makes many
FREE_BYTES = number(os.environ, "FREE_BYTES", 200 * 1024 * 1024)  # that stay free on the SQLite file's disk
try:
    TRUSTED_PROXIES = networks(comma_list(os.environ, "TRUSTED_PROXIES"))
except ValueError as error:
    raise ImproperlyConfigured(f"TRUSTED_PROXIES: {error}. Write addresses or networks, as 10.0.0.0/8.") from error
# Set by an operator, and no longer read; `manage.py check` names them.
IGNORED_VARIABLES = [name for name in ("REDIS_URL", "REDIS_URL_FILE") if os.environ.get(name)]

# ----------------------------------------------------------------------------------------------------------- files

STATIC_URL = "/static/"
STATIC_ROOT = Path(text(os.environ, "STATIC_ROOT", str(BASE_DIR / "staticfiles")))
STATICFILES_DIRS = [BASE_DIR / "static"]
STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
WHITENOISE_ALLOW_ALL_ORIGINS = False
WHITENOISE_ADD_HEADERS_FUNCTION = add_headers
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    "staticfiles": {"BACKEND": "playground.web.assets.WithDigests"},
}

# --------------------------------------------------------------------------------------------- language, time, log

USE_I18N = False
USE_TZ = True
TIME_ZONE = "UTC"
LANGUAGE_CODE = "en"

LOG_LEVEL = text(os.environ, "LOG_LEVEL", "INFO")
LOGGING = lines_of_json("django", "django.server", "py.warnings", "playground", level=LOG_LEVEL)
METRICS_PORT = number(os.environ, "METRICS_PORT", 0)
DEFAULT_EXCEPTION_REPORTER_FILTER = "playground.site.logs.NothingOfTheUser"
