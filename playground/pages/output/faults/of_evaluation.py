"""The faults of every field of the output: its ranges that an issue is about, and the references that stay."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice

from playground.engine import (
    Diagnostic,
    Document,
    Evaluation,
    ExpandedText,
    Fate,
    FieldPath,
    Piece,
    Severity,
    SourceSpan,
    VariableReference,
    field_at,
)
from playground.pages.output.lines import span_text
from playground.pages.output.marks import Fault, Place, shown_value

MOST_ISSUES = 200  # diagnostics that the page lists
MOST_STAYING = 1_000  # in one output: references that stay, and as many uses of wrong values
LONGEST_MESSAGE = 400  # characters of the messages about one range
LINE = -1  # the start and end of a fault of a whole field: its first line stands for the field
_OF_VALUES = ("PAR", "GEN", "REF")  # families of rules that, in a Parameter's declaration, are about its value
_STAYS = {
    Fate.UNRESOLVED: "is not defined here, so it stays as it is.",
    Fate.UNKNOWN: "has a value that is not in this text, so it stays as it is here.",
    Fate.WITHHELD: "would make the text too long to show, so it stays as it is here.",
    Fate.INCOMPLETE: "has no closing parenthesis, so it stays as it is.",
    Fate.DAMAGED: "is damaged: this version of Kubernetes splits the character.",
}
_RANKS = {severity: rank for rank, severity in enumerate(Severity)}

Faults = Mapping[Place, Sequence[Fault]]


def faults_of(evaluation: Evaluation, stage: str) -> Faults:
    """The faults of every field of the Objects after ``stage``: in order, without overlap.

    The first MOST_ISSUES diagnostics, and the references that no diagnostic is about and that stay.
    """
    return evaluation.once(("faults", stage), lambda: _faults(evaluation, stage))


def _faults(evaluation: Evaluation, stage: str) -> Faults:
    search = _Search(evaluation, stage)
    for number, diagnostic in zip(issue_numbers(evaluation), evaluation.diagnostics[:MOST_ISSUES], strict=False):
        search.add_diagnostic(number, diagnostic)
    search.add_values()
    search.add_staying()
    search.add_staying_variables()
    return {place: merged(faults) for place, faults in search.faults.items() if faults}


def issue_numbers(evaluation: Evaluation) -> Sequence[int]:
    """The number of each diagnostic's issue on the page, which is the index of the issue's first diagnostic."""
    first_of = {number: issue.numbers[0] for issue in evaluation.issues for number in issue.numbers}
    return [first_of[number] for number in range(len(first_of))]


@dataclass(slots=True)
class _Search:
    """The faults of one output, while they are collected."""

    evaluation: Evaluation
    stage: str
    faults: dict[Place, list[Fault]] = field(default_factory=dict)
    _texts: dict[Place, ExpandedText] = field(default_factory=dict)  # the texts that expansion changed
    _objects: dict[tuple[int, tuple[str | int, ...]], int] = field(default_factory=dict)  # by document and path
    _parameters: dict[str, Fault] = field(default_factory=dict)  # by name: what is wrong with the value
    # By the Object's index: see ``_key_names``.
    _keys: dict[int, Mapping[tuple[tuple[str | int, ...], str | int], str | int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for index, item in enumerate(self.evaluation.objects):
            self._objects.setdefault((item.document.index, tuple(item.path)), index)
        for container in self.evaluation.containers if self.stage == "expanded" else ():
            for text in container.texts:
                if text.references:
                    self._texts[container.object, text.path] = text

    def add_diagnostic(self, number: int, diagnostic: Diagnostic) -> None:
        """Add the fault at the place of a Diagnostic; one about a Parameter's value waits for ``add_values``."""
        document = self._document(diagnostic.span)
        if document is None:
            return
        path = document.path_at(diagnostic.span.start)
        fault = Fault(LINE, LINE, diagnostic.severity, plain(diagnostic.message), number, span_text(diagnostic.span))
        place = self._place(document, path)
        if place is not None:
            self._add(place, fault, _part(document, path, diagnostic.span))
        elif diagnostic.severity is not Severity.HINT and diagnostic.code.startswith(_OF_VALUES):
            self._parameters.setdefault(self._parameter(document, path), fault)

    def add_values(self) -> None:
        """Add the faults of every use of a Parameter with a wrong value."""
        for place, piece, fault in islice(self._wrong_pieces(), MOST_STAYING):
            start, end = piece.start, piece.end
            if place in self._texts:
                start, end = _after_expansion(self._texts[place], start, end)
            self.faults.setdefault(place, []).append(fault._replace(start=start, end=end))

    def _wrong_pieces(self) -> Iterator[tuple[Place, Piece, Fault]]:
        for index, item in enumerate(self.evaluation.objects if self._parameters else ()):
            for path, pieces in item.pieces.items():
                for piece in pieces:
                    if piece.parameter in self._parameters and piece.start < piece.end:
                        yield (index, path), piece, self._parameters[piece.parameter]

    def add_staying(self) -> None:
        """Add the parameter references that stay and are in no fault so far."""
        for place, start, end, fault in islice(self._staying(), MOST_STAYING):
            self._known_or_new(place, fault._replace(start=start, end=end))

    def add_staying_variables(self) -> None:
        """Add the variable references that stay and are in no fault so far.

        A variable whose text has such a reference has a wrong value: each use of the variable gets the same fault.
        """
        remaining = MOST_STAYING
        for container in self.evaluation.containers if self.stage == "expanded" else ():
            # By the ``id`` of an expanded text: the ``id`` of the variable that it defines.
            defined_by = {id(item.expanded): id(item) for item in container.declared if item.expanded}
            wrong: dict[int, Fault] = {}  # by the ``id`` of a variable: the first fault of its value
            for text in container.texts:
                for reference in text.references:
                    fault = wrong.get(id(reference.variable)) or _staying_fault(text, reference)
                    if fault is None:
                        continue
                    fault = fault._replace(start=reference.result_start, end=reference.result_end)
                    fault = self._known_or_new((container.object, text.path), fault)
                    if id(text) in defined_by:
                        wrong.setdefault(defined_by[id(text)], fault)
                    remaining -= 1
                    if not remaining:
                        return

    def _known_or_new(self, place: Place, fault: Fault) -> Fault:
        """The fault that overlaps ``fault`` if there is one; else add ``fault``."""
        others = self.faults.setdefault(place, [])
        for other in others:
            if other.start < fault.end and fault.start < other.end:
                return other
        others.append(fault)
        return fault

    def _staying(self) -> Iterator[tuple[Place, int, int, Fault]]:
        processed = self.evaluation.processed
        for reference in processed.references if processed else ():
            if reference.fate not in ("missing", "undeclared") or reference.object is None or reference.in_key:
                continue
            item = self.evaluation.objects[reference.object]
            place = self._place(item.document, reference.path)
            if place is None:
                continue
            text = field_at(item.document.value, reference.path)
            written = text[reference.start : reference.end] if isinstance(text, str) else reference.name
            why = "has no value" if reference.fate == "missing" else "is not declared"
            fault = Fault(LINE, LINE, Severity.WARNING, f"{written} {why}, so it stays as it is.")
            start, end = self._shown_range(place, reference.start, reference.end)
            yield place, start, end, self._parameters.get(reference.name, fault)

    def _add(self, place: Place, fault: Fault, part: tuple[int, int] | None) -> None:
        """Add ``fault``; ``part``: the range of the field's text as the author wrote it."""
        if part is None:
            self.faults.setdefault(place, []).append(fault)
        else:
            start, end = self._shown_range(place, *part)
            self.faults.setdefault(place, []).append(fault._replace(start=start, end=end))

    def _shown_range(self, place: Place, start: int, end: int) -> tuple[int, int]:
        """The range of the output's value that came from a range of the author's text."""
        item = self.evaluation.objects[place[0]]
        value = field_at(item.value, place[1])
        if not isinstance(value, str):
            return 0, len(shown_value(value))
        if place[1] in item.pieces:
            start, end = _after_processing(item.pieces[place[1]], start, end)
        return _after_expansion(self._texts[place], start, end) if place in self._texts else (start, end)

    def _document(self, span: SourceSpan) -> Document | None:
        """The document that holds the start of a place."""
        documents = self.evaluation.source.documents
        index = bisect_right(documents, span.start, key=lambda document: document.span().start) - 1
        return documents[index] if index >= 0 and span.start <= documents[index].span().end else None

    def _place(self, document: Document, path: FieldPath) -> Place | None:
        """The field of the output that shows a field of a document; None if no Object holds the field."""
        for depth in range(len(path) + 1):
            index = self._objects.get((document.index, tuple(path[:depth])))
            if index is None:
                continue
            shown: tuple[str | int, ...] = ()
            names = self._key_names(index)
            for step in path[depth:]:
                shown += (names.get((shown, step), step),)
            return index, FieldPath(shown)
        return None

    def _key_names(self, index: int) -> Mapping[tuple[tuple[str | int, ...], str | int], str | int]:
        """The changed keys of one Object, as in the output, by the mapping's path there and the key in the source."""
        if index not in self._keys:
            keys = self.evaluation.objects[index].keys
            self._keys[index] = {(tuple(path[:-1]), written): path[-1] for path, written in keys.items()}
        return self._keys[index]

    def _parameter(self, document: Document, path: FieldPath) -> str:
        """The name of the Parameter whose declaration holds ``path``; "" if none does."""
        processed = self.evaluation.processed
        if processed is None or processed.template.document.index != document.index:
            return ""
        declared = (parameter for parameter in processed.template.parameters if path.is_under(parameter.path))
        return next((parameter.name for parameter in declared), "")


def _staying_fault(text: ExpandedText, reference: VariableReference) -> Fault | None:
    """The fault of a reference that stays; None if it does not."""
    reason = _STAYS.get(reference.fate)
    if reason is None:
        return None
    written = text.text[reference.start : reference.end]
    return Fault(LINE, LINE, Severity.HINT, f"{written} {reason}"[:LONGEST_MESSAGE])


def plain(message: str) -> str:
    """A message as a tooltip shows it."""
    return message.replace("`", "")[:LONGEST_MESSAGE]


def _part(document: Document, path: FieldPath, span: SourceSpan) -> tuple[int, int] | None:
    """The range of the text at ``path`` that lies at ``span``.

    None if ``path`` has a mapping, a list or an empty value, or if ``span`` is not in the value but, say, on its key.
    """
    value, whole = field_at(document.value, path), document.span(path)
    if isinstance(value, dict | list) or span.start < whole.start or span.end > whole.end or value in ("", None):
        return None
    if not isinstance(value, str) or span == whole:
        return 0, len(shown_value(value))
    offsets = range(len(value) + 1)
    start = bisect_left(offsets, span.start, key=lambda offset: document.text_span(path, offset, offset).start)
    end = bisect_left(offsets, span.end, key=lambda offset: document.text_span(path, offset, offset).start)
    return (start, end) if start < end <= len(value) else (0, len(value))


def _after_processing(pieces: Sequence[Piece], start: int, end: int) -> tuple[int, int]:
    """The range of a substituted text that came from ``start``–``end`` of the author's text.

    A part that came from a Parameter counts as a whole.
    """
    touched = [piece for piece in pieces if piece.source_start < end and start < piece.source_end]
    if not touched:
        return LINE, LINE
    first, last = touched[0], touched[-1]
    begin = first.start if first.parameter else first.start + max(0, start - first.source_start)
    finish = last.end if last.parameter else last.start + min(end, last.source_end) - last.source_start
    return begin, finish


def _after_expansion(text: ExpandedText, start: int, end: int) -> tuple[int, int]:
    """The range of an expanded text that came from ``start``–``end`` before expansion.

    A range that begins or ends in a reference includes the whole result of the reference.
    """
    references = text.references
    first = bisect_right(references, start, key=lambda reference: reference.start) - 1
    last = bisect_left(references, end, key=lambda reference: reference.start) - 1
    begin, finish = start, end
    if first >= 0:
        reference = references[first]
        begin = reference.result_start if start < reference.end else reference.result_end + start - reference.end
    if last >= 0:
        finish = references[last].result_end + max(0, end - references[last].end)
    return begin, finish


def merged(faults: Iterable[Fault]) -> tuple[Fault, ...]:
    """``faults`` in order; those that overlap are one."""
    disjoint: list[Fault] = []
    for fault in sorted(faults, key=lambda fault: (fault.start, fault.end)):
        fault = fault if fault.start < fault.end else fault._replace(start=LINE, end=LINE)
        last = disjoint[-1] if disjoint else None
        if last and (fault.start < last.end or fault.start == last.start == LINE):
            disjoint[-1] = _both(last, fault)
        else:
            disjoint.append(fault)
    return tuple(disjoint)


def _both(first: Fault, second: Fault) -> Fault:
    """One fault for two that overlap: the worse one's severity and issue."""
    worse, other = (first, second) if _RANKS[first.severity] <= _RANKS[second.severity] else (second, first)
    message = worse.message if other.message in worse.message else f"{worse.message}\n{other.message}"
    spans = " ".join(dict.fromkeys(f"{worse.spans} {other.spans}".split()))
    issue = other.issue if worse.issue is None else worse.issue
    start, end = min(first.start, second.start), max(first.end, second.end)
    return Fault(start, end, worse.severity, message[:LONGEST_MESSAGE], issue, spans)
