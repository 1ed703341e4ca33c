"""The deadline and the limits of the engine for one request, from the settings."""

from __future__ import annotations

import time
from typing import Any

from django.conf import settings

from playground.engine import Deadline, Limits


def deadline() -> Deadline:
    """A Deadline of ENGINE_SECONDS from now; without a limit if that is 0.

    It counts this thread's CPU time, so on a busy machine the answer comes later but is the same.
    """
    return Deadline(settings.ENGINE_SECONDS, time.thread_time) if settings.ENGINE_SECONDS else Deadline()


def limits() -> Limits:
    """The limits of one text on this site: the engine's, or lower ones from the setting LIMITS."""
    lower: dict[str, Any] = settings.LIMITS
    return Limits(**lower)
