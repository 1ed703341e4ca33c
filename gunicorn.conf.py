"""How gunicorn serves the page, everywhere; `HOST`, `PORT`, `WORKERS` and `FORWARDED_ALLOW_IPS` may differ."""

import gc
import os
import subprocess
import sys
import tempfile
import threading
import time
from typing import Any

from playground.environment import number, switch, text

metrics_port = number(os.environ, "METRICS_PORT", 0)
# The library looks for this folder when it is imported; a reload reads this file again, and goes on counting there.
if metrics_port and "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = tempfile.mkdtemp(prefix="playground-metrics-")

from playground import heap, metrics, overdue  # noqa: E402
from playground.logs import lines_of_json  # noqa: E402

heap.give_back()  # before there is a thread

host = text(os.environ, "HOST", "127.0.0.1")
bind = f"{host}:{number(os.environ, 'PORT', 8000)}"
workers = number(os.environ, "WORKERS", len(os.sched_getaffinity(0)))
worker_class = "playground.worker.Worker"
threads = 32  # a slow client holds one of them
worker_tmp_dir = "/dev/shm"  # noqa: S108 - the workers' heartbeat; on a disk, a busy one would look dead
timeout = 30
graceful_timeout = 30
request_seconds = number(os.environ, "REQUEST_SECONDS", 20)
max_requests = 5000
max_requests_jitter = 500
keepalive = 5
control_socket_disable = True  # it would be made in the home directory, which may be read-only
accesslog = None  # addresses of shares are secrets
logconfig_dict = lines_of_json("gunicorn.error", level=text(os.environ, "LOG_LEVEL", "INFO"))
# gunicorn would add a handler of its own to a logger that has none
logconfig_dict["loggers"]["gunicorn.access"] = {"handlers": [], "level": "CRITICAL", "propagate": False}


def purge_hourly() -> None:
    """Take what is over out of the database, in a process of its own, for as long as this one lives."""
    time.sleep(60)  # a start is busy enough
    while True:
        subprocess.run([sys.executable, "manage.py", "purge"], check=False, timeout=3600)
        time.sleep(3600)


def when_ready(_server: Any) -> None:
    """Say where a trial is to be found; the log of a site stays one of JSON lines."""
    threading.Thread(target=purge_hourly, daemon=True).start()
    if metrics_port:
        metrics.serve(metrics_port, host)
    if switch(os.environ, "INSECURE_HTTP"):
        print(f"Template Playground: http://{bind} (Ctrl+C stops it)", flush=True)  # noqa: T201


def post_worker_init(_worker: Any) -> None:
    """Look after requests that never end.

    What is there after the start stays: the garbage collector need not look at it with every preview (5 %).
    """
    if request_seconds:
        threading.Thread(target=overdue.end_when_overdue, args=(request_seconds,), daemon=True).start()
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 50, 100)


def child_exit(_server: Any, worker: Any) -> None:
    """A worker has ended; what it counted stays counted, and it is at nothing any more."""
    worker.gone()
    if metrics_port:
        metrics.worker_has_ended(worker.pid)


def on_exit(_server: Any) -> None:
    """Leave nothing behind."""
    if metrics_port:
        metrics.forget_all()
