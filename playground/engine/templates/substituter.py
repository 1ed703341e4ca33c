"""Substitutes parameter references in a whole Object, recording every reference and where each value came from.

OpenShift library-go ``pkg/template/templateprocessing`` (values and keys, at any depth); the Kubernetes proposal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from playground.engine.model.deadline import Deadline
from playground.engine.model.limits import Limits
from playground.engine.model.location import ROOT, FieldPath
from playground.engine.model.problems import Problem
from playground.engine.reading import Document
from playground.engine.reading.objects import Piece, strings
from playground.engine.templates.substitution import (
    DROP,
    Dialect,
    ParameterToken,
    Substitution,
    SubstitutionLimitError,
    parameter_tokens,
    substitute,
)

_NESTED = frozenset({dict, list})
ParameterFate = Literal["substituted", "missing", "undeclared", "inert"]


class ParameterReference(NamedTuple):
    """A parameter reference in the Template, and its fate.

    ``substituted``; ``missing``: its Parameter needs a value and has none; ``undeclared``: there is no such Parameter;
    ``inert``: the dialect leaves this form alone. All but the first stay in the text as they are.
    """

    object: int | None  # index in the processed Objects; None: in the Template's labels or message
    path: FieldPath  # the text's place in the Document, keys as written
    in_key: bool
    start: int  # in the text, in code points
    end: int
    name: str
    form: str
    fate: ParameterFate
    whole: bool  # the reference is the whole text
    value: Any = None  # of a whole reference the field's new value, else the inserted text


@dataclass(slots=True)
class Substituter:
    """Substitutes the texts of a Template one after the other, and records references and Problems.

    A ``place`` is the path of a field in the Document, keys as written.
    """

    document: Document
    dialect: Dialect
    values: Mapping[str, str]
    types: Mapping[str, str]
    missing: frozenset[str]  # Parameters that need a value and have none
    limits: Limits = field(default_factory=Limits)
    deadline: Deadline = field(default_factory=Deadline)
    # By text, as texts repeat: without the cache, a Template of 20 KB takes 1.12 times as long to read, process, print.
    cache: dict[str, tuple[tuple[ParameterToken, ...], Substitution]] = field(default_factory=dict)
    references: list[ParameterReference] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    full: bool = False  # a limit was exceeded: nothing more is substituted
    object: int | None = None  # index of the new Object; None: a label or the message is substituted
    pieces: dict[FieldPath, tuple[Piece, ...]] = field(default_factory=dict)  # by the path in the new Object
    keys: dict[FieldPath, str] = field(default_factory=dict)  # keys as written, by the path with the new key
    labels: dict[str, tuple[Piece, ...]] = field(default_factory=dict)  # pieces of the Template's labels, by new key
    dollars: list[tuple[FieldPath, str]] = field(default_factory=list)  # the Object's strings that contain a `$`
    _characters: int = 0  # of the output so far
    _nodes: int = 0  # keys and values of the mappings and lists that `${{P}}` inserted so far
    _levels: int = 0  # the lengths of the paths of all texts with a `$` so far, added up
    _place: list[str | int] = field(default_factory=list)  # of the current field
    _path: list[str | int] = field(default_factory=list)  # the path of the current field in the new Object

    def start(self, index: int | None, place: FieldPath) -> None:
        """Begin a new Object: its ``index`` among the processed ones, and its ``place`` in the Document."""
        self.object, self._place, self._path, self.pieces, self.keys = index, list(place), [], {}, {}
        self.dollars = []

    def refuse(self, place: FieldPath, message: str) -> None:
        """Record that ``place`` exceeds a limit, and substitute nothing from here on."""
        self.full = True
        self.problems.append(Problem("output-too-large", self.document.index, place, detail={"message": message}))

    def labels_fit(self, labels: Mapping[str, str], times: int, place: FieldPath) -> bool:
        """Count the characters of ``labels`` that are set in ``times`` Objects; return whether they fit the limit.

        If they do not fit, refuse all substitution: ``place`` exceeds the limit.
        """
        self._characters += times * sum(len(key) + len(text) for key, text in labels.items())
        if self._characters <= self.limits.output_characters:
            return True
        self.refuse(place, f"the output would have more than {self.limits.output_characters:,} characters")
        return False

    def value(self, value: Any) -> Any:
        """A copy of ``value`` with its references substituted; DROP if the field disappears."""
        kind = type(value)
        if kind is str:
            return self._text(value)
        if kind is dict:
            return self._mapping(value)
        return self._list(value) if kind is list else value

    def text(self, text: str, place: FieldPath, *, in_key: bool = False) -> str:
        """A label or the message, substituted: always text. Its ``pieces`` are recorded at ROOT."""
        self.start(None, place)
        result = self._substituted(text, in_key=in_key)
        if not result.pieces:
            return text
        last = self.references[-1]
        if last.whole:  # also `${{P}}` inserts text here, not the JSON value
            value = self.values[last.name]
            self.pieces[ROOT] = (Piece(0, len(value), 0, len(text), last.name),)
            return value
        self.pieces[ROOT] = result.pieces
        return str(result.value)

    def _text(self, text: str) -> Any:
        result = self._substituted(text)
        if result.pieces:
            self.pieces[FieldPath(self._path)] = result.pieces
        value = result.value
        if type(value) is str:
            if "$" in value and not self.full:
                self.dollars.append((FieldPath(self._path), value))
        elif type(value) is dict or type(value) is list:
            self._count_inserted(value)
        return value

    def _count_inserted(self, value: Any) -> None:
        """Count the keys and values of a mapping or list that `${{P}}` inserted; list its strings with a `$`."""
        waiting = [value]
        for nested in waiting:
            if type(nested) is dict:
                self._nodes += 2 * len(nested)
                waiting += nested.values()
            elif type(nested) is list:
                self._nodes += len(nested)
                waiting += nested
        if self._nodes > self.limits.expanded_nodes:
            most = f"{self.limits.expanded_nodes:,}"
            self._refuse_text(f"the mappings and lists that references insert have more than {most} keys and values")
            return
        for path, text in strings(value, self.deadline, FieldPath(self._path)):
            self._levels += len(path)
            if self._levels > self.limits.reference_levels:
                self._refuse_text(self._too_many_levels())
                return
            self.dollars.append((path, text))

    def _list(self, items: Sequence[Any]) -> list[Any]:
        new_items: list[Any] = []
        self.deadline.spend(1 + len(items))
        for index, item in enumerate(items):
            kind = type(item)
            if self._stays(item) if kind is str else kind not in _NESTED:
                new_items.append(item)
                continue
            self._place.append(index)
            self._path.append(index)
            result = self._mapping(item) if kind is dict else self._text(item) if kind is str else self._list(item)
            if result is DROP:  # `oc` crashes on null in a list
                self._problem("null-in-list", value=item)
                result = None
            new_items.append(result)
            self._place.pop()
            self._path.pop()
        return new_items

    def _mapping(self, mapping: Mapping[str, Any]) -> dict[str, Any]:
        self.deadline.spend(1 + len(mapping))
        # All keys are searched for references at once: this halves the time of the substitution.
        if not self._stays("".join(mapping)):
            return self._mapping_of_new_keys(mapping)
        new_mapping: dict[str, Any] = {}
        for key, item in mapping.items():
            kind = type(item)
            if self._stays(item) if kind is str else kind not in _NESTED:
                new_mapping[key] = item
                continue
            self._place.append(key)
            self._path.append(key)
            result = self._mapping(item) if kind is dict else self._text(item) if kind is str else self._list(item)
            if result is not DROP:
                new_mapping[key] = result
            self._place.pop()
            self._path.pop()
        return new_mapping

    def _mapping_of_new_keys(self, mapping: Mapping[str, Any]) -> dict[str, Any]:
        """A mapping with references in its keys. Two keys may become equal: the later one wins."""
        new_keys = [self._key(key) for key in mapping]
        winners = dict(zip(new_keys, mapping, strict=True))
        new_mapping: dict[str, Any] = {}
        for new_key, (key, item) in zip(new_keys, mapping.items(), strict=True):
            self._place.append(key)
            self._path.append(new_key)
            if winners[new_key] == key:
                if new_key != key:
                    self.keys[FieldPath(self._path)] = key
                result = self.value(item)
                if result is not DROP:
                    new_mapping[new_key] = result
            else:
                self._problem("key-collision", in_key=True, key=new_key, written=key, winner=winners[new_key])
                self._record_lost(item)
            self._place.pop()
            self._path.pop()
        return new_mapping

    def _stays(self, text: str) -> bool:
        """Whether ``text`` stays as it is: it has no reference and exceeds no limit. Counts its characters if so."""
        if "$" in text:
            return False
        size, limits = len(text), self.limits
        if size > limits.text_characters or self._characters + size > limits.output_characters:
            return False
        self._characters += size
        return True

    def _record_lost(self, item: Any) -> None:
        """Record the references in ``item``, the value of a key that a later equal key replaces. The value is lost."""
        before = self.pieces, self.keys, self.dollars
        self.pieces, self.keys, self.dollars = {}, {}, []
        self.value(item)
        self.pieces, self.keys, self.dollars = before

    def _key(self, key: str) -> str:
        """The key after substitution. `oc` crashes if the new key is not text."""
        self._place.append(key)
        result = self._substituted(key, in_key=True).value
        if not isinstance(result, str):
            text = self.values[self.references[-1].name]
            if self.dialect is Dialect.OPENSHIFT:
                self._problem("key-not-text", in_key=True, value=text)
            result = key if self.dialect is Dialect.OPENSHIFT else text
        self._place.pop()
        return result

    def _substituted(self, text: str, *, in_key: bool = False) -> Substitution:
        """The substitution of ``text``; its references are recorded. Past a limit, the text stays as it is."""
        cached = self.cache.get(text)
        tokens = cached[0] if cached else parameter_tokens(text, self.dialect)
        self.deadline.spend(1 + len(tokens))
        if self.full or not self._fits(text, tokens, in_key) or not tokens:
            return Substitution(text)
        result = cached[1] if cached else self._new_substitution(text, tokens, in_key)
        place = FieldPath(self._place)
        self.references.extend(self._reference(token, text, place, result, in_key) for token in tokens)
        return result

    def _new_substitution(self, text: str, tokens: tuple[ParameterToken, ...], in_key: bool) -> Substitution:
        try:
            limit = self.limits.text_characters
            result = substitute(text, self.values, self.dialect, self.types, limit=limit, tokens=tokens)
        except SubstitutionLimitError as refusal:
            self._problem("output-too-large", in_key=in_key, message=str(refusal))
            return Substitution(text)
        if isinstance(result.value, dict | list):  # not cached: no two fields may share a mapping or list
            self.deadline.spend(len(self.values[tokens[0].name]))
        else:
            self.cache[text] = tokens, result
        return result

    def _fits(self, text: str, tokens: tuple[ParameterToken, ...], in_key: bool) -> bool:
        """Count ``text`` and its references, and return whether they fit the limits. The new text is not built yet.

        The characters of the old or of the new text count, whichever is longer.
        """
        limits, new_size = self.limits, len(text)
        for token in tokens:
            if not token.inert and token.name in self.values:
                new_size += len(self.values[token.name]) - (token.end - token.start)
        self._characters += max(len(text), new_size)
        self._levels += len(self._place) if "$" in text else 0
        if new_size <= limits.text_characters and self._characters <= limits.output_characters:
            if len(self.references) + len(tokens) > limits.references:
                message = f"the Template has more than {limits.references:,} references"
            elif self._levels > limits.reference_levels:
                message = self._too_many_levels()
            else:
                return True
        elif new_size > limits.text_characters:
            message = f"the text would have {new_size:,} characters; the limit is {limits.text_characters:,}"
        else:
            message = f"the output would have more than {limits.output_characters:,} characters"
        self._refuse_text(message, in_key=in_key)
        return False

    def _too_many_levels(self) -> str:
        return f"the paths of all texts with a `$` have more than {self.limits.reference_levels:,} levels"

    def _refuse_text(self, message: str, *, in_key: bool = False) -> None:
        """Record that the current text exceeds a limit, and substitute nothing from here on."""
        self._problem("output-too-large", in_key=in_key, message=message)
        self.full = True

    def _reference(
        self, token: ParameterToken, text: str, place: FieldPath, result: Substitution, in_key: bool
    ) -> ParameterReference:
        whole = token.start == 0 and token.end == len(text)
        fate = self._fate(token)
        value = None
        if fate == "substituted":
            value = result.value if whole else self.values[token.name]
        return ParameterReference(
            self.object, place, in_key, token.start, token.end, token.name, token.form, fate, whole, value
        )

    def _fate(self, token: ParameterToken) -> ParameterFate:
        if token.inert:
            return "inert"
        if token.name in self.values:
            return "substituted"
        return "missing" if token.name in self.missing else "undeclared"

    def _problem(self, pattern: str, *, in_key: bool = False, **detail: Any) -> None:
        place = FieldPath(self._place)
        self.problems.append(Problem(pattern, self.document.index, place, in_key=in_key, detail=detail))
