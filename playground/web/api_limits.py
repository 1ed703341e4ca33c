"""The limits of the API that no setting changes; the page of limits shows them."""

from __future__ import annotations

from typing import Final

MOST_RECEIVED: Final = 8 * 1024 * 1024  # characters of all values that containers receive: each may be one large text
MOST_OPERATIONS: Final = 1000  # of a JSON patch
MOST_COPIED: Final = (
    100_000  # values, by a JSON patch, or ten times as many characters: copies of copies grow without end
)
DEEPEST: Final = 200  # mappings and lists inside one another after a JSON patch, as in any text that is read
LONGEST_SELECTOR: Final = 4096  # characters
MOST_LISTED: Final = 16 * 1024 * 1024  # characters after which a page of a list ends, whatever its `limit`
MOST_WATCHES: Final = 8  # at a time in one worker
LONGEST_WATCH: Final = 30  # seconds
