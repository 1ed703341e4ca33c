"""Values with white space at the edges, line ends and invisible characters made visible and audible."""

from __future__ import annotations

import re
from html import escape

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from playground.engine import INVISIBLE, code_of

MOST_SIGNS = 200  # of one value; the rest is shown as it is
_INVISIBLE = re.compile(f"^ +| +$|(?<=\n) +| +(?=\n)|  +|[\t\n\xa0\u1680\u2000-\u200a\u202f\u205f\u3000{INVISIBLE}]")
_SIGNS = {"\n": ("↵", "line end"), "\t": ("⇥", "tab"), "\r": ("␍", "carriage return"), "\xa0": ("⍽", "no-break space")}


class VisibleValue:
    """A panel's item with a ``value``, as `_value.html` shows it."""

    __slots__ = ()
    value: str

    @property
    def visible(self) -> SafeString:
        """The value with its invisible parts made visible."""
        return visible(self.value)


def visible(value: str) -> SafeString:
    """``value`` as HTML: a sign in place of each invisible character, with its name for those who listen.

    Single spaces between words stay as they are.

    >>> visible("a b ")
    'a b<span class="invisible" role="img" aria-label="1 space">·</span>'
    """
    parts, end = [], 0
    for number, match in enumerate(_INVISIBLE.finditer(value)):
        if number == MOST_SIGNS:
            break
        parts += [escape(value[end : match.start()]), _sign(match[0])]
        end = match.end()
    return mark_safe("".join((*parts, escape(value[end:]))))  # noqa: S308  # every part is escaped


def _sign(written: str) -> SafeString:
    if written[0] == " ":
        count = len(written)
        sign, name = "·" * count, "1 space" if count == 1 else f"{count} spaces"
    else:
        code = code_of(written)
        sign, name = _SIGNS.get(written, (code, code))
    after = "\n" if written == "\n" else ""
    return format_html('<span class="invisible" role="img" aria-label="{}">{}</span>{}', name, sign, after)
