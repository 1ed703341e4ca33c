"""Proves a Template of pasted Objects: with its defaults it gives them, with another name it raises no diagnostic."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from playground.engine.authoring.suggestions.model import Suggestion, Suggestions
from playground.engine.authoring.suggestions.removing import without
from playground.engine.authoring.wrapping import Wrapping, wrap
from playground.engine.evaluation import Evaluation
from playground.engine.kubernetes.pods import kind_and_name
from playground.engine.model.deadline import Deadline, OutOfTimeError
from playground.engine.model.diagnostics import Diagnostic
from playground.engine.model.inputs import Inputs
from playground.engine.model.limits import Limits
from playground.engine.model.location import ROOT, FieldPath, SourceSpan
from playground.engine.model.records import record
from playground.engine.model.refusal import Refusal
from playground.engine.pipeline import evaluate, process_template
from playground.engine.printing.comparison import compare
from playground.engine.reading import Source, read
from playground.engine.templates import ProcessedTemplate

OTHER_NAME: Final = "zq7"  # of the application, in the second proof


@record()
class Proven:
    """A Template, read, with what its proof used."""

    source: Source
    objects: int  # how many the Template has
    dropped: Mapping[str, str]  # the values that are replaced and no defaults, by the Parameter's name
    renamed: str  # the Parameter that got OTHER_NAME; "": none


def prove(
    suggestions: Suggestions,
    chosen: Sequence[Suggestion],
    removed: Mapping[int, frozenset[FieldPath]],
    text: str,
    cleaned: str,
    deadline: Deadline,
) -> Proven | Refusal:
    """``text``, the Template, with its proof.

    ``cleaned``: the pasted text without what is ``removed`` of each Object; "" if nothing is.
    Raises OutOfTimeError when the ``deadline`` passes.
    """
    proof = _Proof(suggestions, removed, deadline)
    before = proof.objects_before(cleaned)
    if isinstance(before, Refusal):
        return before
    declared = {suggestion.declaration.name: suggestion for suggestion in chosen if suggestion.declaration}
    dropped = {name: suggestion.value for name, suggestion in declared.items() if suggestion.drops_value}
    after = proof.evaluated(read(text, proof.limits, deadline), dropped)
    refusal = proof.difference(before, after)
    if refusal is not None:
        return refusal
    renamed = next((name for name, suggestion in declared.items() if suggestion.rule == "name"), "")
    refusal = proof.new_diagnostic(after, {**dropped, renamed: OTHER_NAME}) if renamed else None
    return refusal or Proven(after.source, len(proof.remaining), dropped, renamed)


@record()
class _Proof:
    """Compares what processing gives with the Parameters and without them. Its methods raise OutOfTimeError."""

    suggestions: Suggestions
    removed: Mapping[int, frozenset[FieldPath]]  # the paths that are removed of each Object, by its number
    deadline: Deadline

    @property
    def limits(self) -> Limits:
        return self.suggestions.evaluation.limits

    @property
    def remaining(self) -> Sequence[int]:
        """The numbers of the Objects that are not left out; those of the Template, in its order."""
        numbers = range(len(self.suggestions.objects))
        return [number for number in numbers if ROOT not in self.removed.get(number, ())]

    def objects_before(self, cleaned: str) -> ProcessedTemplate | Refusal:
        """The Objects as pasted, without what is removed, processed as a Template without Parameters."""
        wrapping = self.suggestions.wrapping
        if self.removed:
            wrapped = wrap(read(cleaned, self.limits, self.deadline), self.limits, self.deadline)
            refusal = self._wrong_cut(wrapped)
            if refusal is not None or isinstance(wrapped, Refusal):
                return refusal or self._unread()
            wrapping = wrapped
        source = read(wrapping.text(), self.limits, self.deadline)
        processed = process_template(source, self._inputs({}), limits=self.limits, deadline=self.deadline)
        return processed or self._unread()

    def _wrong_cut(self, wrapped: Wrapping | Refusal) -> Refusal | None:
        """Why the text without what is removed does not hold the other fields as they were; None if it does."""
        objects, remaining = self.suggestions.objects, self.remaining
        if not remaining:
            message = "All objects are left out, so there is nothing for a Template."
            return Refusal(message, "Keep one of them.", objects[0].document.span())
        if isinstance(wrapped, Refusal):
            message = f"Without what is removed, the text cannot be read. {wrapped.reason}"
            return Refusal(message, "Remove less.", self._span(min(self.removed), ROOT))
        values = [item.value for item in wrapped.objects]
        for index, number in enumerate(remaining):
            value, paths = objects[number].value, self.removed.get(number, frozenset())
            # Python's == does not tell true from 1, and 1 from 1.0; the texts do.
            if index >= len(values) or repr(values[index]) != repr(without(value, paths)):
                message = (
                    f"What is removed cannot be cut out of {kind_and_name(value)} without a change of other fields."
                )
                place = min(paths, key=str, default=ROOT)
                return Refusal(message, "Remove less, or remove it by hand.", self._span(number, place))
        return None

    def _inputs(self, values: Mapping[str, str]) -> Inputs:
        """The inputs of the pasted text, with these ``values`` and no others."""
        return replace(self.suggestions.evaluation.inputs, values=values, expressions={}, generated={})

    def evaluated(self, source: Source, values: Mapping[str, str]) -> Evaluation:
        """The Template in ``source`` with these ``values``."""
        evaluation = evaluate(source, self._inputs(values), limits=self.limits, deadline=self.deadline)
        if evaluation.stopped is not None:
            raise OutOfTimeError
        return evaluation

    def difference(self, before: ProcessedTemplate, after: Evaluation) -> Refusal | None:
        """Why the Template does not give the Objects as they were; None if it gives them."""
        if after.processed is None:
            return self._unread()
        for processed in (before, after.processed):
            if processed.full:
                return self._too_large(processed)
        difference = next(compare((before.objects, after.processed.objects), self.deadline), None)
        if difference is None:
            return None
        item = next(item for item in difference.objects if item is not None)
        message = f"With this Template, `{difference.path}` of {difference.name} would have another value than now."
        return Refusal(message, "Choose fewer suggestions.", self._span_in_paste(item.path, difference.path))

    def new_diagnostic(self, before: Evaluation, values: Mapping[str, str]) -> Refusal | None:
        """The first diagnostic that only the Template with other ``values`` has; None if there is none."""
        after = self.evaluated(before.source, values)
        counts = Counter(map(_without_message, before.diagnostics))
        for diagnostic in after.diagnostics:
            counts[_without_message(diagnostic)] -= 1
            if counts[_without_message(diagnostic)] < 0:
                reason = f"With another name, here `{OTHER_NAME}`, the Template has a new issue: {diagnostic.message}"
                hint = "Something refers to the old name. Leave the parameter of the name out, or mend the reference."
                document = after.source.document_at(diagnostic.span.start)
                path = document.path_at(diagnostic.span.start) if document else ROOT
                return Refusal(reason, hint, self._span_in_paste(path))
        return None

    def _too_large(self, processed: ProcessedTemplate) -> Refusal:
        problem = next((problem for problem in processed.problems if problem.pattern == "output-too-large"), None)
        reason = problem.detail["message"] if problem else "the output exceeds a limit"
        hint = self.limits.hint("Paste fewer objects")
        return Refusal(f"As a Template, the text is too large: {reason}.", hint, self._start())

    def _unread(self) -> Refusal:
        return Refusal("The Template cannot be read.", "Choose fewer suggestions.", self._start())

    def _start(self) -> SourceSpan:
        """The beginning of the pasted text."""
        return self.suggestions.evaluation.source.text.span(0, 0)

    def _span_in_paste(self, path: FieldPath, below: FieldPath = ROOT) -> SourceSpan | None:
        """The place in the pasted text of a field of the Template's `objects`; None for any other field."""
        if path[:1] != ("objects",) or len(path) < 2:
            return None
        return self._span(self.remaining[int(path[1])], FieldPath(path[2:]).join(below))

    def _span(self, number: int, path: FieldPath) -> SourceSpan:
        """The place in the pasted text of a field of an Object."""
        item = self.suggestions.objects[number]
        return item.document.span(item.path.join(path))


def _without_message(diagnostic: Diagnostic) -> tuple[str, str, SourceSpan]:
    """What two diagnostics of one text have in common if only names differ: all but the message."""
    return diagnostic.code, diagnostic.field, diagnostic.span
