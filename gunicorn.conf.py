"""gunicorn's configuration; docs/operation.md lists the environment variables that change it.

gunicorn reads the module's variables as its settings, except `metrics_port`, `host` and `request_seconds`, and calls
the functions from `when_ready` on.
"""

import gc
import os
import subprocess
import sys
import tempfile
import threading
import time
from typing import Any

from playground.site.process_environment import number, switch, text

metrics_port = number(os.environ, "METRICS_PORT", 0)
# prometheus_client needs this variable when it is imported. A reload runs this file again and keeps the folder.
if metrics_port and "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = tempfile.mkdtemp(prefix="playground-metrics-")

from playground.site import metrics, watchdog  # noqa: E402
from playground.site.logs import lines_of_json  # noqa: E402
from playground.web import worker as own_worker  # noqa: E402

_HOUR = 3600  # seconds

host = text(os.environ, "HOST", "127.0.0.1")
bind = f"{host}:{number(os.environ, 'PORT', 8000)}"
workers = number(os.environ, "WORKERS", len(os.sched_getaffinity(0)))
worker_class = "gthread"
threads = 32  # each slow client occupies a thread
worker_tmp_dir = "/dev/shm"  # noqa: S108 - the workers' heartbeat files; a busy disk would make workers look dead
timeout = 30  # seconds without a heartbeat, after which gunicorn ends a worker
graceful_timeout = 30  # seconds that an ending worker has for its requests
request_seconds = number(os.environ, "REQUEST_SECONDS", 20)  # of CPU time, see `site/watchdog.py`; 0 is no limit
# A worker is replaced after so many requests. All workers get equally many: without the jitter they would all end at
# the same time, and nobody would answer.
max_requests = 10_000
max_requests_jitter = 10_000
keepalive = 5
forwarder_headers = ""  # by default a trusted proxy's client may set the path by a header, and gets a 500
control_socket_disable = True  # the socket would be in the home directory, which may be read-only
accesslog = None  # URLs of Shares are secrets
logconfig_dict = lines_of_json("gunicorn.error", level=text(os.environ, "LOG_LEVEL", "INFO"))
# gunicorn would add its own handler to a logger without one
logconfig_dict["loggers"]["gunicorn.access"] = {"handlers": [], "level": "CRITICAL", "propagate": False}


def purge_hourly(log: Any) -> None:
    """Run `manage.py purge` every hour, as long as this process lives."""
    time.sleep(60)  # the start is busy
    while True:
        purge(log)
        time.sleep(_HOUR)


def purge(log: Any) -> None:
    """Run `manage.py purge` in a process of its own. If it takes an hour, end it and log an error."""
    try:
        subprocess.run([sys.executable, "manage.py", "purge"], check=False, timeout=_HOUR)
    except subprocess.TimeoutExpired:
        log.error("the purge takes too long: it is ended", extra={"seconds": _HOUR})


def when_ready(server: Any) -> None:
    """Start purging and metrics. With INSECURE_HTTP, print the site's URL; otherwise the log is JSON lines only."""
    threading.Thread(target=purge_hourly, args=(server.log,), daemon=True).start()
    if metrics_port:
        metrics.serve(metrics_port, host)
    if switch(os.environ, "INSECURE_HTTP"):
        print(f"Template Playground: http://{bind} (Ctrl+C stops it)", flush=True)  # noqa: T201


def post_worker_init(worker: Any) -> None:
    """Let watches end with the worker, watch for requests that never end, and tune the garbage collector.

    Objects from the start live forever. Frozen, they are not traversed at every preview, which saves 5 % of the time.
    """
    own_worker.begin(worker)
    if request_seconds:
        threading.Thread(target=watchdog.end_when_overdue, args=(request_seconds,), daemon=True).start()
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 50, 100)


def child_exit(_server: Any, worker: Any) -> None:
    """Keep the metrics of a ``worker`` that has ended."""
    if metrics_port:
        metrics.worker_has_ended(worker.pid)


def on_exit(_server: Any) -> None:
    """Delete the files of the metrics."""
    if metrics_port:
        metrics.forget_all()
