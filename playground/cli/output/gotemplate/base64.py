"""`base64decode` of kubectl's templates: strict; an error names the first invalid byte.

Go ``encoding/base64`` ``StdEncoding``.
"""

from __future__ import annotations

import binascii
import re

from playground.cli.output.gotemplate.errors import GoTemplateError
from playground.cli.output.gotemplate.values import byte_text, text_bytes

_BREAKS = re.compile(rb"[\r\n]+")
_WHOLE = re.compile(rb"(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?")
_DIGIT = re.compile(rb"[A-Za-z0-9+/]")


def base64decode(text: str) -> str:
    """Decode base64, ignoring line breaks; raises GoTemplateError."""
    data = text_bytes(text)
    if _WHOLE.fullmatch(plain := _BREAKS.sub(b"", data)):
        return byte_text(binascii.a2b_base64(plain))
    raise GoTemplateError(f"base64 decode failed: illegal base64 data at input byte {_wrong_byte(data)}")


def _wrong_byte(data: bytes) -> int:
    """The offset of the first invalid byte, as Go reports it."""
    places = [at for at in range(len(data)) if data[at] not in b"\r\n"]
    at = 0
    while at < len(places) and _DIGIT.match(data, places[at]):
        at += 1
    within = at % 4
    if at == len(places):  # the end comes too early
        return len(data) - within
    if data[places[at]] != ord("=") or within < 2:
        return places[at]
    if within == 3:
        return places[at + 1]
    if at + 1 == len(places):
        return len(data)
    return places[at + 1] - 1 if data[places[at + 1]] != ord("=") else places[at + 2]
