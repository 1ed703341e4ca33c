"""The rule `secret`: a pasted secret is replaced, and its Parameter generates another one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from playground.engine.authoring.meanings import VARIABLES, Meaning, display_name_of, secret_meaning
from playground.engine.authoring.suggestions.candidates import Candidate, whole
from playground.engine.authoring.suggestions.model import Note
from playground.engine.authoring.suggestions.survey import Leaf, Survey
from playground.engine.editing.parameter_names import upper_name
from playground.engine.kubernetes.pods import field_at
from playground.engine.text.secret_names import is_secret_name
from playground.engine.text.secrets import passwords_in

# What a generated word can stand for: an address or several words mean more.
_WORD: Final = re.compile(r"[^\s:/]+")
_REFERENCE: Final = re.compile(r"\$[({]")


def secrets(survey: Survey) -> Iterator[Candidate]:
    """Texts of Secrets, and of variables whose name says that they hold one; and passwords of addresses equal to them.

    Texts of several lines stay, and so do references.
    """
    candidates = [candidate for leaf in survey.leaves if (candidate := _candidate(survey, leaf)) is not None]
    yield from candidates
    generated = {candidate.text: candidate for candidate in candidates if candidate.is_generated}
    if generated:
        claimed = {id(candidate.leaf) for candidate in candidates}
        for leaf in survey.leaves:
            survey.deadline.spend()
            if isinstance(leaf.value, str) and "://" in leaf.value and id(leaf) not in claimed:
                yield from _in_addresses(leaf, generated)


def _in_addresses(leaf: Leaf, generated: dict[str, Candidate]) -> Iterator[Candidate]:
    for start, end in passwords_in(leaf.value):
        candidate = generated.get(leaf.value[start:end])
        if candidate is not None:
            yield Candidate(leaf, (start, end), candidate.meaning, is_generated=True)


def _candidate(survey: Survey, leaf: Leaf) -> Candidate | None:
    survey.deadline.spend()
    text = leaf.value
    if not isinstance(text, str) or not text.strip() or "\n" in text or _REFERENCE.search(text):
        return None
    name = _name(survey, leaf)
    if name is None:
        return None
    meaning = secret_meaning(name) if _WORD.fullmatch(text) else _given(name)
    return Candidate(leaf, whole(leaf), meaning, is_generated=meaning.kind == "secret", is_dropped=True)


def _name(survey: Survey, leaf: Leaf) -> str | None:
    """The name of a Parameter for the secret in ``leaf``; None if that is no secret."""
    if leaf.above == "stringData" and leaf.kind == "Secret":
        return upper_name(leaf.key) or "SECRET"
    if leaf.keys[-2:] in VARIABLES:
        name = field_at(leaf.item.value, leaf.path.parent / "name")
        is_secret = isinstance(name, str) and is_secret_name(name)
        return survey.meaning(leaf).name if is_secret else None
    meaning = survey.meaning(leaf) if leaf.key == "secret" and leaf.kind == "BuildConfig" else None
    return meaning.name if meaning is not None and meaning.kind == "secret" else None


def _given(name: str) -> Meaning:
    """The meaning of a secret that no generated word can stand for."""
    return Meaning("value", "secret", name, display_name_of(name), f"A value for {name}. Nothing is generated.")


def base64_notes(survey: Survey) -> Iterator[Note]:
    """A Note for each Secret with `data`: its values are base64, so they are no Parameters."""
    seen = set()
    for leaf in survey.leaves:
        if leaf.kind == "Secret" and leaf.keys[:1] == ("data",) and leaf.number not in seen:
            seen.add(leaf.number)
            message = "The values in `data` of a Secret are base64, so they stay in the Template as they are."
            advice = "Write them as plain text in `stringData`, and each becomes a parameter."
            yield Note(f"{message} {advice}", leaf.item.document.key_span(leaf.item.path / "data"))


def kept_notes(survey: Survey) -> Iterator[Note]:
    """A Note for each Object with secrets that have line breaks: these stay in the Template."""
    kept: dict[int, list[Leaf]] = {}
    for leaf in survey.leaves:
        survey.deadline.spend()
        text = leaf.value
        if isinstance(text, str) and text.strip() and "\n" in text and _name(survey, leaf) is not None:
            kept.setdefault(leaf.number, []).append(leaf)
    for first, *more in kept.values():
        name = first.key if first.above == "stringData" else field_at(first.item.value, first.path.parent / "name")
        message = f"The value of `{name}` has line breaks, so it stays in the Template."
        if more:
            message = f"The values of `{name}` and {len(more)} more have line breaks, so they stay in the Template."
        yield Note(message, first.item.document.span(first.item.path.join(first.path)))
