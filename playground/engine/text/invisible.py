"""Invisible and bidirectional characters, and how they are made visible.

Unicode UAX #9 (controls of the direction of writing) and UTS #55 (source code handling); CVE-2021-42574.
"""

from __future__ import annotations

import re
from typing import Final

# The inside of a character class: controls except tab and line feed, soft hyphen, fillers, variation selectors except
# those of emoji, zero widths, marks of direction, separators, invisible operators, halves of surrogate pairs, tags.
INVISIBLE: Final = (
    "\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e"
    "\u2060-\u206f\u3164\ud800-\udfff\ufe00-\ufe0d\ufeff\uffa0\ufff0-\ufffb\U000e0000-\U000e0fff"
)
_INVISIBLE: Final = re.compile(f"[{INVISIBLE}]")


def escaped(text: str) -> str:
    """``text`` with an escape in place of each invisible character; tabs and line feeds stay.

    >>> escaped("a\\tb\\x1b[31m\\u202ec")
    'a\\tb\\\\x1b[31m\\\\u202ec'
    """
    return _INVISIBLE.sub(lambda match: _escape(ord(match[0])), text)


def code_of(character: str) -> str:
    """The code of ``character`` as Unicode's tables write it.

    >>> code_of("\u00a0"), code_of("\U000e0001")
    ('U+00A0', 'U+E0001')
    """
    return f"U+{ord(character):04X}"


def _escape(code: int) -> str:
    if code > 0xFFFF:
        return f"\\U{code:08x}"
    return f"\\u{code:04x}" if code > 0xFF else f"\\x{code:02x}"
