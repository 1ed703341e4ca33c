"""A text as a file that browsers save, named after the text."""

from __future__ import annotations

import re
from collections.abc import Mapping

from django.http import HttpResponse

from playground.pages.draft_evaluation import PageEvaluation
from playground.storage.shares.identity import title_of

TYPES = {
    "yaml": "application/yaml; charset=utf-8",
    "json": "application/json; charset=utf-8",
    "env": "text/plain; charset=utf-8",
}
_NOT_IN_A_NAME = re.compile(r"[^A-Za-z0-9._-]+")
_LONGEST_STEM = 80  # characters
_LONGEST_NAME = 70  # characters of a text's name, so that there is room for `-source`


def file_response(text: str | bytes, title: str, syntax: str, headers: Mapping[str, str] | None = None) -> HttpResponse:
    """``text`` as a file that browsers save under a name made from ``title``; ``syntax`` is a key of TYPES."""
    return attachment(text, file_name(title, syntax), TYPES[syntax], headers)


def attachment(
    content: str | bytes, name: str, content_type: str, headers: Mapping[str, str] | None = None
) -> HttpResponse:
    """``content`` as a file that browsers save as ``name``, which holds no quote, backslash or line break."""
    disposition = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(content, content_type=content_type, headers={**disposition, **(headers or {})})


def file_name(title: str, syntax: str) -> str:
    """A file name from ``title`` that is valid everywhere: ASCII letters, digits, dots, hyphens and underscores only.

    >>> file_name('../a "b"\\n', "yaml")
    'a-b.yaml'
    """
    return f"{_stem(title) or 'untitled'}.{syntax}"


def stem_of(evaluated: PageEvaluation) -> str:
    """The name of a text in file names: its title, or else the name of its Template or object; "" for none in ASCII."""
    titles = (evaluated.draft.title, title_of(evaluated.evaluation))
    return next((stem for title in titles if (stem := _stem(title)[:_LONGEST_NAME])), "")


def output_title(stem: str) -> str:
    """The title of a file with the output of the text that ``stem`` names."""
    return stem or "output"


def source_title(stem: str) -> str:
    """The title of a file with the text that ``stem`` names."""
    return f"{stem}-source"


def source_syntax(source: str) -> str:
    """The syntax in which a browser saves ``source``."""
    return "json" if source.lstrip()[:1] in ("{", "[") else "yaml"


def _stem(title: str) -> str:
    return _NOT_IN_A_NAME.sub("-", title).strip("-.")[:_LONGEST_STEM]
