"""How a patch of kustomize names its Object, and which names kustomize would change on its own.

kustomize 5.8, ``api/types/selector.go``, ``api/resmap`` (Select), ``api/filters/nameref``.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from itertools import product
from typing import Any, Final

from playground.engine.exporting.kustomize.resources import Identity
from playground.engine.model.deadline import Deadline
from playground.engine.model.location import FieldPath
from playground.engine.model.records import record

_SPECIAL: Final = re.compile(r"[\\.+*?()|\[\]{}^$]")  # of Go's regular expressions
_NO_GROUP: Final = "^$"  # an empty text would stand for any group
# Fields in which kustomize looks for the names of Objects (``namereference.go``): `parent/key`, in a few more places.
_REFERENCE: Final = re.compile(
    r"[^/]*(?:Refs?|configMap|secret|Secrets|service|subjects)/name|.*/[^/]*(?:Names?|[sS]ecret|configmap)"
    r"|.*/(?:configMap|secretRef)"
)
_IN_NAMESPACE: Final = re.compile(r"(?:subjects|service)/namespace")


@record()
class Names:
    """What the Objects of a kustomization are called while its patches run: their places, by keys of ``_keys``."""

    places: Mapping[tuple[str, ...], Set[FieldPath]]

    @classmethod
    def of(cls, objects: Iterable[tuple[FieldPath, Sequence[Identity]]]) -> Names:
        """The names of ``objects``: each with its place, and its identities before and after its patches.

        kustomize compares the parts of an identity one by one, some with the old value, too.
        """
        places: dict[tuple[str, ...], set[FieldPath]] = defaultdict(set)
        for place, identities in objects:
            types = {(identity.group, identity.version, identity.kind) for identity in identities}
            namespaces = {identity.namespace for identity in identities}
            names = {identity.name for identity in identities}
            for (group, version, kind), namespace, name in product(types, namespaces, names):
                for key in _keys(Identity(group, version, kind, namespace, name)):
                    places[key].add(place)
        return cls(places)

    def target(self, place: FieldPath, identity: Identity) -> Mapping[str, str] | None:
        """The selector of the Object at ``place``, and of no other Object; None if there is none."""
        if self._has_other(place, ("unique", *identity.unique)):
            return None
        selected = (identity.name, identity.kind, identity.version)
        target = {"version": identity.version, "kind": identity.kind, "name": identity.name}
        target = {key: _escaped(text) for key, text in target.items() if text}
        has_others = self._has_other(place, ("any group", *selected))
        if identity.group or self._has_other(place, ("some group", *selected)):
            target = {"group": _escaped(identity.group) or _NO_GROUP, **target}
            has_others = self._has_other(place, ("group", *selected, identity.group))
        return target | ({"namespace": _escaped(identity.namespace or "default")} if has_others else {})

    def _has_other(self, place: FieldPath, key: tuple[str, ...]) -> bool:
        """Whether the ``key`` is also that of an Object at another place than ``place``."""
        places = self.places.get(key, frozenset())
        return len(places) > (place in places)


def _keys(identity: Identity) -> Iterator[tuple[str, ...]]:
    """By what a selector may find an Object; a selector without a version finds every version."""
    yield ("unique", *identity.unique)
    for version in {identity.version, ""}:
        selected = (identity.name, identity.kind, version)
        yield ("any group", *selected)
        yield ("group", *selected, identity.group)
        if identity.group:
            yield ("some group", *selected)


def _escaped(text: str) -> str:
    """A regular expression of Go that matches ``text`` only; kustomize anchors it.

    >>> _escaped("a.b-c$1")
    'a\\\\.b-c\\\\$1'
    """
    return _SPECIAL.sub(lambda match: f"\\{match[0]}", text)


def referenced(values: Iterable[Any], deadline: Deadline) -> tuple[frozenset[str], frozenset[str]]:
    """The names of Objects, and the namespaces beside them, that the fields of ``values`` refer to.

    kustomize puts a renamed Object's new name in place of its old name there; processing a Template does not.
    """
    names: set[str] = set()
    namespaces: set[str] = set()
    for value in values:
        for place, text in _texts(value, deadline):
            if _REFERENCE.fullmatch(place):
                names.add(text)
            elif _IN_NAMESPACE.fullmatch(place):
                namespaces.add(text)
    return frozenset(names), frozenset(namespaces)


def _texts(value: Any, deadline: Deadline) -> Iterator[tuple[str, str]]:
    """Each text in ``value``, with its key and the key above as `parent/key`; lists have no keys."""
    waiting: list[tuple[str, str, Any]] = [("", "", value)]
    while waiting:
        parent, key, value = waiting.pop()
        deadline.spend()
        if isinstance(value, dict):
            waiting += [(key, inner_key, inner) for inner_key, inner in value.items()]
        elif isinstance(value, list):
            waiting += [(parent, key, inner) for inner in value]
        elif isinstance(value, str):
            yield f"{parent}/{key}", value
