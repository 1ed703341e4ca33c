"""The parts of a Draft that a Share stores: no secrets, and no generated values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from playground.engine import Origin, ProcessedTemplate, holds_secret, looks_secret, secret_parameters, tells_secret
from playground.pages.draft_evaluation import PageEvaluation
from playground.pages.form.draft import Draft
from playground.pages.form.facts import FACTS, service_fact
from playground.storage.shares.contents import Contents

_LONGEST_NAMES = 1000  # characters of all reported names together, because they go into a cookie
_SHORTEST_SECRET = 6  # characters; shorter texts occur in others by chance
_MOST_SEARCHED = 50_000_000  # characters times secrets
_MOST_DESCRIBED = 8  # expressions that the engine has not described; each may take a tenth of a second


class LeftOut(NamedTuple):
    """Names of values that are not stored: those that are reported, and the number of the others."""

    names: tuple[str, ...] = ()
    more: int = 0

    def __bool__(self) -> bool:
        return bool(self.names or self.more)


class Storable(NamedTuple):
    """The Contents and the title that a Share stores of a Draft."""

    contents: Contents
    title: str


def storable_of(evaluated: PageEvaluation) -> Storable:
    """The text, the title and the values of a Draft, except secrets.

    Generated values are not in a Draft's values. Left out are values whose name or text looks like a secret, or that go
    into a Secret; expressions that determine their value, or of which too many have generated nothing; and everything
    that contains one of those, including the title. Without a readable Template no values are stored, because nobody
    knows which of them are secrets. Assumed variables are stored only if the text refers to them, facts about
    the cluster only if there are containers.
    """
    draft, chosen = evaluated.draft, _chosen(evaluated)
    secrets, names, facts = _secrets(evaluated, chosen), _names(evaluated), _facts(evaluated)
    values, expressions, assumed, cluster = (_without(texts, secrets) for texts in chosen)
    title = "" if holds_secret(draft.title) else _without({"": draft.title}, secrets).get("", "")
    contents = Contents(
        text=draft.source,
        dialect=draft.dialect,
        kubernetes=draft.kubernetes,
        values=values,
        expressions=expressions,
        assumed={name: text for name, text in assumed.items() if name in names},
        cluster={name: text for name, text in cluster.items() if name in facts},
    )
    return Storable(contents, title)


def left_out(evaluated: PageEvaluation) -> LeftOut:
    """The names of the Draft's values that ``storable_of`` leaves out; Parameters first, as they are declared."""
    draft, (stored, title), processed = evaluated.draft, storable_of(evaluated), evaluated.evaluation.processed
    values = processed.values if processed else ()
    generated = {value.parameter.name for value in values if value.origin is Origin.GENERATED}
    pairs = zip(_texts(draft), _texts(stored), strict=True)
    missing = {name for texts, public in pairs for name, text in texts.items() if text and name not in public}
    missing |= generated
    declared = [value.parameter.name for value in values]
    names = [name for name in dict.fromkeys([*declared, *sorted(missing)]) if name in missing]
    return _shortened(names if title == draft.title else [*names, "title"])


def _shortened(names: list[str]) -> LeftOut:
    """As many of ``names`` as have _LONGEST_NAMES characters together."""
    size = number = 0
    while number < len(names) and size + len(names[number]) <= _LONGEST_NAMES:
        size += len(names[number])
        number += 1
    return LeftOut(tuple(names[:number]), len(names) - number)


class _Chosen(NamedTuple):
    """The values that are not secrets when each is judged by itself."""

    values: dict[str, str]
    expressions: dict[str, str]
    assumed: dict[str, str]
    cluster: dict[str, str]


def _texts(holder: Draft | Contents) -> tuple[Mapping[str, str], ...]:
    return holder.values, holder.expressions, holder.assumed, holder.cluster


def _chosen(evaluated: PageEvaluation) -> _Chosen:
    draft, processed = evaluated.draft, evaluated.evaluation.processed
    assumed, cluster = (
        {name: text for name, text in texts.items() if not _is_secret(name, text)}
        for texts in (draft.assumed, draft.cluster)
    )
    if processed is None:
        return _Chosen({}, {}, assumed, cluster)
    secret = secret_parameters(processed) if draft.values else frozenset()  # takes time, so only if there are values
    return _Chosen(
        {name: text for name, text in draft.values.items() if name not in secret and not _is_secret(name, text)},
        _expressions(draft.expressions, processed),
        assumed,
        cluster,
    )


def _expressions(expressions: Mapping[str, str], processed: ProcessedTemplate) -> dict[str, str]:
    """The expressions that tell no secret; of the expressions that have generated nothing, only the first few."""
    generations = {value.parameter.name: value.generation for value in processed.values if value.generation}
    undescribed = [name for name in expressions if name not in generations]
    unknown = frozenset(undescribed[_MOST_DESCRIBED:])
    return {
        name: text
        for name, text in expressions.items()
        if name not in unknown
        and not looks_secret(name)
        and not tells_secret(text, processed.dialect, generations.get(name))
    }


def _is_secret(name: str, text: str) -> bool:
    return looks_secret(name) or holds_secret(text)


def _secrets(evaluated: PageEvaluation, chosen: _Chosen) -> tuple[str, ...]:
    """The secret texts to search for in everything else: those left out, except very short ones."""
    draft, processed = evaluated.draft, evaluated.evaluation.processed
    pairs = zip(_texts(draft), chosen, strict=True)
    texts = {text for values, public in pairs for name, text in values.items() if name not in public}
    texts |= {generated.value for generated in draft.generated.values()}
    texts |= {value.text for value in (processed.values if processed else ()) if value.origin is Origin.GENERATED}
    return tuple(text for text in texts if len(text) >= _SHORTEST_SECRET)


def _without(texts: Mapping[str, str], secrets: Sequence[str]) -> dict[str, str]:
    """The ``texts`` that contain none of ``secrets``; no texts at all if the search would take too long."""
    if len(secrets) * sum(map(len, texts.values())) > _MOST_SEARCHED:
        return {}
    return {name: text for name, text in texts.items() if not any(secret in text for secret in secrets)}


def _names(evaluated: PageEvaluation) -> set[str]:
    """The names that the containers' texts refer to."""
    containers = evaluated.evaluation.containers
    return {reference.name for container in containers for text in container.texts for reference in text.references}


def _facts(evaluated: PageEvaluation) -> set[str]:
    """The names of the facts that containers can rest on; none without containers."""
    if not evaluated.evaluation.containers:
        return set()
    services = (service_fact(service.full_name) for service in evaluated.evaluation.cluster.services)
    return {*(kind.name for kind in FACTS), *services}
