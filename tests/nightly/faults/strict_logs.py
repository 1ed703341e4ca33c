"""Settings for a control: an error while logging is raised."""

import logging

from playground.settings import *  # noqa: F403


def reraise(_handler: logging.Handler, _record: logging.LogRecord) -> None:
    """Raise the error, which logging would only print."""
    raise


logging.Handler.handleError = reraise  # type: ignore[method-assign, assignment]
