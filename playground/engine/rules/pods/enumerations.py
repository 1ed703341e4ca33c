"""The rule about texts that are none of the values of their field."""

from __future__ import annotations

from collections.abc import Iterator

from playground.engine.evaluation import Evaluation
from playground.engine.kubernetes.decoding import findings_of_items
from playground.engine.kubernetes.pods import field_at
from playground.engine.kubernetes.schema import Field
from playground.engine.model.diagnostics import Finding, Severity
from playground.engine.model.location import FieldPath
from playground.engine.reading.objects import TracedObject
from playground.engine.rules.fixes.wording import write_whole
from playground.engine.rules.registry import rule
from playground.engine.rules.walks import kinds_of, pods
from playground.engine.text.nearest import nearest

_GUESSES = 100  # texts that are compared with the values of their fields; each comparison is slow


@rule("POD623", Severity.HINT)
def value_not_listed(evaluation: Evaluation) -> Iterator[Finding]:
    """A field with a fixed set of values has another one.

    The API server decides whether it accepts the value: it refuses most of them, and a few have no effect. Upper and
    lower case differ. This rule leaves out values that the API server surely refuses; other rules report these.

    Example::

        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: web}
        spec:
          strategy: {type: Rolling}
          selector: {matchLabels: {app: web}}
          template:
            metadata: {labels: {app: web}}
            spec:
              containers: [{name: web, image: registry.example/web:1}]

    Instead::

        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: web}
        spec:
          strategy: {type: RollingUpdate}
          selector: {matchLabels: {app: web}}
          template:
            metadata: {labels: {app: web}}
            spec:
              containers: [{name: web, image: registry.example/web:1}]
    """
    refused = {(problem.document, problem.path) for problem in evaluation.server_problems}
    # POD612 reports the policies of pods.
    policies = {(id(item), pod.spec_path / "restartPolicy") for item, pod in pods(evaluation).values()}
    guesses = _GUESSES
    for item in evaluation.objects:
        for path, _, findings in findings_of_items(item, kinds_of(evaluation)):
            for unlisted, field in findings.unlisted:
                place = path.join(unlisted)
                text, where = field_at(item.value, place), item.where(place)
                is_reported = (item.document.index, where) in refused or (id(item), place) in policies
                if isinstance(text, str) and text and "$" not in text and not is_reported:
                    guesses -= 1
                    yield _finding(item, place, text, field, guesses >= 0)


def _finding(item: TracedObject, place: FieldPath, text: str, field: Field, search: bool) -> Finding:
    """The Finding about a text; without ``search``, the text is not compared with the values."""
    span = item.span(place)
    near = nearest(text, field.values) if search else ""
    is_literal = item.document.source.slice(span).strip("\"'") == text
    *others, last = (f"`{value}`" for value in field.values)
    listed = f"{', '.join(others)} or {last}" if others else last
    return Finding(
        f"`{text}` is none of the values of this field.",
        span,
        hint=f"{f'Did you mean `{near}`? ' if near else ''}Kubernetes knows {listed}.",
        field=str(item.where(place)),
        fix=write_whole(item.document, span, near) if near and is_literal else None,
    )
