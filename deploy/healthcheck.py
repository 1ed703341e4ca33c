"""Exits with 0 when the server on this machine is ready. The image's HEALTHCHECK runs this file."""

from __future__ import annotations

import http.client
import os
import sys


def ready(port: int) -> bool:
    """Whether ``/readyz`` answers 200 within three seconds."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=3)
    try:
        connection.request("GET", "/readyz")
        return connection.getresponse().status == 200
    except OSError:
        return False
    finally:
        connection.close()


if __name__ == "__main__":
    sys.exit(0 if ready(int(os.environ.get("PORT") or "8000")) else 1)
