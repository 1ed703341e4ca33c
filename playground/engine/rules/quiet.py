"""Which Documents local rules need not look at again: unchanged ones of which they had nothing to report."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import field, replace

from playground.engine.diagnostics import Diagnostic, Rule
from playground.engine.evaluation import Evaluation
from playground.engine.memory import RULES, Memory
from playground.engine.objects import TracedObject
from playground.engine.records import record
from playground.engine.source import Document


@record()
class Quiet:
    """Of each Document the local rules that said something of it last time; those are asked again, the others not.

    A Document that was read anew, or whose Objects were made anew, is shown to all rules.
    """

    evaluation: Evaluation
    facts: Mapping[object, object]  # what local rules rest on beside the cluster, by the walk that found it
    era: tuple[object, str]  # of the cluster and of these facts
    objects: Counter[int]  # how many each Document has, of those that the limits let through
    new: frozenset[int]  # the numbers of Documents of which nothing is known
    loud: Mapping[str, frozenset[int]]  # those of which a rule said something, by its code
    views: dict[frozenset[int], Evaluation] = field(default_factory=dict)
    said: dict[int, set[str]] = field(default_factory=dict)  # this time

    def seen_by(self, rule: Rule) -> Evaluation:
        """What a rule has to look at: all, or without the Documents that are quiet."""
        if not rule.local:
            return self.evaluation
        documents = self.new | self.loud.get(rule.code, frozenset())
        if documents not in self.views:
            self.views[documents] = _with_only(self.evaluation, documents, self.facts)
        return self.views[documents]

    def note(self, rule: Rule, said: Sequence[Diagnostic], *, cut: bool) -> None:
        """What a rule said this time; nobody knows what else there was to say if that was ``cut``."""
        documents = self.evaluation.source.documents
        if not rule.local:
            return
        for index in range(len(documents)) if cut else {_holder(documents, diagnostic) for diagnostic in said}:
            self.said.setdefault(index, set()).add(rule.code)

    def keep(self) -> None:
        """Remember it for the next evaluation."""
        for document in self.evaluation.source.documents:
            codes = frozenset(self.said.get(document.index, ()))
            document.remembered[RULES] = self.era, self.objects[document.index], codes


def quiet(evaluation: Evaluation, memory: Memory, facts: Mapping[object, object]) -> Quiet:
    """What is remembered of the Documents of an Evaluation."""
    era = memory.era, repr(tuple(facts.values()))
    objects = Counter(item.document.index for item in evaluation.objects)
    new: set[int] = set()
    loud: dict[str, set[int]] = {}
    for document in evaluation.source.documents:
        known_era, number, codes = document.remembered.get(RULES, (None, 0, ()))
        if known_era != era or number != objects[document.index]:
            new.add(document.index)
            continue
        for code in codes:
            loud.setdefault(code, set()).add(document.index)
    spoken = {code: frozenset(indexes) for code, indexes in loud.items()}
    return Quiet(evaluation, facts, era, objects, frozenset(new), spoken)


def _holder(documents: Sequence[Document], diagnostic: Diagnostic) -> int:
    """The number of the Document in which a diagnostic stands: the last that begins before it."""
    return bisect_right(documents, diagnostic.span.start, key=lambda document: document.span().start) - 1


def _with_only(evaluation: Evaluation, documents: frozenset[int], facts: Mapping[object, object]) -> Evaluation:
    """The Evaluation with containers and Objects of these Documents only; other Objects keep their place and number."""
    if len(documents) == len(evaluation.source.documents):
        return evaluation
    objects = evaluation.objects
    return replace(
        evaluation,
        objects=tuple(item if item.document.index in documents else _emptied(item) for item in objects),
        containers=tuple(each for each in evaluation.containers if objects[each.object].document.index in documents),
        remembered=dict(facts),
    )


def _emptied(item: TracedObject) -> TracedObject:
    return TracedObject(None, item.document, item.path, item.pieces, item.keys)
