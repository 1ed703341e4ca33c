"""Makes invisible and bidirectional characters visible in finished pages.

Every page and partial passes through here, so no field is forgotten. Text copied from the page stays unchanged: the
character stays in the page, isolated, with its code before it as generated content. Form fields stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape
from typing import Final

from django.http import HttpRequest
from django.http.response import HttpResponse, HttpResponseBase

from playground.engine import INVISIBLE, code_of

# Stretches of one page. U+FFFD replaces any further stretch, because its markup would be twenty times as long.
MOST_SHOWN: Final = 2_000
_MOST_CODES: Final = 8  # that are named for one stretch, or for one text
_PLAIN_ASCII: Final = bytes((0x09, 0x0A, *range(0x20, 0x7F)))
_INVISIBLE: Final = re.compile(f"[{INVISIBLE}]")
# ``kept``: the text of form fields, scripts and styles stays as it is. ``bare``: no element may be inside, so codes
# replace the characters. Other tags are no text.
_PAGE_PART: Final = re.compile(
    r"(?P<kept><(textarea|script|style)\b.*?</\2>)|(?P<bare><(title|svg)\b.*?</\4>|<meta property[^>]*>)"
    f"|<[^>]*>|(?P<invisible>[{INVISIBLE}]+)",
    re.DOTALL,
)
_STRETCH: Final = re.compile(f"[{INVISIBLE}]+")


def show_invisible(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware: pass each page through ``with_invisible_shown``."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if isinstance(response, HttpResponse) and _holds_invisible(response):
            response.content = with_invisible_shown(response.content.decode()).encode()
        return response

    return middleware


def _holds_invisible(response: HttpResponse) -> bool:
    """Whether the page has invisible characters; searches only its non-ASCII text."""
    is_page = response.get("Content-Type", "").startswith("text/html")
    return is_page and _INVISIBLE.search(response.content.translate(None, _PLAIN_ASCII).decode()) is not None


def with_invisible_shown(html: str) -> str:
    """``html``, in which all user text is escaped, with markup around each stretch of invisible characters.

    >>> with_invisible_shown("<p>a\\u202eb</p>").replace("\\u202e", "?")
    '<p>a<bdi class="invisible" role="img" aria-label="U+202E">?</bdi>b</p>'
    """
    stretches = 0

    def replacement(match: re.Match[str]) -> str:
        nonlocal stretches
        if match["bare"]:
            return _STRETCH.sub(lambda stretch: _codes(stretch[0]), match["bare"])
        if not match["invisible"]:
            return match[0]
        stretches += 1
        if stretches > MOST_SHOWN:
            return "\ufffd"
        return f'<bdi class="invisible" role="img" aria-label="{_codes(match["invisible"])}">{match["invisible"]}</bdi>'

    return _PAGE_PART.sub(replacement, html)


def _codes(stretch: str) -> str:
    codes = " ".join(map(code_of, stretch[:_MOST_CODES]))
    further = len(stretch) - _MOST_CODES
    return escape(f"{codes} and {further} more" if further > 0 else codes)


def invisible_codes(text: str) -> tuple[str, ...]:
    """The codes of the invisible characters in ``text``, each once, at most eight; carriage returns are left out."""
    characters = sorted({match[0] for match in _INVISIBLE.finditer(text.replace("\r", ""))})
    return tuple(map(code_of, characters[:_MOST_CODES]))
