"""HTML written in Python, except the output's lines: sentences, names with line breaks, links, invisible characters.

The base class of the panels is here, too, and commands, which several pages show. ``playground.web`` writes icons, and
a sign for each invisible character that reaches a finished page.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from html import escape
from itertools import islice
from operator import itemgetter
from typing import Any, ClassVar

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from playground.engine import INVISIBLE, code_of

_CODE = re.compile(r"`([^`]*)`")  # linear time: a message may contain any text of a user
_PART = re.compile(r"[^_.-]*[_.-]+|[^_.-]+")
_NO_NAME = '""'
LONGEST_SHOWN = 80  # characters of a value beside its name
_WIDE = 32  # characters that a line of a narrow column has room for


def prose(text: str) -> SafeString:
    """A message as HTML: everything escaped, text between backticks as ``<code>``; an empty name as `""`.

    A narrow column breaks a long path after a `.` rather than anywhere.

    >>> prose("`A<B` is late.")
    '<code>A&lt;B</code> is late.'
    """
    parts: list[str] = []
    end = 0
    for match in _CODE.finditer(text):
        code = escape(match[1] or _NO_NAME)
        parts += (
            escape(text[end : match.start()]),
            f"<code>{breakable_path(code)}</code>",
        )
        end = match.end()
    return mark_safe("".join((*parts, escape(text[end:]))))  # noqa: S308  # every part is escaped


def breakable_path(path: str) -> str:
    """``path``, which is HTML, with possible line breaks after each `.` if it is long.

    >>> breakable_path("env[0]"), breakable_path("spec.template.spec.containers[0].env")
    ('env[0]', 'spec.<wbr>template.<wbr>spec.<wbr>containers[0].<wbr>env')
    """
    return path.replace(".", ".<wbr>") if len(path) > _WIDE else path


def code_link(address: str, code: str) -> SafeString:
    """A link whose text is ``code``."""
    return format_html('<a href="{}"><code>{}</code></a>', address, code)


def place_link(label: str, span: str, output: str = "") -> SafeString:
    """A link to the place ``span`` of the source, and a button that shows the field called ``output`` in the output.

    Without ``span``, only the label; without ``output``, no button.

    >>> place_link("env[0]", "3:1-3:5")
    '<a class="place" href="#source" data-span="3:1-3:5">env[0]</a>'
    """
    html = breakable_path(escape(label))
    if span:
        html = f'<a class="place" href="#source" data-span="{escape(span)}">{html}</a>'
    if span and output:
        field = escape(output)
        html += f' <button class="place needs-script" type="button" data-output="{field}">(see in the output)</button>'
    return mark_safe(html)  # noqa: S308  # every part is escaped


def picture_link(address: str, picture: str, text: str) -> str:
    """The source of a linked picture with this alternative text, for people to copy into a page of theirs."""
    return f'<a href="{address}"><img src="{picture}" alt="{text}" height="20"></a>'


def frame(address: str) -> str:
    """The source of a frame that shows the page at ``address``, for people to copy into a page of theirs."""
    return f'<iframe src="{address}" title="Template Playground" width="100%" height="400"></iframe>'


def counted(number: int, noun: str) -> str:
    """``1 error``, ``2 errors``; every noun of the page has a plural with s."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def shortened(text: str, most: int = LONGEST_SHOWN) -> str:
    """``text``, or its first ``most`` characters and a `…`.

    >>> shortened("replicas", 4), shortened("name", 4)
    ('repl…', 'name')
    """
    return text if len(text) <= most else f"{text[:most]}…"


def breakable(name: str) -> SafeString:
    """A name that a narrow column breaks after `_`, `.` and `-` rather than anywhere; an empty one as `""`.

    >>> breakable("DB_HOST")
    'DB_<wbr>HOST'
    """
    return format_html_join(mark_safe("<wbr>"), "{}", ((part,) for part in _PART.findall(name or _NO_NAME)))


class Panel:
    """The base of the dataclasses that templates show: ``panel["title"]`` is ``panel.title``.

    A Django template looks for an item first, and raises and catches an error if there is none. Without this class,
    the preview of a Template of 100 lines takes 1.03 times as long.
    """

    __slots__ = ()
    __getitem__: ClassVar[Callable[[Any, str], Any]] = object.__getattribute__


_NOTHING = prose("")


@dataclass(frozen=True, slots=True)
class Command(Panel):
    """A line for a terminal, or several, what they do, and what to know before it is run."""

    purpose: SafeString
    line: str
    note: SafeString = _NOTHING

    @property
    def rows(self) -> list[list[str]]:
        """The parts of each line between spaces: a narrow page breaks the line there."""
        return [line.split(" ") for line in self.line.split("\n")]


MOST_SIGNS = 200  # of one value; the rest is shown as it is
# Spaces at the beginning or end of a line, two or more spaces anywhere, and each other character that nobody can see.
_INVISIBLE = re.compile(f"^ +| +$|(?<=\n) +| +(?=\n)|  +|[\t\n\xa0\u1680\u2000-\u200a\u202f\u205f\u3000{INVISIBLE}]")
_SIGNS = {"\n": ("↵", "line end"), "\t": ("⇥", "tab"), "\r": ("␍", "carriage return"), "\xa0": ("⍽", "no-break space")}


class VisibleValue(Panel):
    """A panel's item with a ``value``, as `_value.html` shows it."""

    __slots__ = ()
    value: str

    @property
    def visible(self) -> SafeString:
        """The value with its invisible parts made visible."""
        return visible(self.value)


def visible(value: str, ranges: Iterable[tuple[int, int, str, str]] = ()) -> SafeString:
    """``value`` as HTML: a sign in place of each invisible character, with its name for screen readers.

    Single spaces between words stay as they are. ``ranges``, in order: a start, an end, and the HTML before and after.

    >>> visible("a b ")
    'a b<span class="invisible" role="img" aria-label="1 space">·</span>'
    >>> visible("a $(B) c", [(2, 6, "<b>", "</b>")])
    'a <b>$(B)</b> c'
    """
    signs = [(match.start(), match.end(), _sign(match[0])) for match in islice(_INVISIBLE.finditer(value), MOST_SIGNS)]
    parts: list[str] = []
    position = 0
    edges = [(edge, html) for start, end, *pair in ranges for edge, html in zip((start, end), pair, strict=True)]
    for start, end, html in sorted([*signs, *((edge, edge, html) for edge, html in edges)], key=itemgetter(0)):
        parts += [escape(value[position:start]), html]
        position = max(position, end)
    return mark_safe("".join((*parts, escape(value[position:]))))  # noqa: S308  # every part is escaped


def _sign(characters: str) -> SafeString:
    if characters[0] == " ":
        count = len(characters)
        sign, name = "·" * count, "1 space" if count == 1 else f"{count} spaces"
    else:
        code = code_of(characters)
        sign, name = _SIGNS.get(characters, (code, code))
    after = "\n" if characters == "\n" else ""  # a line still ends after the sign of its end
    return format_html('<span class="invisible" role="img" aria-label="{}">{}</span>{}', name, sign, after)
