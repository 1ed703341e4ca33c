"""Fixes for syntax errors with an obvious correction; each Fix is tried before it is offered.

Only the line itself is examined, because unreadable text has no structure.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from itertools import islice
from typing import Final

from playground.engine.model.diagnostics import Edit, Fix
from playground.engine.model.location import Position, SourceSpan
from playground.engine.reading import SourceProblem, SourceText, apply_edits, read
from playground.engine.text.yaml import double_quoted

_LONGEST: Final = 50_000  # characters; a longer text is not read again to try a Fix
# In turn: a line `key: value`; a line `key: - item`; a ruler, the beginning of a block of code in Markdown, and the
# indentation of a line with a tab. The value is read word by word, so that no space is read twice.
_ENTRY: Final = re.compile(r"[ ]*(?:- +)*[^\s:#'\"{\[]+: +(?P<value>(?=\S)[^ ]++(?>(?: ++(?!#|\Z)[^ ]++)*)) *(?: #.*)?")
_NESTED: Final = re.compile(r"(?P<indent>[ ]*)(?P<dashes>(?:- +)*)(?P<key>[^\s:]+:)[ ]+(?P<item>- .*)")
_RULER: Final = re.compile(r"[ ]*(?:--|-{4,}|---)[ ]*")  # a line of dashes that is probably meant as `---`
_FENCE: Final = re.compile(r"^[ ]*```.*$\n?", re.MULTILINE)
_TABS: Final = re.compile(r"^[ ]*\t[ \t]*", re.MULTILINE)
_INDENTED_WITH_SPACES: Final = re.compile(r"^ +[^\s#]", re.MULTILINE)
_MOST_EDITS: Final = 1_000  # places that one Fix changes
_KEY_WITH_WIDE_COLON: Final = re.compile("^[ ]*(?:- +)*[\\w./-]+(?P<colon>\uff1a[ ]*)(?P<value>.?)", re.MULTILINE)
_WIDE_COLON: Final = "\uff1a"
_NEEDS_COMMA: Final = " needs `,` or "  # in the message about an entry that follows another one without a comma
_PLAIN: Final = r"(?>(?:[^\[\]{},'\"\s#$]|\$(?!\{))*)"  # a part of a text in brackets that needs no quotes
_WITH_BRACES: Final = re.compile(  # such as `{name: web-${NAME}}`
    rf"(?:[\[{{,]|: ) *(?P<value>{_PLAIN}(?>(?:\$\{{(?:\{{\w++\}}|\w++)\}}{_PLAIN})+))(?= *[,\]}}])"
)


def repair(problem: SourceProblem, source: SourceText, unreadable_above: int = 0) -> tuple[str, Fix | None]:
    """Better advice than the reader's, and a Fix; "" or None where there is none.

    ``unreadable_above`` is the number of unreadable documents above the problem.
    """
    line = _Line(source, problem.span, next((related.span.start for related in problem.related), None))
    tried = partial(_tried, problem, source, unreadable_above)
    if line.text.lstrip().startswith("```"):
        return "This line is Markdown: remove the line.", tried(_without_fences(source))
    if _RULER.fullmatch(line.text) and problem.pattern in ("missing-colon", "document-separator", "bad-indentation"):
        fix = line.replaced("Write ---", "---")
        return "Write only `---` on this line, without spaces before it.", tried(fix)
    if _WIDE_COLON in line.text and problem.pattern == "missing-colon":
        advice = f"`{_WIDE_COLON}` looks like a colon but is not one: write `:`."
        return advice, tried(_with_plain_colons(source))
    if problem.pattern == "unclosed-bracket":
        quoted = tried(_references_quoted(line))
        advice = "Put quotes around the text: inside brackets, the brace of `${…}` begins a mapping."
        return advice if quoted else "", quoted
    if problem.pattern == "invalid-json" and _NEEDS_COMMA in problem.message:
        with_comma = tried(_with_comma(problem, source))
        return "A comma is missing before this entry." if with_comma else "", with_comma
    mend = _REPAIRS.get(problem.pattern)
    return "", tried(mend(line)) if mend else None


class _Line:
    """The line of a problem; ``above`` is where the key above begins, if the reader names one."""

    def __init__(self, source: SourceText, span: SourceSpan, above: Position | None = None) -> None:
        self.source, self.number = source, span.start.line
        start = source.offset(Position(self.number, 1))
        self.text = source.text[start : source.line_end(self.number)]
        self.column = span.start.column - 1  # of the problem, from 0
        self.above = above

    def span(self, start: int, end: int) -> SourceSpan:
        """The place between two columns, from 0."""
        return SourceSpan(Position(self.number, start + 1), Position(self.number, end + 1))

    def start_of_line_above(self) -> SourceSpan:
        """The beginning of the line above."""
        start = Position(self.number - 1, 1)
        return SourceSpan(start, start)

    def replaced(self, title: str, text: str) -> Fix:
        """The Fix that replaces the whole line by ``text``."""
        return Fix(title, (Edit(self.span(0, len(self.text)), text),))


def _tried(problem: SourceProblem, source: SourceText, unreadable_above: int, fix: Fix | None) -> Fix | None:
    """The ``fix``, if the reader gets further with it; else None."""
    if fix is None or len(source.text) > _LONGEST:
        return None
    problems = read(apply_edits(source.text, fix.edits)).problems
    # The reader reports one refusal for each unreadable document; only those above this problem may remain.
    refusals = sum(refusal.refused and refusal.span.start <= problem.span.start for refusal in problems)
    return fix if refusals <= unreadable_above else None


def _spaced(line: _Line) -> Fix | None:
    """The Fix that writes a space after a colon or dash."""
    return Fix("Write a space", (Edit(line.span(line.column + 1, line.column + 1), " "),))


def _value_quoted(line: _Line) -> Fix | None:
    """The Fix that puts quotes around the whole value of `key: value`."""
    entry = _ENTRY.fullmatch(line.text)
    if entry is None or entry["value"][0] in "\"'[{|>&*!":
        return None
    return Fix("Put quotes around the value", (Edit(line.span(*entry.span("value")), double_quoted(entry["value"])),))


def _references_quoted(line: _Line) -> Fix | None:
    """The Fix that puts quotes around each text in brackets that refers to a Parameter."""
    texts = islice(_WITH_BRACES.finditer(line.text), _MOST_EDITS)
    edits = tuple(Edit(line.span(*text.span("value")), double_quoted(text["value"])) for text in texts)
    return Fix("Put quotes around the text", edits) if edits else None


def _other_quotes(line: _Line) -> Fix | None:
    """The Fix that writes `'a['b']'` in double quotes, and `"{"a": "b"}"` in single quotes."""
    entry = _ENTRY.fullmatch(line.text)
    value = entry["value"] if entry else ""
    if entry is None or len(value) < 2 or value[0] != value[-1] or value[0] not in "\"'":
        return None
    inner, quote = value[1:-1], "'" if value[0] == '"' else '"'
    if quote in inner or "\\" in inner or re.search(r"([\"']) +\1", inner):
        return None  # the search finds several quoted texts, such as `"a" "b"`
    return Fix(
        "Write other quotes around the value", (Edit(line.span(*entry.span("value")), f"{quote}{inner}{quote}"),)
    )


def _escape_doubled(line: _Line) -> Fix | None:
    """The Fix that doubles a backslash that escapes nothing, or removes the backslash of JSON's `\\/`."""
    column = line.text.find("\\", line.column)
    if line.text.startswith("\\/", column):
        return Fix("Remove the backslash", (Edit(line.span(column, column + 1), ""),))
    return Fix("Write two backslashes", (Edit(line.span(column, column), "\\"),)) if column >= 0 else None


def _item_below(line: _Line) -> Fix | None:
    """The Fix that writes the item of `key: - item` on a line of its own."""
    nested = _NESTED.fullmatch(line.text)
    if nested is None:
        return None
    indent = " " * len(nested["indent"] + nested["dashes"])
    before = nested["indent"] + nested["dashes"] + nested["key"]
    return line.replaced("Write the item below its key", f"{before}{line.source.newline}{indent}{nested['item']}")


def _next_line(line: _Line) -> Fix | None:
    """The Fix that moves the text after `---` to the next line."""
    text = line.text.removeprefix("---").lstrip(" ")
    return (
        line.replaced("Write the text on the next line", f"---{line.source.newline}{text}")
        if line.text.startswith("--- ")
        else None
    )


def _aligned(line: _Line) -> Fix | None:
    """The Fix that aligns a line with the key above, if that key has a value and the line is indented deeper."""
    above = line.above
    indent = len(line.text) - len(line.text.lstrip(" "))
    if above is None or above.line >= line.number or above.column - 1 >= indent:
        return None
    return Fix(f"Align the line with line {above.line}", (Edit(line.span(above.column - 1, indent), ""),))


def _untabbed(line: _Line) -> Fix | None:
    """The Fix that writes spaces in place of tabs.

    If no line is indented with spaces, each tab of the text becomes two spaces. Else this line is indented as the line
    above it requires.
    """
    source = line.source
    if not _INDENTED_WITH_SPACES.search(source.text):
        indents = islice(_TABS.finditer(source.text), _MOST_EDITS)
        edits = tuple(Edit(source.span(*tabs.span()), tabs[0].replace("\t", "  ")) for tabs in indents)
        return Fix("Write two spaces for each tab", edits)
    indent = _indent_below(_Line(source, line.start_of_line_above())) if line.number > 1 else None
    content = line.text.lstrip(" \t")
    if indent is None or content.startswith("-"):
        return None
    return Fix("Write spaces for the tab", (Edit(line.span(0, len(line.text) - len(content)), " " * indent),))


def _indent_below(above: _Line) -> int | None:
    """The columns by which to indent a key below the line ``above``: as its key, and two more if it ends in a colon.

    None if the line above has no key or item.
    """
    entry = re.match(r"[ ]*(?:- +)*(?=[^\s#-])", above.text)
    return len(entry[0]) + 2 * above.text.rstrip().endswith(":") if entry else None


def _with_comma(problem: SourceProblem, source: SourceText) -> Fix | None:
    """The Fix that writes a comma before the text in quotes or the bracket at the problem, after the value above."""
    start = source.offset(problem.span.start)
    if not source.text.startswith(('"', "{", "["), start):
        return None
    end = len(source.text[:start].rstrip())
    return Fix("Write a comma", (Edit(source.span(end, end), ","),))


def _with_plain_colons(source: SourceText) -> Fix:
    """The Fix that replaces the wide colon after every key by a plain colon, and a space if a value follows."""
    colons = islice(_KEY_WITH_WIDE_COLON.finditer(source.text), _MOST_EDITS)
    edits = tuple(Edit(source.span(*colon.span("colon")), ": " if colon["value"] else ":") for colon in colons)
    return Fix("Write plain colons", edits)


def _without_fences(source: SourceText) -> Fix:
    """The Fix that removes the lines of Markdown that begin or end a block of code."""
    edits = (Edit(source.span(*fence.span()), "") for fence in islice(_FENCE.finditer(source.text), _MOST_EDITS))
    return Fix("Remove the lines of Markdown", tuple(edits))


_REPAIRS: Final[Mapping[str, Callable[[_Line], Fix | None]]] = {
    "missing-space": _spaced,
    "nested-colon": _value_quoted,
    "unquoted-start": _value_quoted,
    "text-after-quote": _other_quotes,
    "invalid-escape": _escape_doubled,
    "nested-list": _item_below,
    "document-separator": _next_line,
    "bad-indentation": _aligned,
    "tab-indentation": _untabbed,
}
