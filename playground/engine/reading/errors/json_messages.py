"""Error messages for JSON that cannot be read; each function returns the RefusalError to raise."""

from __future__ import annotations

import re
from json.decoder import JSONDecodeError

from playground.engine.model.location import FieldPath
from playground.engine.model.records import record
from playground.engine.reading.errors import value_messages
from playground.engine.reading.problem import RawProblem, RefusalError

_WORD = re.compile(r"[^\s,:\[\]{}\"]+")
_LINE_BREAK = re.compile(r"[\r\n]")
_SPACE = re.compile(r"[ \t\r\n]*+")


@record()
class Stop:
    """Where reading stops: the offset, the field, and the offset of the innermost open bracket; -1 outside of all."""

    text: str
    offset: int
    path: FieldPath
    opener: int

    @property
    def is_in_list(self) -> bool:
        """Whether the innermost bracket that is open is a list's."""
        return self.opener >= 0 and self.text[self.opener] == "["


def after_space(text: str, start: int) -> int:
    """The end of the white space at ``start``; ``start`` if there is none."""
    return _SPACE.match(text, start).end()  # type: ignore[union-attr]  # it matches everywhere


def unexpected(stop: Stop) -> RefusalError:
    """Neither a comma nor the closing bracket after a value."""
    kind, closer = ("list", "]") if stop.is_in_list else ("object", "}")
    start = after_space(stop.text, stop.offset)
    if start >= len(stop.text):
        message = f"This JSON {kind} is never closed; a `{closer}` is missing."
        related = ((max(start - 1, 0), start, "The text ends here."),)
        return _refusal(stop, stop.opener, message, f"Add the missing `{closer}`.", related=related)
    token, end = _token_at(stop.text, start)
    message = f"This JSON {kind} needs `,` or `{closer}` here, not {token}."
    related = ((stop.opener, stop.opener + 1, f"The {kind} begins here."),)
    return _refusal(stop, start, message, "Separate entries by commas, and close every bracket.", end, related)


def no_key(stop: Stop, first: bool) -> RefusalError:
    """No quoted key after ``{``, where it is the ``first``, or after a comma."""
    if stop.offset >= len(stop.text):
        return unexpected(stop)
    if not first and stop.text[stop.offset] == "}":
        return _refusal(stop, stop.offset, "The comma before this `}` has no entry after it.", "Remove the comma.")
    token, end = _token_at(stop.text, stop.offset)
    message = f"A key in double quotes is expected here, not {token}."
    return _refusal(stop, stop.offset, message, 'Write `"key": value`.', end)


def no_colon(stop: Stop, key: str) -> RefusalError:
    """No colon after a key."""
    message = f"A `:` is missing after the key {value_messages.excerpt(key)}."
    return _refusal(stop, stop.offset, message, 'Write `"key": value`.')


def no_value(stop: Stop) -> RefusalError:
    """Something that is no JSON value."""
    if stop.offset >= len(stop.text) and stop.opener >= 0:
        return unexpected(stop)
    if stop.is_in_list and stop.text[stop.offset] == "]":
        return _refusal(stop, stop.offset, "The comma before this `]` has no entry after it.", "Remove the comma.")
    token, end = _token_at(stop.text, stop.offset)
    message = f"A JSON value is expected here, not {token}."
    return _refusal(
        stop,
        stop.offset,
        message,
        "Put text in double quotes. Without quotes, JSON has only numbers, `true`, `false` and `null`.",
        end,
    )


def bad_string(stop: Stop, error: JSONDecodeError) -> RefusalError:
    """An unclosed string, a raw line break or control character, or an escape that JSON does not have."""
    line_break = _LINE_BREAK.search(stop.text, stop.offset)
    line_end = line_break.start() if line_break else len(stop.text)
    # ``scanstring`` calls a raw line break a control character.
    if error.msg.startswith("Unterminated") or error.pos == line_end:
        message = "This text in double quotes is never closed on its line."
        return _refusal(stop, stop.offset, message, 'Add the closing `"`; write a line break as `\\n`.', line_end)
    if error.msg.startswith("Invalid control"):
        message = "JSON text cannot contain a control character, such as a tab."
        return _refusal(stop, error.pos, message, "Write the character as an escape, such as `\\t`.")
    message = "JSON does not know this escape after a backslash."
    return _refusal(stop, error.pos, message, "Write a backslash itself as `\\\\`.", error.pos + 2)


def _refusal(
    stop: Stop, start: int, message: str, hint: str, end: int = 0, related: tuple[tuple[int, int, str], ...] = ()
) -> RefusalError:
    if stop.text.startswith(("//", "/*", "#"), start):
        hint = "JSON has no comments: remove this comment."
    return RefusalError(RawProblem("invalid-json", start, max(end, start + 1), message, hint, stop.path, related))


def _token_at(text: str, offset: int) -> tuple[str, int]:
    """The token at ``offset``, as messages name it, and the offset of its end."""
    offset = after_space(text, offset)
    word = _WORD.match(text, offset)
    end = word.end() if word else offset + 1
    return (value_messages.excerpt(text[offset:end]) if offset < len(text) else "the end of the text"), end
