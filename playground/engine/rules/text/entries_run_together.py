"""Finds entries of a list without a dash: such an entry is merged into the entry above, whose keys are repeated."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from playground.engine.evaluation import Evaluation
from playground.engine.kubernetes.pods import mapping_at
from playground.engine.model.diagnostics import Edit, Finding, Fix, Related
from playground.engine.model.location import FieldPath, Position, SourceSpan
from playground.engine.model.records import record
from playground.engine.reading import SourceProblem

_DASH = re.compile(r"([ ]*(?:-[ ]+)*)-[ ]+")


@record()
class RunTogether:
    """The entries without a dash: a Finding for each, and where they begin."""

    findings: Mapping[SourceProblem, Finding]  # by the repeated key with which the entry begins
    # By the Document's index and the path of an entry with a dash: the start of the first entry without a dash below.
    beginnings: Mapping[tuple[int, FieldPath], Position]

    def has(self, problem: SourceProblem) -> bool:
        """Whether a repeated key belongs to an entry without a dash."""
        first = self.beginnings.get((problem.document, problem.field.parent))
        return first is not None and first <= problem.span.start


def entries_run_together(evaluation: Evaluation, repeated: Sequence[SourceProblem]) -> RunTogether:
    """The entries without a dash that the ``repeated`` keys reveal.

    Such an entry begins where the first key of the entry above is repeated. One key that is repeated on the next line
    is an ordinary mistake, not an entry, unless the entry above has no other key.
    """
    findings: dict[SourceProblem, Finding] = {}
    beginnings: dict[tuple[int, FieldPath], Position] = {}
    for (document_index, place), problems in _by_entry(repeated).items():
        # ``related[0]`` of a repeated key is the place where the key is first: behind a dash, the key begins the entry.
        first_keys = [
            problem for problem in problems if problem.related and _dash(evaluation, problem.related[0].span.start)
        ]
        if not first_keys:
            continue
        entry_above = first_keys[0].related[0].span.start
        is_on_next_line = first_keys[0].span.start.line <= entry_above.line + 1
        is_only_one = len({problem.field[-1] for problem in problems}) == 1
        if is_only_one and is_on_next_line and _has_other_keys(evaluation, document_index, place):
            continue
        beginnings[document_index, place] = first_keys[0].span.start
        for problem in first_keys:
            findings[problem] = Finding(
                "An entry of the list begins here, but has no dash: its fields are merged into the entry above.",
                problem.span,
                hint=f"Write a dash before `{problem.field[-1]}`.",
                field=str(problem.field),
                related=(Related(problem.related[0].span, "The entry above begins here."),),
                fix=_dash_before(evaluation, entry_above, problem.span.start),
            )
    return RunTogether(findings, beginnings)


def _has_other_keys(evaluation: Evaluation, document_index: int, place: FieldPath) -> bool:
    """Whether the entry at ``place`` has several keys; True for a Document that cannot be read."""
    document = next((document for document in evaluation.source.documents if document.index == document_index), None)
    return document is None or len(mapping_at(document.value, place)) != 1


def _by_entry(repeated: Sequence[SourceProblem]) -> Mapping[tuple[int, FieldPath], list[SourceProblem]]:
    """The repeated keys of each entry of a list, by the index of the Document and the path of the entry."""
    by_entry: dict[tuple[int, FieldPath], list[SourceProblem]] = {}
    for problem in repeated:
        entry = problem.field.parent
        if entry and isinstance(entry[-1], int):
            by_entry.setdefault((problem.document, entry), []).append(problem)
    return by_entry


def _dash(evaluation: Evaluation, key: Position) -> re.Match[str] | None:
    """The indentation and dash before a ``key`` that is the first of its entry; None for any other key."""
    return _DASH.fullmatch(evaluation.source.text.line_before(key))


def _dash_before(evaluation: Evaluation, above: Position, key: Position) -> Fix | None:
    """The Fix that writes a dash before the ``key``, in the column of the dash of the entry ``above``; else None."""
    dash = _dash(evaluation, above)
    indent = evaluation.source.text.line_before(key)
    if dash is None or indent.strip(" ") or len(indent) != len(dash[0]):
        return None
    column = len(dash[1]) + 1
    span = SourceSpan(Position(key.line, column), Position(key.line, column + 1))
    return Fix("Write a dash", (Edit(span, "-"),))
