"""The rule `namespace`: a namespace in names of hosts and in references becomes a Parameter; in Objects, it goes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from playground.engine.authoring.meanings import Meaning
from playground.engine.authoring.suggestions.candidates import Candidate, whole
from playground.engine.authoring.suggestions.model import Note
from playground.engine.authoring.suggestions.survey import Leaf, Survey
from playground.engine.authoring.wrapping import PlainObject
from playground.engine.kubernetes.pods import field_at
from playground.engine.model.location import FieldPath

NAMESPACE_PATH = FieldPath(("metadata", "namespace"))
_KINDS: Final = {"subjects": "ServiceAccount", "service": "Service"}  # of what a name with a namespace names
_NAMESPACE = Meaning("value", "NAMESPACE", "NAMESPACE", "Namespace", "The namespace in which the objects are.")


def namespaces_of(objects: Sequence[PlainObject]) -> dict[str, int]:
    """The namespaces in the metadata of ``objects``, each with the number of the first Object that has it."""
    numbered = ((field_at(item.value, NAMESPACE_PATH), number) for number, item in enumerate(objects))
    return {text: number for text, number in reversed(list(numbered)) if isinstance(text, str)}


def namespaces(survey: Survey) -> Iterator[Candidate]:
    """The namespace of the Objects in `subjects`, in a webhook's `service` and in hosts such as `db.NAMESPACE.svc`."""
    listed = namespaces_of(survey.objects)
    if len(listed) > 1:
        return
    own = next(iter(listed), "")
    for leaf in survey.with_keys("namespace"):
        if leaf.above in _KINDS and isinstance(leaf.value, str) and _is_own(survey, leaf, own):
            yield Candidate(leaf, whole(leaf), _NAMESPACE, is_dropped=True)
    if not own or "$" in own:
        return
    host = re.compile(rf"(?<=\.){re.escape(own)}(?=\.svc(?![A-Za-z0-9-]))")
    for leaf in survey.leaves:
        survey.deadline.spend()
        if isinstance(leaf.value, str) and ".svc" in leaf.value:
            for match in host.finditer(leaf.value):
                yield Candidate(leaf, match.span(), _NAMESPACE, is_dropped=True)


def _is_own(survey: Survey, leaf: Leaf, own: str) -> bool:
    """Whether what is named is in the text: in the namespace of the Objects, or an Object of its kind among them."""
    if "$" in leaf.value or not leaf.value:
        return False
    name = field_at(leaf.item.value, leaf.path.parent / "name")
    is_in_text = isinstance(name, str) and _KINDS[leaf.above] in survey.names.kinds.get(name, ())
    return leaf.value == own or (not own and is_in_text)


def namespace_notes(objects: Sequence[PlainObject]) -> Iterator[Note]:
    """A Note if the Objects are in several namespaces: processing puts them all into one."""
    listed = namespaces_of(objects)
    if len(listed) > 1:
        item = objects[sorted(listed.values())[1]]
        names = ", ".join(f"`{name}`" for name in sorted(listed)[:5])
        message = f"The objects are in {len(listed)} namespaces ({names}). A Template puts all of them into one."
        yield Note(message, item.document.span(item.path.join(NAMESPACE_PATH)))
