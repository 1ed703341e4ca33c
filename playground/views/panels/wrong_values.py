"""What is wrong with the values of Parameters, in words for the form."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.utils.safestring import SafeString

from playground.engine import Problem, ProcessedTemplate
from playground.views.panels.words import prose

MOST_WRONG = 10  # values listed before a download


@dataclass(frozen=True, slots=True)
class WrongValues:
    """What must be confirmed before a download: the first missing or wrong values, and the number of others."""

    items: tuple[tuple[str, SafeString], ...] = ()  # the Parameter's name, "" if it begins what is wrong, and that
    more: int = 0

    def __bool__(self) -> bool:
        return bool(self.items)


def errors_of(processed: ProcessedTemplate) -> Mapping[str, tuple[str, ...]]:
    """What is wrong with each Parameter's value, by name; what is wrong with its declaration is an issue only."""
    found: dict[str, tuple[str, ...]] = {}
    labels = {value.parameter.name: value.parameter.display_name for value in processed.values}
    for problem in processed.problems:
        name = problem.detail.get("parameter")
        words = _WORDS.get(problem.pattern)
        if words is not None and name in labels:
            found[name] = (*found.get(name, ()), words(problem, labels[name] or f"`{name}`"))
    return found


def wrong_values(processed: ProcessedTemplate | None) -> WrongValues:
    """The values of ``processed`` that the form calls wrong, in the order in which processing met them."""
    errors = errors_of(processed) if processed else {}
    shown = [(name, " ".join(messages)) for name, messages in errors.items()][:MOST_WRONG]
    items = tuple(("" if words.startswith(f"`{name}`") else name, prose(words)) for name, words in shown)
    return WrongValues(items, len(errors) - len(items))


def _missing(_problem: Problem, label: str) -> str:
    return f"{label} is required."


def _not_of_its_type(problem: Problem, _label: str) -> str:
    text, message = problem.detail["text"], problem.detail["message"]
    if problem.detail["type"] == "base64":
        character = problem.detail["character"]
        return f"Not valid base64 at character {character}." if character else f"Not valid base64: {message}."
    what = "a whole number" if problem.detail["type"] == "int" else "true or false"
    return f"`{text}` is not {what}."


def _not_generated(problem: Problem, _label: str) -> str:
    return f"Nothing can be generated from `{problem.detail['expression']}`: {problem.detail['message']}."


_WORDS: Mapping[str, Callable[[Problem, str], str]] = {
    "required-parameter-missing": _missing,
    "conversion-failed": _not_of_its_type,
    "generator-failed": _not_generated,
}
