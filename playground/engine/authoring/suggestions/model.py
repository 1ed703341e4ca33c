"""Suggestion: one thing that makes a Template of pasted Objects better, to accept or to refuse; and the list of all."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from playground.engine.authoring.value_places import ValuePlace
from playground.engine.authoring.wrapping import PlainObject, Wrapping
from playground.engine.editing.declaring import Declaration
from playground.engine.editing.parameter_names import ReferenceForm
from playground.engine.evaluation import Evaluation
from playground.engine.model.location import FieldPath, SourceSpan
from playground.engine.model.records import record

# The rules, with what each is about. The first rule that wants a place gets it.
SUGGESTION_RULES: Final[Mapping[str, str]] = {
    "server": "What the server wrote",
    "owned": "Objects that other objects create",
    "name": "Name of the application",
    "image": "Images",
    "replicas": "Replicas",
    "storage": "Storage",
    "host": "Host names",
    "resources": "CPU and memory",
    "secret": "Secrets",
    "schedule": "Schedules",
    "build": "Builds",
    "namespace": "Namespace",
    "env": "Other variables",
}


@record()
class Suggestion:
    """A Parameter to declare, or something to remove. Its places are in the order of the text."""

    key: str  # the same while the Objects are the same, whatever else is chosen
    rule: str  # one of SUGGESTION_RULES
    title: str  # in plain words, without a full stop
    is_on: bool  # chosen unless somebody decides otherwise
    places: tuple[ValuePlace, ...]
    declaration: Declaration | None = None  # None: it removes its places
    value: str = ""  # of the Parameter in the pasted text
    form: ReferenceForm = "${}"  # of the references; of numbers `${{}}`
    mentions: tuple[ValuePlace, ...] = ()  # places that stay, but mention the value
    fields: tuple[tuple[int, FieldPath], ...] = ()  # what is removed: the number of the Object, and the path in it

    @property
    def drops_value(self) -> bool:
        """Whether the value is replaced and no default."""
        return self.declaration is not None and self.declaration.value is None


@record()
class Note:
    """Something that no suggestion does for the author."""

    message: str  # complete sentences, names in backticks
    span: SourceSpan


@record()
class Suggestions:
    """All that can be done with one pasted text."""

    evaluation: Evaluation
    wrapping: Wrapping  # of the text as pasted
    objects: tuple[PlainObject, ...]  # as pasted; the items of Lists in Lists are Objects of their own
    items: tuple[Suggestion, ...]
    notes: tuple[Note, ...]

    @property
    def defaults(self) -> frozenset[str]:
        """The keys of the suggestions that are on by default."""
        return frozenset(suggestion.key for suggestion in self.items if suggestion.is_on)

    def chosen(self, keys: Iterable[str]) -> tuple[Suggestion, ...]:
        """The suggestions with these ``keys``, in their order; unknown keys are passed over."""
        wanted = frozenset(keys)
        return tuple(suggestion for suggestion in self.items if suggestion.key in wanted)
