"""The pages' rate limits: a view counts its client's request before it does anything else."""

from __future__ import annotations

from django.http import HttpRequest

from playground.web.client_rates import wait_for_preview, wait_for_save


class TooManyRequestsError(Exception):
    """A client must wait ``wait`` seconds. Answered with 429."""

    def __init__(self, wait: float) -> None:
        super().__init__(wait)
        self.wait = wait


def limit_previews(request: HttpRequest) -> None:
    """Count an evaluation, of a text in the request or of a Share; TooManyRequestsError after PREVIEWS_PER_MINUTE."""
    _refuse_while_waiting(wait_for_preview(request))


def limit_saves(request: HttpRequest) -> None:
    """Count a save; TooManyRequestsError after SAVES_PER_MINUTE, SAVES_PER_HOUR or SAVED_BYTES_PER_DAY."""
    _refuse_while_waiting(wait_for_save(request))


def _refuse_while_waiting(seconds: float) -> None:
    if seconds:
        raise TooManyRequestsError(seconds)
