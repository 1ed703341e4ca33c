"""Error messages for unclosed, stray or misused quotes, brackets, braces, tags, anchors, escapes and tabs."""

from __future__ import annotations

import re

from playground.engine.model.location import FieldPath
from playground.engine.model.records import record
from playground.engine.reading.errors.oc_words import key_error
from playground.engine.reading.errors.value_messages import excerpt
from playground.engine.reading.problem import RawProblem

LINE_END = re.compile(r"[\r\n]|\Z")


@record()
class Failure:
    """The place of a parser error, and its reason in libyaml's words."""

    chunk: str
    problem: str
    context: str
    offset: int  # where the parser stopped
    opener: int  # where the construct that it was reading began; ``offset`` if the parser does not say
    path: FieldPath
    last: tuple[int, int, str] | None  # place and style of the key or value before

    @property
    def char(self) -> str:
        """The character where the parser stopped; "" at the end."""
        return self.chunk[self.offset : self.offset + 1]

    def line(self, offset: int) -> tuple[int, str]:
        """The offset of the start of the line around an offset, and its text."""
        start = max(self.chunk.rfind("\n", 0, offset), self.chunk.rfind("\r", 0, offset)) + 1
        end = LINE_END.search(self.chunk, offset)
        return start, self.chunk[start : end.start() if end else len(self.chunk)]

    def line_above(self, offset: int) -> tuple[int, str]:
        """The nearest line above that holds more than a comment."""
        start, _ = self.line(offset)
        while start > 0:
            start, text = self.line(start - 1)
            if text.strip() and not text.lstrip().startswith("#"):
                return start, text
        return 0, ""

    def raw_problem(
        self, pattern: str, start: int, end: int, message: str, hint: str, *related: tuple[int, int, str]
    ) -> RawProblem:
        """A RawProblem for ``start`` to ``end``, at least one character, in the field that was being read."""
        return RawProblem(pattern, start, max(end, start + 1), message, hint, self.path, related)


def character_name(char: str) -> str:
    """A character as a message names it."""
    return "a backtick" if char == "`" else f"`{char}`"


_ESCAPE = re.compile(r"\\(?:x[0-9a-fA-F]{0,2}|u[0-9a-fA-F]{0,4}|U[0-9a-fA-F]{0,8}|.)", re.DOTALL)
_SLASHES = re.compile(r"^[ \t]*(//|/\*)", re.MULTILINE)  # a comment in other languages
_QUOTE_TEXT = "Put quotes around the text."


def bad_start(failure: Failure) -> RawProblem | None:
    """A character that cannot begin a value."""
    char, offset = failure.char, failure.offset
    if char == "\t":
        return tab(failure)
    if not char.strip():
        return None
    message = f"Text without quotes cannot begin with {character_name(char)}."
    return failure.raw_problem("unquoted-start", offset, offset + 1, message, _QUOTE_TEXT)


def tab(failure: Failure) -> RawProblem | None:
    """A tab where only spaces indent."""
    start = failure.chunk.find("\t", failure.line(failure.offset)[0])
    if start < 0:
        return None
    end = start + len(failure.chunk[start:]) - len(failure.chunk[start:].lstrip("\t"))
    return failure.raw_problem(
        "tab-indentation", start, end, "A tab cannot indent YAML.", "Use spaces instead of the tab."
    )


def after_quote(failure: Failure, opener: int, close: int) -> RawProblem:
    """Text after a closing quote; if the quoted text has several lines, its opening quote was never closed."""
    if "\n" in failure.chunk[opener:close] or "\r" in failure.chunk[opener:close]:
        return unclosed_quote(failure, opener, close)
    quote = failure.chunk[close - 1]
    escape_advice = (
        "'' for a single quote inside single quotes" if quote == "'" else '\\" for a quote inside double quotes'
    )
    message = "Text follows the closing quote."
    hint = f"Put quotes around the whole value; write {escape_advice}."
    related = (opener, close, "The quoted text.")
    start, text = failure.line(failure.offset)
    return failure.raw_problem("text-after-quote", failure.offset, start + len(text.rstrip()), message, hint, related)


def unclosed_quote(failure: Failure, opener: int = -1, end: int = -1) -> RawProblem:
    """A quote that is never closed, or that the next opening quote closes.

    ``opener`` and ``end`` are the offsets of the quote and of the end of its text; by default those of the failure.
    """
    opener = failure.opener if opener < 0 else opener
    end = failure.offset if end < 0 else end
    quote = failure.chunk[opener : opener + 1]
    kind = "single" if quote == "'" else "double"
    message = f"This {kind} quote is never closed."
    if end < len(failure.chunk.rstrip()):
        message = f"This {kind} quote has no closing quote of its own."
    stop = (max(opener, end - 1), max(opener + 1, end), "The quoted text was read up to here.")
    hint = f"Add the closing `{quote}` at the end of the text."
    return failure.raw_problem("unclosed-quote", opener, opener + 1, message, hint, stop)


def unclosed_bracket(failure: Failure) -> RawProblem:
    """A flow mapping or list that continues where it should end."""
    opener, offset = failure.opener, failure.offset
    mark = failure.chunk[opener : opener + 1]
    if failure.chunk.startswith("{{", opener) or (opener and failure.chunk.startswith("{{", opener - 1)):
        return braces(failure, opener if failure.chunk.startswith("{{", opener) else opener - 1)
    comment = _SLASHES.search(failure.chunk, opener, offset)
    if comment is not None:
        message = f"`{comment[1]}` does not begin a comment."
        hint = "A comment begins with `#` in YAML; JSON has no comments."
        return failure.raw_problem("unclosed-bracket", comment.start(1), comment.end(1), message, hint)
    closer = "]" if mark == "[" else "}"
    related = (offset, offset + 1, "Reading stopped here.")
    if offset >= len(failure.chunk.rstrip()) or failure.line(offset)[0] > opener:
        message = f"This `{mark}` is never closed."
        return failure.raw_problem(
            "unclosed-bracket", opener, opener + 1, message, f"Add the missing `{closer}`.", related
        )
    message = f"`,` or `{closer}` is expected here, inside the brackets that begin with `{mark}`."
    hint = "Separate entries by commas, and put quotes around text that contains brackets or quotes."
    return failure.raw_problem(
        "unclosed-bracket", offset, offset + 1, message, hint, (opener, opener + 1, f"This `{mark}` is not closed yet.")
    )


def stray_bracket(failure: Failure) -> RawProblem:
    """A closing bracket where none is open."""
    message = f"This `{failure.char}` closes nothing."
    return failure.raw_problem(
        "unclosed-bracket",
        failure.offset,
        failure.offset + 1,
        message,
        f"Remove the `{failure.char}`, or add the opening bracket.",
    )


def braces(failure: Failure, start: int) -> RawProblem:
    """``{{ … }}`` without quotes, as other template languages write it."""
    return unquoted_braces(failure.chunk, start, None, failure.path)


def unquoted_braces(chunk: str, start: int, value: object, path: FieldPath) -> RawProblem:
    """A value that begins with ``{{``, which YAML reads as a mapping inside a mapping.

    ``value`` is the inner mapping, which `oc` quotes in its error; None if the parser stopped before its end.
    """
    line_end = LINE_END.search(chunk, start)
    limit = line_end.start() if line_end else len(chunk)
    close = chunk.find("}}", start, limit)
    end = close + 2 if close >= 0 else start + 2
    message = "This `{{` needs quotes: without quotes, YAML reads it as a mapping inside a mapping."
    hint = "Put quotes around the whole value. Values of a Template's parameters are written `${NAME}`."
    return RawProblem("unquoted-braces", start, end, message, hint, path, error=key_error(value))


def no_content(failure: Failure) -> RawProblem | None:
    """A missing value."""
    if failure.char and failure.char in "]}":
        return stray_bracket(failure)
    if failure.char == ",":
        message, hint = (
            "There is no value before this comma.",
            "Remove the comma. If you mean text, put quotes around the text.",
        )
        return failure.raw_problem("unquoted-start", failure.offset, failure.offset + 1, message, hint)
    if failure.char and failure.char in "%@`":
        return bad_start(failure)
    if failure.offset >= len(failure.chunk.rstrip()) and "flow" in failure.context:
        return unclosed_bracket(failure)
    return None


def invalid_escape(failure: Failure) -> RawProblem:
    """A backslash sequence that YAML does not know."""
    start = failure.chunk.rfind("\\", failure.opener, failure.offset + 1)
    start = failure.offset if start < 0 else start
    escape = _ESCAPE.match(failure.chunk, start)
    end = escape.end() if escape else start + 2
    message = f"YAML does not know the escape {excerpt(failure.chunk[start:end])} in double quotes."
    hint = "Write a backslash as `\\\\`, or use single quotes, which leave backslashes alone."
    return failure.raw_problem("invalid-escape", start, end, message, hint)


def invalid_name(failure: Failure) -> RawProblem:
    """``*`` or ``&`` that begins no name of an alias or anchor."""
    mark, kind = failure.chunk[failure.opener : failure.opener + 1], "alias" if "alias" in failure.context else "anchor"
    next_char = failure.chunk[failure.opener + 1 : failure.opener + 2]
    if next_char.isalnum() or next_char in ("_", "-"):
        message = f"The name of an {kind} cannot contain {character_name(failure.char)}."
        hint = f"Use letters, digits, `-` and `_`; put quotes around the value if `{mark}` belongs to the value."
        return failure.raw_problem("invalid-anchor", failure.offset, failure.offset + 1, message, hint)
    message = f"Text without quotes cannot begin with `{mark}`, which marks an {kind}."
    return failure.raw_problem("unquoted-start", failure.opener, failure.opener + 1, message, _QUOTE_TEXT)


def invalid_tag(failure: Failure) -> RawProblem:
    """``!`` that begins no valid tag."""
    start = failure.opener if failure.chunk[failure.opener : failure.opener + 1] == "!" else failure.offset
    message, hint = (
        "`!` begins a tag, but this tag is not valid.",
        "Put quotes around the value if `!` belongs to the value.",
    )
    return failure.raw_problem("invalid-tag", start, failure.offset + 1, message, hint)


def block_header(failure: Failure) -> RawProblem:
    """Something other than an indicator after ``|`` or ``>``."""
    mark = failure.chunk[failure.opener : failure.opener + 1]
    message = f"The line of `{mark}` cannot contain text; the text begins on the next line."
    hint = f"Break the line after `{mark}`, or put quotes around the value if `{mark}` belongs to the value."
    related = (failure.opener, failure.opener + 1, f"The text block begins at this `{mark}`.")
    return failure.raw_problem("block-header", failure.offset, failure.offset + 1, message, hint, related)


def nested_list(failure: Failure) -> RawProblem:
    """``key: - item``."""
    message = "A list cannot begin on the line of its key, nor inside brackets with `-`."
    return failure.raw_problem(
        "nested-list", failure.offset, failure.offset + 1, message, "Begin the list on a line of its own."
    )
