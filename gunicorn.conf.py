"""How gunicorn serves the page, everywhere; `HOST`, `PORT`, `WORKERS` and `FORWARDED_ALLOW_IPS` may differ."""

import os
from typing import Any

from playground.environment import number, switch, text
from playground.logs import lines_of_json

bind = f"{text(os.environ, 'HOST', '127.0.0.1')}:{number(os.environ, 'PORT', 8000)}"
workers = number(os.environ, "WORKERS", len(os.sched_getaffinity(0)))
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
logconfig_dict = lines_of_json("gunicorn.error", level=text(os.environ, "LOG_LEVEL", "INFO"))
# gunicorn would add a handler of its own to a logger that has none
logconfig_dict["loggers"]["gunicorn.access"] = {"handlers": [], "level": "CRITICAL", "propagate": False}


def when_ready(_server: Any) -> None:
    """Say where a trial is to be found; the log of a site stays one of JSON lines."""
    if switch(os.environ, "INSECURE_HTTP"):
        print(f"Template Playground: http://{bind} (Ctrl+C stops it)", flush=True)  # noqa: T201
