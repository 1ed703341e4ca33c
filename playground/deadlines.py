"""The deadline and the limits of the engine for one request, from the settings."""

from __future__ import annotations

import time
from typing import Any

from django.conf import settings

from playground.engine import Deadline, Limits


def deadline() -> Deadline:
    """The time of one request, from now on: ENGINE_SECONDS, or any with 0.

    It is this thread's time on the processor: on a busy machine an answer comes later, and is the same.
    """
    return Deadline(settings.ENGINE_SECONDS, time.thread_time) if settings.ENGINE_SECONDS else Deadline()


def limits() -> Limits:
    """What one text may hold and make on this site: the engine's own numbers, or lower ones (LIMITS)."""
    lower: dict[str, Any] = settings.LIMITS
    return Limits(**lower)
