"""The limits of the API that no setting changes; the page of limits shows them."""

from __future__ import annotations

from typing import Final

MOST_RECEIVED: Final = 8 * 1024 * 1024  # characters of all values that containers receive; each value may be large
MOST_OPERATIONS: Final = 1000  # of a JSON patch
# values that a JSON patch may copy, or ten times as many characters: copies of copies grow without end
MOST_COPIED: Final = 100_000
DEEPEST: Final = 200  # mappings and lists inside one another after a JSON patch; the same limit as for a text
LONGEST_SELECTOR: Final = 4096  # characters
MOST_LISTED: Final = 16 * 1024 * 1024  # characters after which a page of a list ends, whatever its `limit`
MOST_WATCHES: Final = 8  # at a time in one worker; each occupies a thread
WATCHES_OF_A_CLIENT: Final = 4  # at a time in one worker
# seconds; kube-apiserver's `--min-request-timeout` and twice that
SHORTEST_WATCH: Final = 1800
LONGEST_WATCH: Final = 3600
