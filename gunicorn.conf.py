"""How gunicorn serves the page, everywhere; `HOST`, `PORT`, `WORKERS` and `FORWARDED_ALLOW_IPS` may differ."""

import os
from typing import Any

bind = f"{os.environ.get('HOST') or '127.0.0.1'}:{os.environ.get('PORT') or '8000'}"
workers = int(os.environ.get("WORKERS") or len(os.sched_getaffinity(0)))
worker_class = "gthread"
threads = 32  # a slow client holds one of them
worker_tmp_dir = "/dev/shm"  # noqa: S108 - the workers' heartbeat; on a disk, a busy one would look dead
timeout = 30
graceful_timeout = 30
max_requests = 5000
max_requests_jitter = 500
keepalive = 5
control_socket_disable = True  # it would be made in the home directory, which may be read-only
accesslog = None  # addresses of shares are secrets
logconfig_dict = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"()": "playground.logs.LineFormatter"}},
    "handlers": {"standard-error": {"class": "logging.StreamHandler", "formatter": "line"}},
    "loggers": {
        "gunicorn.error": {
            "handlers": ["standard-error"],
            "level": (os.environ.get("LOG_LEVEL") or "INFO").upper(),
            "propagate": False,
        },
        "gunicorn.access": {"handlers": [], "level": "CRITICAL", "propagate": False},
    },
    "root": {"handlers": ["standard-error"], "level": "WARNING"},
}


def when_ready(_server: Any) -> None:
    """Say where a trial is to be found; the log of a site stays one of JSON lines."""
    if os.environ.get("INSECURE_HTTP"):
        print(f"Template Playground: http://{bind} (Ctrl+C stops it)", flush=True)  # noqa: T201
