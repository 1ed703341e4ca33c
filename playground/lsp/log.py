"""The log on standard error: where something happened, never a text of the user.

Messages of pygls quote what the editor sent. So a line names the level, the module and its line; of an exception also
its type and the calls that led to it.
"""

from __future__ import annotations

import logging
import sys
import traceback

from playground.lsp.actions.edits import RefusedError


class PlaceFormatter(logging.Formatter):
    """Formats a record without its message and without the text of its exception."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as lines; the first names level, logger and line."""
        lines = [f"{record.levelname} {record.name}:{record.lineno}"]
        error_type, _, calls = record.exc_info or (None, None, None)
        if error_type is not None:
            lines.append(f"  {error_type.__module__}.{error_type.__qualname__}")
            frames = traceback.extract_tb(calls)
            lines += [f"    {frame.filename}:{frame.lineno} in {frame.name}" for frame in frames]
        return "\n".join(lines)


def is_failure(record: logging.LogRecord) -> bool:
    """Whether something failed: pygls also logs a request that was refused for a reason the user reads."""
    return not (record.exc_info and isinstance(record.exc_info[1], RefusedError))


def set_up_log() -> None:
    """Write warnings and errors of all modules to standard error, by PlaceFormatter."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(PlaceFormatter())
    handler.addFilter(is_failure)
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
