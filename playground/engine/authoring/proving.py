"""Proves that a Template with a new Parameter gives the same Objects as before, or says which it would change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random

from playground.engine.authoring.wrapping import Wrapping
from playground.engine.evaluation import Evaluation
from playground.engine.model.deadline import Deadline
from playground.engine.model.location import SourceSpan
from playground.engine.model.records import record
from playground.engine.model.refusal import Refusal
from playground.engine.printing.comparison import Difference, compare
from playground.engine.reading import read
from playground.engine.templates import ProcessedTemplate, process
from playground.engine.templates.template import find_templates


@record()
class Proof:
    """Compares what processing gives before and after a change of the text."""

    evaluation: Evaluation
    wrapping: Wrapping | None  # of a text without a Template: the Objects as written are compared; else None
    random: Random
    deadline: Deadline

    def refusal(self, text: str, values: Mapping[str, str]) -> Refusal | None:
        """Why the changed ``text`` would give other Objects; None if it gives the same.

        ``values``: those of Parameters whose value is replaced and no default. All other values are those of before.
        Raises OutOfTimeError when the deadline passes.
        """
        before = self.evaluation.processed if self.wrapping is None else self._processed(self.wrapping.text(), {})
        if before is None or before.full:
            return Refusal("The output exceeds a limit, so the results cannot be compared.")
        settled = {value.parameter.name: value.text for value in before.values if value.settled}
        after = self._processed(text, {**settled, **values})
        if after is None:
            return Refusal("The text could not be read with this parameter.")
        if after.full:
            return Refusal("With this parameter, the Template would exceed a limit.")
        difference = next(compare((before.objects, after.objects), self.deadline), None)
        if difference is not None:
            return self._refused(difference)
        if (before.labels, before.message) != (after.labels, after.message):
            return Refusal("With this parameter, the Template's labels or message would change.")
        return None

    def _refused(self, difference: Difference) -> Refusal:
        place = self._place(difference)
        if difference.path[-1:] == ("namespace",):
            message = "Processing removes a literal `metadata.namespace`, but would keep the parameter's value."
            return Refusal(message, span=place)
        field = f"`{difference.path}` of {difference.name}"
        return Refusal(f"With this parameter, {field} would have another value than now.", span=place)

    def _place(self, difference: Difference) -> SourceSpan | None:
        """The place of a difference in the text as it is now; None if it is in none of its Objects."""
        item = difference.objects[0]
        if item is None:
            return None
        if self.wrapping is None:
            return item.span(difference.path)
        plain = self.wrapping.objects[int(item.path[1])]
        return plain.document.span(plain.path.join(difference.path))

    def _processed(self, text: str, values: Mapping[str, str]) -> ProcessedTemplate | None:
        """The first Template of ``text``, processed with these ``values``; None if it cannot be read."""
        source = read(text, self.evaluation.limits, self.deadline)
        if any(problem.refused for problem in source.problems):
            return None
        template = next(iter(find_templates(source.documents)), None)
        if template is None:
            return None
        inputs, limits = replace(self.evaluation.inputs, values=values), self.evaluation.limits
        return process(template, inputs, random=self.random, limits=limits, deadline=self.deadline)
