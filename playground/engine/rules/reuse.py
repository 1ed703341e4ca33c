"""Which Documents local rules can skip: unchanged ones in which they found nothing last time (see Memory)."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from typing import Any

from playground.engine.diagnostics import Diagnostic, Rule
from playground.engine.evaluation import Evaluation
from playground.engine.memory import RULES, Memory
from playground.engine.objects import DOLLARS, TracedObject
from playground.engine.records import record
from playground.engine.source import Document


@record()
class PreviousFindings:
    """For each Document, the local rules that had findings in it last time: only those are called for it again.

    A Document that has changed, or whose Objects have, is ``new`` and shown to all rules.
    """

    evaluation: Evaluation
    facts: Mapping[object, object]  # the results of the walks in local rules' ``rests_on``, by walk
    era: tuple[object, str]  # identifies the cluster and these facts
    objects: Counter[int]  # the number of Objects of each Document, within the limits
    new: frozenset[int]  # indexes of Documents of which nothing is known
    had_findings: Mapping[str, frozenset[int]]  # indexes of Documents with findings of a rule last time, by its code
    views: dict[frozenset[int], Evaluation] = field(default_factory=dict)
    has_findings: dict[int, set[str]] = field(default_factory=dict)  # codes of rules with findings now, by Document

    def seen_by(self, rule: Rule) -> Evaluation:
        """The Evaluation for a rule; for a local one, with only the Documents that may give findings."""
        if not rule.local:
            return self.evaluation
        documents = self.new | self.had_findings.get(rule.code, frozenset())
        if documents not in self.views:
            self.views[documents] = _with_only(self.evaluation, documents, self.facts)
        return self.views[documents]

    def note(self, rule: Rule, found: Sequence[Diagnostic], *, cut: bool) -> None:
        """Record a rule's findings; if they were ``cut``, assume that it has some in every Document."""
        documents = self.evaluation.source.documents
        if not rule.local:
            return
        for index in range(len(documents)) if cut else {_holder(documents, diagnostic) for diagnostic in found}:
            self.has_findings.setdefault(index, set()).add(rule.code)

    def keep(self) -> None:
        """Store the record in the Documents, for the next evaluation."""
        for document in self.evaluation.source.documents:
            codes = frozenset(self.has_findings.get(document.index, ()))
            document.remembered[RULES] = self.era, self.objects[document.index], codes


def previous_findings(evaluation: Evaluation, memory: Memory, facts: Mapping[object, object]) -> PreviousFindings:
    """What is remembered of the Documents of an Evaluation."""
    era = memory.era, repr(tuple(facts.values()))
    objects = Counter(item.document.index for item in evaluation.objects)
    new: set[int] = set()
    before: dict[str, set[int]] = {}
    for document in evaluation.source.documents:
        known_era, number, codes = document.remembered.get(RULES, (None, 0, ()))
        if known_era != era or number != objects[document.index]:
            new.add(document.index)
            continue
        for code in codes:
            before.setdefault(code, set()).add(document.index)
    frozen = {code: frozenset(indexes) for code, indexes in before.items()}
    return PreviousFindings(evaluation, facts, era, objects, frozenset(new), frozen)


def _holder(documents: Sequence[Document], diagnostic: Diagnostic) -> int:
    """The index of the Document with a diagnostic: the last one that begins before it."""
    return bisect_right(documents, diagnostic.span.start, key=lambda document: document.span().start) - 1


def _with_only(evaluation: Evaluation, documents: frozenset[int], facts: Mapping[object, object]) -> Evaluation:
    """The Evaluation with only these Documents' containers and Objects; other Objects are emptied, not removed."""
    if len(documents) == len(evaluation.source.documents):
        return evaluation
    objects = evaluation.objects
    nothing: dict[object, Any] = {DOLLARS: ()}  # what all emptied Objects remember
    return replace(
        evaluation,
        objects=tuple(item if item.document.index in documents else _emptied(item, nothing) for item in objects),
        containers=tuple(each for each in evaluation.containers if objects[each.object].document.index in documents),
        remembered=dict(facts),
    )


def _emptied(item: TracedObject, remembered: dict[object, Any]) -> TracedObject:
    return TracedObject(None, item.document, item.path, item.pieces, item.keys, remembered)
