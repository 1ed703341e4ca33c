"""The rule about fields that the API server accepts with a warning, and that no other rule is about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from playground.engine.evaluation import Evaluation
from playground.engine.model.diagnostics import Finding, Severity
from playground.engine.rules.registry import rule
from playground.engine.rules.walks import problems

_ADVICE: Final[Mapping[str, str]] = {  # by the pattern of the warning; "" where the API server's words say enough
    "deprecated-annotation": "",
    "deprecated-label": "",
    "deprecated-volume": "Use another kind of volume. ",
    "empty-name": "Write the name of the Secret, or remove the entry. ",
    "invalid-label": "No node has a label with such a value. ",
    "name-is-no-label": "Write a name of at most 63 characters, without dots. ",
    "negative-limit": "",
    "negative-seconds": "Write the seconds that the containers need to end. ",
    "no-selector": "Write a `labelSelector` with the labels of the pods. ",
    "no-sources": "Write a source, or remove the entry. ",
    "overlapping-paths": "Give each file a path of its own. ",
    "repeated-entry": "Remove one of the entries. ",
    "unusual-address": "Write the address in its usual form. ",
}


@rule("POD621", Severity.WARNING)
def accepted_with_warning(evaluation: Evaluation) -> Iterator[Finding]:
    """The API server accepts a field, but warns that the field does not do what it seems to do.

    For example, a negative `terminationGracePeriodSeconds` counts as 1. A pod whose name has dots gets no host name.
    A volume, annotation or label of an old version has no effect. Of two files with the same path in a volume, the
    container sees one. Without a selector, a rule that selects pods matches none.

    Example::

        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          terminationGracePeriodSeconds: -1
          containers:
          - name: web
            image: registry.example/web:1

    Instead::

        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          terminationGracePeriodSeconds: 0
          containers:
          - name: web
            image: registry.example/web:1
    """
    for problem in problems(evaluation, *_ADVICE):
        if problem.detail.get("stage") != "warning" or "${" in problem.error:
            continue  # REF401 reports a reference that was not replaced
        yield Finding(
            f"The API server accepts `{problem.path}` with a warning.",
            evaluation.span(problem),
            hint=f"{_ADVICE[problem.pattern]}The API server says: {problem.error}",
            field=str(problem.path),
        )
