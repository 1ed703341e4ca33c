"""The real settings with logs that insist on being written: what must not be."""

import logging

from playground.settings import *  # noqa: F403


def insist(_handler: logging.Handler, _record: logging.LogRecord) -> None:
    """Pass on what went wrong, as logging does not."""
    raise


logging.Handler.handleError = insist  # type: ignore[method-assign, assignment]
