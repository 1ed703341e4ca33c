"""Short names for what panels show, by which a browser says what it has already.

The page sends them back with its form, so that nothing is kept for it, and what is the same need not be rendered, sent
and put into the page again.
"""

from __future__ import annotations

import hashlib


def digest(*shown: object) -> str:
    """A name for what is ``shown``: frozen panels of texts, which are written out the same if they are the same.

    >>> digest("a", 1) == digest("a", 1), digest("a", 1) == digest("a", 2)
    (True, False)
    """
    return hashlib.blake2b(repr(shown).encode("utf-8", "replace"), digest_size=8).hexdigest()
