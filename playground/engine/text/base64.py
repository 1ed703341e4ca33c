"""Recognises base64: decodes it to text, and mends base64 that Kubernetes would refuse."""

from __future__ import annotations

import base64
import binascii
import re
from typing import Final

_LONGEST: Final = 65_536  # characters; a longer text is not decoded
_SHORTEST: Final = 8  # characters; words of four letters are base64 by chance
_FROM_URL_SAFE: Final = str.maketrans("-_", "+/")  # from base64 for URLs
_BASE64: Final = re.compile(r"[A-Za-z0-9+/]+={0,2}")


def plain_text(text: str) -> str:
    """The one-line text that ``text`` encodes in base64; "" if ``text`` encodes none.

    Ordinary words are rarely taken for base64: all bytes they encode would have to be printable ASCII characters.

    >>> plain_text("cGFzc3dvcmQ="), plain_text("password"), plain_text("cGFzc3dvcmQ")
    ('password', '', '')
    """
    if not _SHORTEST <= len(text) <= _LONGEST or len(text) % 4 or not _BASE64.fullmatch(text):
        return ""
    try:
        decoded = base64.b64decode(text, validate=True).decode("ascii").rstrip("\r\n")
    except (binascii.Error, UnicodeDecodeError):
        return ""
    return decoded if decoded.isprintable() else ""


def padded(text: str) -> str:
    """``text`` mended so that Kubernetes can decode it; "" if ``text`` needs no mending or does not encode one line.

    Mended are missing or superfluous `=` at the end, and the `-` and `_` of base64 for URLs.

    >>> padded("cGFzc3dvcmQ"), padded("hunter2!"), padded("my_password1")
    ('cGFzc3dvcmQ=', '', '')
    """
    corrected = text.rstrip("=").translate(_FROM_URL_SAFE)
    corrected += "=" * (-len(corrected) % 4)
    return corrected if corrected != text and plain_text(corrected) else ""
