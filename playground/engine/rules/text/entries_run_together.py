"""Entries of a list that run together because a dash is missing: their repeated keys are the consequence."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from playground.engine.evaluation import Evaluation
from playground.engine.kubernetes.pods import field_at
from playground.engine.model.diagnostics import Edit, Finding, Fix, Related
from playground.engine.model.location import FieldPath, Position, SourceSpan
from playground.engine.model.records import record
from playground.engine.reading import SourceProblem

_DASH = re.compile(r"([ ]*(?:-[ ]+)*)-[ ]+")


@record()
class RunTogether:
    """The keys at which an entry without a dash begins, and where the first of them stands in each entry above."""

    findings: Mapping[SourceProblem, Finding]
    firsts: Mapping[tuple[int, FieldPath], Position]

    def has(self, problem: SourceProblem) -> bool:
        """Whether a repeated key belongs to an entry without a dash."""
        first = self.firsts.get((problem.document, problem.field.parent))
        return first is not None and first <= problem.span.start


def entries_run_together(evaluation: Evaluation, repeated: Sequence[SourceProblem]) -> RunTogether:
    """The entries among the ``repeated`` keys.

    An entry begins where the first key of the entry above is repeated. If that key is the only repeated one, it must
    not stand on the next line, unless the entry above has no other key.
    """
    findings: dict[SourceProblem, Finding] = {}
    firsts: dict[tuple[int, FieldPath], Position] = {}
    for (number, place), problems in _by_entry(repeated).items():
        document = evaluation.document(number)
        start = document.span(place).start
        begins = [problem for problem in problems if problem.related and problem.related[0].span.start == start]
        if document.style(place) != "block" or not begins:
            continue
        is_next = begins[0].span.start.line <= start.line + 1
        if (
            len({problem.field[-1] for problem in problems}) == 1
            and is_next
            and len(field_at(document.value, place)) > 1
        ):
            continue
        firsts[number, place] = begins[0].span.start
        for problem in begins:
            findings[problem] = Finding(
                "An entry of the list begins here, but has no dash: its fields are merged into the entry above.",
                problem.span,
                hint=f"Write a dash before `{problem.field[-1]}`.",
                field=str(problem.field),
                related=(Related(problem.related[0].span, "The entry above begins here."),),
                fix=_dash_before(evaluation, start, problem.span.start),
            )
    return RunTogether(findings, firsts)


def _by_entry(repeated: Sequence[SourceProblem]) -> Mapping[tuple[int, FieldPath], list[SourceProblem]]:
    """The repeated keys of each entry of a list, by document and path of the entry."""
    by_entry: dict[tuple[int, FieldPath], list[SourceProblem]] = {}
    for problem in repeated:
        entry = problem.field.parent
        if entry and isinstance(entry[-1], int):
            by_entry.setdefault((problem.document, entry), []).append(problem)
    return by_entry


def _dash_before(evaluation: Evaluation, above: Position, key: Position) -> Fix | None:
    """The Fix that writes the dash of the entry ``above`` before the ``key``; None if either line is unusual."""
    source = evaluation.source.text
    before = source.slice(SourceSpan(Position(above.line, 1), above))
    indent = source.slice(SourceSpan(Position(key.line, 1), key))
    dash = _DASH.fullmatch(before)
    if dash is None or indent.strip(" ") or len(indent) != len(before):
        return None
    column = len(dash[1]) + 1
    span = SourceSpan(Position(key.line, column), Position(key.line, column + 1))
    return Fix("Write a dash", (Edit(span, "-"),))
