"""The parts of a Draft that a Share stores: no secrets, and no generated values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass
from typing import NamedTuple

from playground.engine import Origin, ProcessedTemplate, holds_secret, looks_secret, secret_parameters, tells_secret
from playground.pages.draft_evaluation import PageEvaluation
from playground.pages.form.draft import Draft
from playground.pages.form.facts import FACTS, service_fact
from playground.storage.shares.contents import Contents

_LONGEST_NAMES = 1000  # characters of all reported names together, because they go into a cookie
_SHORTEST_SECRET = 6  # characters; shorter texts occur in others by chance
_LONGEST_SECRET = 256  # characters of a secret that other texts are searched for
_MOST_COMPARED = 1_000_000  # comparisons of a place with all secrets of one length; beyond, every text counts as secret
# To describe an expression, its alphabet and its strength, may take a tenth of a second. The evaluation describes those
# that generate a value. Of the others, a few short ones are described here; the rest count as secret.
_MOST_DESCRIBED = 8  # expressions
_LONGEST_DESCRIBED = 2_000  # characters of each


class LeftOut(NamedTuple):
    """Names of values that are not stored: those that are reported, and the number of the others."""

    names: tuple[str, ...] = ()
    more: int = 0

    def __bool__(self) -> bool:
        return bool(self.names or self.more)


class Storable(NamedTuple):
    """The Contents and the title that a Share stores of a Draft, and the names of the values that it leaves out."""

    contents: Contents
    title: str
    left_out: LeftOut


def storable_of(evaluated: PageEvaluation) -> Storable:
    """The text, the title and the values of a Draft, except secrets.

    These are left out:

    * generated values
    * values whose name or text looks like a secret, or that go into a Secret
    * expressions from which somebody can guess the generated value, and expressions that are too many to check
    * every text that contains a left-out text, including the title
    * all values if the text has no readable Template, because nobody knows which of them are secrets
    * assumed variables to which the text does not refer, and facts about the cluster if there are no containers
    """
    draft, not_secret = evaluated.draft, _not_secret(evaluated)
    search = _search_for(_secrets(evaluated, not_secret))
    public = _Texts(*(_without(texts, search) for texts in not_secret))
    title = "" if holds_secret(draft.title) or search.is_in(draft.title) else draft.title
    stored = _without_unused(evaluated, public)
    contents = Contents(
        draft.source,
        draft.dialect,
        stored.values,
        stored.expressions,
        stored.assumed,
        draft.kubernetes,
        stored.cluster,
        _by_set(draft, stored.sets),
    )
    return Storable(contents, title, _left_out(evaluated, stored, title))


def left_out_in_preview(evaluated: PageEvaluation) -> LeftOut:
    """The names of the values that a Share would leave out because of their own name or text; Parameters first.

    ``storable_of`` also leaves out each value that contains another value's secret. That search would slow a preview.
    """
    title = "" if holds_secret(evaluated.draft.title) else evaluated.draft.title
    return _left_out(evaluated, _without_unused(evaluated, _not_secret(evaluated)), title)


def _left_out(evaluated: PageEvaluation, stored: Iterable[Mapping[str, str]], title: str) -> LeftOut:
    """The names of the Draft's values that are not in ``stored``; Parameters first, as they are declared."""
    draft, processed = evaluated.draft, evaluated.evaluation.processed
    values = processed.values if processed else ()
    generated = {value.parameter.name for value in values if value.origin is Origin.GENERATED}
    pairs = zip(_texts(draft), stored, strict=True)
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


class _Texts(NamedTuple):
    """The texts of a Draft's values, by name, one mapping for each kind: all texts, or those that may be stored.

    A value of a set has the name ``SET.PARAMETER``; the name of a set has no dot.
    """

    values: Mapping[str, str]
    expressions: Mapping[str, str]
    assumed: Mapping[str, str]
    cluster: Mapping[str, str]
    sets: Mapping[str, str]


def _texts(draft: Draft) -> _Texts:
    sets = {f"{name}.{parameter}": text for name, values in draft.sets.items() for parameter, text in values.items()}
    return _Texts(draft.values, draft.expressions, draft.assumed, draft.cluster, sets)


def _by_set(draft: Draft, texts: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """The value sets of ``draft`` with only the values in ``texts``, whose names are those of ``_Texts.sets``."""
    return {
        name: {parameter: texts[key] for parameter in values if (key := f"{name}.{parameter}") in texts}
        for name, values in draft.sets.items()
        if not holds_secret(name)
    }


def _not_secret(evaluated: PageEvaluation) -> _Texts:
    """The values that are no secrets, each judged by its own name and text."""
    draft, processed = evaluated.draft, evaluated.evaluation.processed
    assumed, cluster = (
        {name: text for name, text in texts.items() if not _is_secret(name, text)}
        for texts in (draft.assumed, draft.cluster)
    )
    if processed is None:
        return _Texts({}, {}, assumed, cluster, {})
    # To find the secret Parameters takes time, and is needed only if there are values.
    secret = secret_parameters(processed) if draft.values or any(draft.sets.values()) else frozenset()

    def is_public(parameter: str, text: str) -> bool:
        return parameter not in secret and not _is_secret(parameter, text)

    return _Texts(
        {name: text for name, text in draft.values.items() if is_public(name, text)},
        _expressions(draft.expressions, processed),
        assumed,
        cluster,
        {name: text for name, text in _texts(draft).sets.items() if is_public(name.partition(".")[2], text)},
    )


def _expressions(expressions: Mapping[str, str], processed: ProcessedTemplate) -> dict[str, str]:
    """The expressions that tell no secret; of the expressions that have generated nothing, only the first few."""
    generations = {value.parameter.name: value.generation for value in processed.values if value.generation}
    undescribed = [name for name in expressions if name not in generations]
    too_long = {name for name in undescribed if len(expressions[name]) > _LONGEST_DESCRIBED}
    unchecked = too_long.union(undescribed[_MOST_DESCRIBED:])
    return {
        name: text
        for name, text in expressions.items()
        if name not in unchecked
        and not looks_secret(name)
        and not tells_secret(text, processed.dialect, generations.get(name))
    }


def _is_secret(name: str, text: str) -> bool:
    return looks_secret(name) or holds_secret(text)


def _secrets(evaluated: PageEvaluation, not_secret: _Texts) -> set[str]:
    """The secret texts to search for in everything else: those left out, except very short ones."""
    draft, processed = evaluated.draft, evaluated.evaluation.processed
    pairs = zip(_texts(draft), not_secret, strict=True)
    texts = {text for values, public in pairs for name, text in values.items() if name not in public}
    texts |= {generated.value for generated in draft.generated.values()}
    texts |= {value.text for value in (processed.values if processed else ()) if value.origin is Origin.GENERATED}
    return {text[:_LONGEST_SECRET] for text in texts if len(text) >= _SHORTEST_SECRET}


@dataclass(slots=True)
class _Search:
    """Searches texts for secrets, in one pass over each text, whatever the number of secrets."""

    # The secrets, by their first _SHORTEST_SECRET characters and by their length.
    by_beginning: Mapping[str, Mapping[int, Set[str]]]
    compared: int = 0

    def is_in(self, text: str) -> bool:
        """Whether ``text`` contains one of the secrets; True, too, after _MOST_COMPARED comparisons."""
        for start in range(len(text) - _SHORTEST_SECRET + 1 if self.by_beginning else 0):
            by_length = self.by_beginning.get(text[start : start + _SHORTEST_SECRET])
            for length, secrets in by_length.items() if by_length else ():
                self.compared += 1
                if self.compared > _MOST_COMPARED or text[start : start + length] in secrets:
                    return True
        return False


def _search_for(secrets: Iterable[str]) -> _Search:
    by_beginning: dict[str, dict[int, set[str]]] = {}
    for secret in secrets:
        by_beginning.setdefault(secret[:_SHORTEST_SECRET], {}).setdefault(len(secret), set()).add(secret)
    return _Search(by_beginning)


def _without(texts: Mapping[str, str], search: _Search) -> dict[str, str]:
    """The ``texts`` that contain no secret."""
    return {name: text for name, text in texts.items() if not search.is_in(text)}


def _without_unused(evaluated: PageEvaluation, texts: _Texts) -> _Texts:
    """``texts`` without the assumed variables and the facts that the text does not use."""
    names, facts = _names_in_use(evaluated), _facts_in_use(evaluated)
    assumed = {name: text for name, text in texts.assumed.items() if name in names}
    cluster = {name: text for name, text in texts.cluster.items() if name in facts}
    return texts._replace(assumed=assumed, cluster=cluster)


def _names_in_use(evaluated: PageEvaluation) -> set[str]:
    """The names that the containers' texts refer to."""
    containers = evaluated.evaluation.containers
    return {reference.name for container in containers for text in container.texts for reference in text.references}


def _facts_in_use(evaluated: PageEvaluation) -> set[str]:
    """The names of the facts that containers can rest on; none without containers."""
    if not evaluated.evaluation.containers:
        return set()
    services = (service_fact(service.full_name) for service in evaluated.evaluation.cluster.services)
    return {*(kind.name for kind in FACTS), *services}
