"""A text as a file that browsers save."""

from __future__ import annotations

import re
from collections.abc import Mapping

from django.http import HttpResponse

TYPES = {"yaml": "application/yaml; charset=utf-8", "json": "application/json; charset=utf-8"}
_NOT_IN_A_NAME = re.compile(r"[^A-Za-z0-9._-]+")


def file_response(text: str | bytes, title: str, syntax: str, headers: Mapping[str, str] | None = None) -> HttpResponse:
    """``text`` as a file that browsers save under a name made from ``title``; ``syntax`` is `yaml` or `json`."""
    disposition = {"Content-Disposition": f'attachment; filename="{file_name(title, syntax)}"'}
    return HttpResponse(text, content_type=TYPES[syntax], headers={**disposition, **(headers or {})})


def file_name(title: str, syntax: str) -> str:
    """A file name from ``title`` that is valid everywhere: ASCII letters, digits, dots, hyphens and underscores only.

    >>> file_name('../a "b"\\n', "yaml")
    'a-b.yaml'
    """
    stem = _NOT_IN_A_NAME.sub("-", title).strip("-.")[:80]
    return f"{stem or 'untitled'}.{syntax}"
