"""Decodes forms: `application/x-www-form-urlencoded`, and `multipart/form-data` as browsers send it.

WHATWG, URL standard, §5.1; RFC 7578. For the former Django's and Python's own decoder takes up to 180 bytes of memory
for each byte of a form, for the latter Django's takes up to ten times as long.
"""

from __future__ import annotations

import re
from binascii import a2b_qp

from django.conf import settings
from django.core.exceptions import TooManyFieldsSent
from django.http import QueryDict

_PLAIN_PERCENT = re.compile(rb"%(?![0-9A-Fa-f]{2})")
_BOUNDARY = re.compile(r"[A-Za-z0-9-]{1,70}")
# The head of a field's part, with a name in which nothing is escaped.
_FIELD = re.compile(rb'Content-Disposition: form-data; name="([A-Za-z0-9._-]+)"')


def form_fields(body: bytes, errors: str = "strict") -> QueryDict:
    """The fields of a form as Django would read them from ``body``, in UTF-8.

    ``errors`` says what happens to other bytes, as in ``bytes.decode``. Raises TooManyFieldsSent, and, if strict,
    UnicodeDecodeError.
    """
    if body.count(b"&") >= settings.DATA_UPLOAD_MAX_NUMBER_FIELDS:
        raise TooManyFieldsSent
    found = QueryDict(mutable=True)
    for field in filter(None, body.split(b"&")):
        name, _, value = field.partition(b"=")
        found.appendlist(_unescaped(name).decode("utf-8", errors), _unescaped(value).decode("utf-8", errors))
    found._mutable = False
    return found


def form_parts(body: bytes, boundary: str) -> QueryDict | None:
    """The fields of a form whose parts are divided by ``boundary``, as Django would read them from ``body``, in UTF-8.

    None for what only Django can read: files, unusual names and heads, too many fields, and what is no form at all.
    Raises UnicodeDecodeError.
    """
    if not _BOUNDARY.fullmatch(boundary):
        return None
    line = b"--" + boundary.encode()
    first, last = line + b"\r\n", b"\r\n" + line + b"--\r\n"
    parts = body[len(first) : -len(last)].split(b"\r\n" + first)
    usual = body.startswith(first) and body.endswith(last) and body.count(line) == len(parts) + 1
    if not usual or len(parts) > settings.DATA_UPLOAD_MAX_NUMBER_FIELDS:
        return None
    found = QueryDict(mutable=True)
    for part in parts:
        head, _, value = part.partition(b"\r\n\r\n")
        named = _FIELD.fullmatch(head)
        if named is None:
            return None
        found.appendlist(named[1].decode(), value.decode())
    found._mutable = False
    return found


def _unescaped(encoded: bytes) -> bytes:
    """``encoded`` without `+` and `%41`. But for its sign, that is quoted-printable (RFC 2045), which C decodes."""
    return a2b_qp(_exact(encoded).replace(b"+", b" ").replace(b"=", b"%3D").replace(b"%", b"="))


def _exact(encoded: bytes) -> bytes:
    """``encoded`` with `%25` for each `%` that no two digits follow, which browsers do not send."""
    exact, end = bytearray(), 0
    for lone in _PLAIN_PERCENT.finditer(encoded):
        exact += encoded[end : lone.end()] + b"25"
        end = lone.end()
    return bytes(exact + encoded[end:]) if end else encoded
