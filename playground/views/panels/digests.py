"""Digests of what panels show, by which a browser says what it already has.

The page sends them back with its form, so that nothing is kept for it, and what is the same need not be rendered, sent
and put into the page again.
"""

from __future__ import annotations

import hashlib
from base64 import b64encode
from collections.abc import Iterable, Sequence

from django.utils.crypto import salted_hmac

from playground.fields import VALUE_CHARACTERS

LINE = 8  # characters of the digest of a line, which are 48 bits
MOST_LINES = VALUE_CHARACTERS // LINE  # as many digests as a field of a form takes


def digest(*shown: object) -> str:
    """A digest of what is ``shown``: frozen panels, whose repr is equal if they are.

    >>> digest("a", 1) == digest("a", 1), digest("a", 1) == digest("a", 2)
    (True, False)
    """
    return hashlib.blake2b(repr(shown).encode("utf-8", "replace"), digest_size=8).hexdigest()


def line_digests(rows: Sequence[str]) -> str:
    """The digests of lines, each given as its HTML, concatenated; "" for too many lines.

    They are short, because there are many; so they are keyed, with a key that all servers of a site share. To find two
    lines with the same digest one has to ask a server for some 17 million; a page that gets both may show one twice.
    """
    if len(rows) > MOST_LINES:
        return ""
    key = salted_hmac("lines of the output", "", algorithm="sha256").digest()
    keyed = hashlib.blake2b(digest_size=LINE * 3 // 4, key=key)
    named = {row: _named(row, keyed) for row in set(rows)}  # most outputs repeat many lines
    return b64encode(b"".join([named[row] for row in rows])).decode()


def _named(row: str, keyed: hashlib.blake2b) -> bytes:
    name = keyed.copy()  # which has read the key already
    name.update(row.encode("utf-8", "surrogatepass"))
    return name.digest()


def new_lines(rows: Iterable[str], digests: str, seen: str) -> list[str]:
    """Those of the ``rows``, whose ``digests`` these are, that a page does not have which has ``seen`` these."""
    had = set(_each(seen))
    return [row for row, name in zip(rows, _each(digests), strict=True) if name not in had]


def _each(digests: str) -> list[str]:
    return [digests[start : start + LINE] for start in range(0, len(digests), LINE)]
