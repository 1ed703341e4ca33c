"""`html`, `js` and `urlquery` of a Go template.

Go ``text/template/funcs.go``, ``net/url`` ``QueryEscape``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final
from urllib.parse import quote_plus

from playground.cli.output.gotemplate.printing import sprint
from playground.cli.output.gotemplate.values import text_bytes

_HTML: Final = str.maketrans({"\0": "\ufffd", '"': "&#34;", "'": "&#39;", "&": "&amp;", "<": "&lt;", ">": "&gt;"})
_JS_SPECIAL = re.compile(r"[\\'\"<>&=\x00-\x1f]|[^\x00-\x7f]")
_JS_SHORT: Final = {"\\": "\\\\", "'": "\\'", '"': '\\"'}


def _shown(arguments: Sequence[Any]) -> str:
    """The arguments as one string, before it is escaped."""
    return sprint("<no value>" if value is None else value for value in arguments)


def html(arguments: Sequence[Any]) -> str:
    """The arguments escaped for HTML."""
    return _shown(arguments).translate(_HTML)


def js(arguments: Sequence[Any]) -> str:
    """The arguments escaped for a JavaScript string."""
    return _JS_SPECIAL.sub(_js_escape, _shown(arguments))


def _js_escape(match: re.Match[str]) -> str:
    character = match[0]
    if character in _JS_SHORT:
        return _JS_SHORT[character]
    if "\udc80" <= character <= "\udcff" or (character > "\x7f" and character.isprintable()):
        return character
    return f"\\u{ord(character):04X}"


def urlquery(arguments: Sequence[Any]) -> str:
    """The arguments escaped for the query of a URL."""
    return quote_plus(text_bytes(_shown(arguments)))
