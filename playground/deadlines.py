"""How long the engine may work for one request."""

from __future__ import annotations

import time

from django.conf import settings

from playground.engine import Deadline


def deadline() -> Deadline:
    """The time of one request, from now on: ENGINE_SECONDS, or any with 0.

    It is this thread's time on the processor: on a busy machine an answer comes later, and is the same.
    """
    return Deadline(settings.ENGINE_SECONDS, time.thread_time) if settings.ENGINE_SECONDS else Deadline()
