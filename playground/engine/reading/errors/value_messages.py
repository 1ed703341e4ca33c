"""Messages for problems with values: aliases, keys, tags, merges and odd numbers.

goyaml.v2 and sigs.k8s.io/yaml decide what is refused; each function returns one RawProblem.
"""

from __future__ import annotations

from typing import Any

from playground.engine.model.limits import Limits
from playground.engine.model.location import FieldPath
from playground.engine.reading.errors.oc_words import key_error, number_error, yaml_error
from playground.engine.reading.problem import RawProblem
from playground.engine.reading.scalars import is_long_integer

MOST_PROBLEMS = 100  # RawProblems of one document that are kept
_LONGEST_EXCERPT = 40  # characters of the author's text in a message
_LONGEST_ERROR = 120  # characters of an error in a hint
_MOST_NAMES = 3  # keys that one message lists
Place = tuple[int, int]


def excerpt(text: str) -> str:
    """The author's text as a message repeats it: one line, cut when long, in backticks."""
    line = " ".join(text.split())
    return f"`{line[: _LONGEST_EXCERPT - 1]}…`" if len(line) > _LONGEST_EXCERPT else f"`{line}`"


def undefined_alias(start: int, end: int, name: str, path: FieldPath) -> RawProblem:
    """``*name`` without a ``&name`` above it in the document."""
    message = f"The alias `*{name}` refers to an anchor that this document does not define above it."
    hint = f"Define `&{name}` above. If you mean text that begins with `*`, put quotes around the text."
    error = yaml_error(f"unknown anchor '{name}' referenced")
    return RawProblem("undefined-alias", start, end, message, hint, path, error=error)


def recursive_alias(start: int, end: int, name: str, path: FieldPath) -> RawProblem:
    """``*name`` inside the value of ``&name``."""
    message = f"The alias `*{name}` is inside the value of its own anchor `&{name}`."
    hint, error = (
        "Write the value out: a value cannot contain itself.",
        yaml_error(f"anchor '{name}' value contains itself"),
    )
    return RawProblem("recursive-alias", start, end, message, hint, path, error=error)


def aliases_too_large(start: int, end: int, limits: Limits, path: FieldPath) -> RawProblem:
    """With its aliases written out, the text passes a limit."""
    message = (
        f"With every alias written out, the text passes the Playground's limit of {limits.expanded_nodes:,} values "
        f"or {limits.expanded_characters:,} characters here."
    )
    return RawProblem("aliases-too-large", start, end, message, "Use fewer aliases to large values.", path)


def is_mostly_aliases(total: int, aliased: int) -> bool:
    """goyaml.v2's guard: whether aliases make more than 99 % of the values.

    From 400,000 to 4,000,000 values, this share falls to 10 %.
    """
    if aliased <= 100 or total <= 1000:
        return False
    share = 0.99 if total <= 400_000 else max(0.10, 0.99 - 0.89 * (total - 400_000) / 3_600_000)
    return aliased / total > share


def mostly_aliases(start: int, end: int, path: FieldPath) -> RawProblem:
    """Aliases make more of the values than goyaml allows, see ``is_mostly_aliases``."""
    message = "Almost all values of this document come from aliases; Kubernetes refuses such a document."
    error = yaml_error("document contains excessive aliasing")
    return RawProblem("aliases-too-large", start, end, message, "Write the repeated values out.", path, error=error)


def tag_mismatch(start: int, end: int, tag: str, text: str, error: str, path: FieldPath) -> RawProblem:
    """A tag such as ``!!int`` on a text of another type."""
    name = "!!" + tag.rpartition(":")[2]
    message = f"The tag `{name}` does not fit the value {excerpt(text)}."
    hint = f"Remove the tag, or mend the value. {error_text(error)}."
    return RawProblem("tag-mismatch", start, end, message, hint, path, error=yaml_error(error))


def error_text(error: str) -> str:
    """``error`` as a hint quotes it; left out when it repeats a long value."""
    return f"Kubernetes says: {error}" if len(error) <= _LONGEST_ERROR else "Kubernetes cannot convert the value"


def no_number(start: int, end: int, text: str, value: float, path: FieldPath) -> RawProblem:
    """A number that JSON does not have."""
    message = f"{excerpt(text)} is not a number that Kubernetes can store."
    hint = "If you mean text, put quotes around the value."
    return RawProblem("unsupported-value", start, end, message, hint, path, error=number_error(value))


def inexact_number(start: int, end: int, text: str, value: float, path: FieldPath) -> RawProblem | None:
    """A number that loses digits."""
    if is_long_integer(text, value):
        message = f"{excerpt(text)} is too long for an exact number; Kubernetes reads it as {value!r}."
        return RawProblem(
            "long-integer", start, end, message, "Put quotes around the digits: text keeps each of them.", path
        )
    return None


def unsupported_key(start: int, end: int, text: str, value: Any, path: FieldPath) -> RawProblem:
    """A key that has no name in JSON."""
    if isinstance(value, dict | list):
        kind = "mapping" if isinstance(value, dict) else "list"
        message = f"A {kind} cannot be a key; Kubernetes refuses the document."
        hint = "If the key is text, put quotes around it: text such as `{{ … }}` or `[a]` needs them."
        return RawProblem("unsupported-key", start, end, message, hint, path, error=key_error(value))
    subject = f"The key {excerpt(text)}" if text.strip() else "An empty key"
    message = f"{subject} is {'null' if value is None else 'too large a number'}, which Kubernetes refuses as a key."
    return RawProblem("unsupported-key", start, max(end, start + 1), message, "Put quotes around the key.", path)


def odd_key(start: int, end: int, text: str, name: str, path: FieldPath) -> RawProblem:
    """A key such as ``y`` or ``on`` that Kubernetes renames."""
    message = f"The key {excerpt(text)} is not text; Kubernetes renames the key to {excerpt(name)}."
    return RawProblem("odd-key", start, end, message, f"Put quotes around the key to keep {excerpt(text)}.", path)


def merge_not_a_mapping(start: int, end: int, path: FieldPath) -> RawProblem:
    """``<<`` with something other than a mapping or a list of mappings."""
    message = "`<<` needs a mapping, or a list of mappings, as its value."
    error = yaml_error("map merge requires map or sequence of maps as the value")
    return RawProblem(
        "merge-not-a-mapping",
        start,
        end,
        message,
        "Write an alias of a mapping, such as `<<: *name`.",
        path,
        error=error,
    )


def merge_override(start: int, end: int, names: list[str], path: FieldPath) -> RawProblem:
    """``<<`` below keys that it replaces; other readers of YAML let those keys win."""
    others = " and others" if len(names) > _MOST_NAMES else ""
    listed = ", ".join(excerpt(name) for name in names[:_MOST_NAMES]) + others
    message = f"`<<` replaces {listed}: keys above `<<` in the same mapping lose their values."
    return RawProblem(
        "merge-override", start, end, message, "Write `<<` first, and below it the keys that differ.", path
    )


def duplicate_key(first: Place, repeated: Place, name: str, path: FieldPath) -> RawProblem:
    """A repeated key in one mapping."""
    message = f"The key {excerpt(name)} is in this mapping more than once; the last value wins."
    related = ((*first, "The first of these keys; its value is lost."),)
    return RawProblem(
        "duplicate-key", *repeated, message, "Keep one of these keys, and remove or rename the others.", path, related
    )


WARNINGS = (odd_key, merge_override, duplicate_key)  # the functions above whose problems refuse nothing
