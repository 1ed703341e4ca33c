"""Explains libyaml's errors in plain words, at the character that is wrong.

libyaml reports the place where it stopped; the error is often before that place, and sometimes has two places.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from playground.engine.model.location import FieldPath
from playground.engine.reading.errors import punctuation
from playground.engine.reading.errors.punctuation import Failure
from playground.engine.reading.errors.value_messages import excerpt
from playground.engine.reading.problem import RawProblem
from playground.engine.reading.tape import DOUBLE, FOLDED, LITERAL, SINGLE, Tape

_KEY = r"\"[^\"]*\"|'[^']*'|[^\s#\"'\[{&*!|>-][^#]*?"
_ENTRY = re.compile(rf"[ ]*(?:- +)*(?P<key>{_KEY})[ \t]*:(?=[ \t]|\Z)[ \t]*(?P<value>.*)")
_FURTHEST = 4_000  # characters of a line that are examined; the time for a long run of spaces is quadratic
_NO_SPACE = re.compile(r"[ ]*(?:- +)*(?P<key>[^\s:#\"']+):(?P<rest>[^\s:/][^\s]*)")
_LONGEST_KEY = 1_024  # characters; libyaml's limit
_NO_COLON = "Write `key: value`. If the text continues the line above, put quotes around the whole text."


def syntax_problem(
    chunk: str, problem: str, context: str, offset: int, opener: int, path: FieldPath, tape: Tape
) -> RawProblem:
    """The likely cause of a parser error.

    ``problem`` and ``context`` are libyaml's words, ``offset`` and ``opener`` their offsets in ``chunk``.
    """
    last = (*tape.place(-1), tape.styles[-1]) if tape.starts else None
    failure = Failure(chunk, problem, context, offset, opener, path, last)
    for phrase, explain in _EXPLANATIONS:
        if phrase in failure.problem or phrase in failure.context:
            return explain(failure) or _unclear(failure)
    return _unclear(failure)


def _unclear(failure: Failure) -> RawProblem:
    message = f"This is not valid YAML: {failure.problem or 'reading stopped here'}."
    place = (
        failure.opener,
        failure.opener + 1,
        f"The parser was {failure.context.removeprefix('while ')} that begins here.",
    )
    related = () if failure.opener == failure.offset else (place,)
    hint = "Compare the indentation and the punctuation with the lines around it."
    return failure.raw_problem("invalid-yaml", failure.offset, failure.offset + 1, message, hint, *related)


def _colon_not_allowed(failure: Failure) -> RawProblem | None:
    """``: `` where no key is allowed: twice on a line, below a value, or below a line that is not an entry."""
    start, text = failure.line(failure.offset)
    if failure.offset - start > _LONGEST_KEY:
        message = f"This key is {failure.offset - start:,} characters long; YAML allows {_LONGEST_KEY:,}."
        return failure.raw_problem(
            "invalid-yaml", failure.offset, failure.offset + 1, message, "Shorten the key, or quote the text."
        )
    entry = _ENTRY.match(text, 0, _FURTHEST)
    if entry is not None and start + entry.start("value") <= failure.offset and entry["value"]:
        key = entry["key"].strip("\"'")
        message = f"The value of {excerpt(key)} contains another `: `, which needs quotes."
        value = (start + entry.start("value"), start + len(text.rstrip()), "The value.")
        return failure.raw_problem(
            "nested-colon", failure.offset, failure.offset + 1, message, "Put quotes around the value.", value
        )
    start_above, text_above = failure.line_above(failure.offset)
    entry_above = _ENTRY.match(text_above, 0, _FURTHEST)
    if entry_above is None and text_above:
        return _no_entry(failure, start_above, text_above)
    if entry_above is None:
        return None
    begin = start + len(text) - len(text.lstrip())
    key = excerpt(entry_above["key"])
    message = f"This line is indented deeper than the key {key} above, which has a value already."
    related = (start_above + entry_above.start("key"), start_above + entry_above.end("key"), "The key with a value.")
    hint = f"Align the line with {key}, or remove the value of {key}."
    return failure.raw_problem("bad-indentation", begin, failure.offset, message, hint, related)


def _no_entry(failure: Failure, start: int, text: str) -> RawProblem | None:
    """A line that is not ``key: value`` and should be."""
    begin = start + len(text) - len(text.lstrip())
    glued = _NO_SPACE.match(text)
    if glued is not None:
        colon = start + glued.end("key")
        message = f"A space is missing after the `:` of {excerpt(glued['key'])}."
        hint = f"Write {excerpt(glued['key'] + ': ' + glued['rest'])}."
        return failure.raw_problem("missing-space", colon, colon + 1, message, hint)
    if re.match(r"[ ]*-[^\s-]", text):
        message = "A space is missing after the `-` of this list item."
        return failure.raw_problem("missing-space", begin, begin + 1, message, "Write `- ` before the item.")
    if text.lstrip()[:1] in "\"'" and failure.last and failure.last[2] in (SINGLE, DOUBLE):
        return None
    message = f"{excerpt(text.strip())} has no `:`, so it is not a key."
    return failure.raw_problem("missing-colon", begin, start + len(text.rstrip()), message, _NO_COLON)


def _no_colon(failure: Failure) -> RawProblem | None:
    """A key without its colon."""
    start, text = failure.line(failure.opener)
    end = failure.line(failure.offset)[0]
    if failure.chunk[failure.opener : failure.opener + 1] in "\"'" and end > start + len(text) + 1:
        return punctuation.unclosed_quote(failure)
    return _no_entry(failure, start, text)


def _no_key(failure: Failure) -> RawProblem | None:
    """Something other than the next key of a mapping."""
    start = failure.line(failure.offset)[0]
    before, char = failure.chunk[start : failure.offset].rstrip(), failure.char
    last = failure.last
    if last and last[2] in (SINGLE, DOUBLE) and not failure.chunk[last[1] : failure.offset].strip(" \t"):
        return punctuation.after_quote(failure, last[0], last[1])
    brace = re.search(r"\{\{", before)
    if brace is not None:
        return punctuation.braces(failure, start + brace.start())
    if char and char in "]}":
        return punctuation.stray_bracket(failure)
    if before[-1:] in ('"', "'") and before.find(before[-1]) < len(before) - 1:
        return punctuation.after_quote(failure, start + before.find(before[-1]), start + len(before))
    if before.strip(" -"):
        message = "This text cannot follow the value before it."
        return failure.raw_problem(
            "invalid-yaml", failure.offset, failure.offset + 1, message, "Put quotes around the whole value."
        )
    return _indentation(failure)


def _indentation(failure: Failure) -> RawProblem:
    """A line whose indentation fits nothing above it."""
    start, text = failure.line(failure.offset)
    begin = start + len(text) - len(text.lstrip())
    kind = "list" if "collection" in failure.context else "mapping"
    spaces, container_spaces = begin - start, failure.opener - failure.line(failure.opener)[0]
    is_item = text.lstrip().startswith("- ")
    related = (failure.opener, failure.opener + 1, f"The {kind} begins here.")
    hint = "Align the line with the entries that it belongs to."
    message = (
        f"This line is indented by {_spaces(spaces)}, which fits no line above; "
        f"the {kind} around it is indented by {container_spaces}."
    )
    if text.lstrip().startswith(":"):
        message, hint = "This line has no key before its `:`.", "Write a key before the `:`."
    elif failure.last and failure.last[2] in (LITERAL, FOLDED):
        message = f"This line is indented by {_spaces(spaces)}, less than the text block above, and is not a key."
        hint = "Indent the line like the block's first line, or write `key: value`."
        related = (*failure.last[:2], "The text block.")
    elif spaces == container_spaces and is_item and kind == "mapping":
        message = "A list item cannot be among the keys of a mapping."
        hint = "Indent the list item below its key, or write a key above the item."
    elif spaces == container_spaces and kind == "list" and not is_item:
        message = "This line is not an item of the list above: it does not begin with `- `."
        hint = "Write `- ` before the line, or change the indentation."
    elif not is_item and _ENTRY.match(text, 0, _FURTHEST) is None and ":" not in text:
        message = f"{excerpt(text.strip())} is not a key, and does not continue the text above."
        hint = _NO_COLON
    return failure.raw_problem("bad-indentation", begin, start + len(text.rstrip()), message, hint, related)


def _spaces(count: int) -> str:
    return "1 space" if count == 1 else f"{count} spaces"


# A phrase of libyaml's problem or context, and the function that explains the error; the first phrase that occurs wins.
_EXPLANATIONS: tuple[tuple[str, Callable[[Failure], RawProblem | None]], ...] = (
    ("found character that cannot start any token", punctuation.bad_start),
    ("found a tab character", punctuation.tab),
    ("mapping values are not allowed", _colon_not_allowed),
    ("mapping keys are not allowed", punctuation.bad_start),
    ("block sequence entries are not allowed", punctuation.nested_list),
    ("could not find expected ':'", _no_colon),
    ("found unexpected end of stream", punctuation.unclosed_quote),
    ("found unexpected document indicator", punctuation.unclosed_quote),
    ("scanning an alias", punctuation.invalid_name),
    ("scanning an anchor", punctuation.invalid_name),
    ("a tag", punctuation.invalid_tag),
    ("tag handle", punctuation.invalid_tag),
    ("scanning a block scalar", punctuation.block_header),
    ("parsing a quoted scalar", punctuation.invalid_escape),
    ("did not find expected key", _no_key),
    ("did not find expected '-' indicator", _no_key),
    ("did not find expected ',' or", punctuation.unclosed_bracket),
    ("did not find expected node content", punctuation.no_content),
)
