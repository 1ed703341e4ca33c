"""Rules about secrets in plain text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from playground.engine.evaluation import Evaluation
from playground.engine.model.diagnostics import Finding, Severity
from playground.engine.rules.fixes.literals import literal_span
from playground.engine.rules.registry import rule
from playground.engine.rules.walks import declared_names
from playground.engine.text.secret_names import is_surely_secret
from playground.engine.text.secrets import holds_secret

# Not secrets: references, switches, and placeholders for a secret.
_NO_SECRET = re.compile(
    r"\s*|.*[$<].*|true|false|none|null|change.?me|todo|xxx+|\*+|\d{1,3}|/.*", re.IGNORECASE | re.DOTALL
)


def is_written_secret(name: str, value: str) -> bool:
    """Whether the text of ``value`` looks secret, or its ``name`` does and ``value`` is not a placeholder."""
    return holds_secret(value) or (is_surely_secret(name) and _NO_SECRET.fullmatch(value) is None)


@rule("PAR311", Severity.HINT)
def secret_default(evaluation: Evaluation) -> Iterator[Finding]:
    """A parameter for a secret has a default in the Template.

    Everybody who reads the Template knows the secret, and everybody who chooses no other value uses it.

    Example::

        apiVersion: template.openshift.io/v1
        kind: Template
        message: ${DB_PASSWORD}
        objects: []
        parameters:
        - {name: DB_PASSWORD, value: hunter2}

    Instead::

        apiVersion: template.openshift.io/v1
        kind: Template
        message: ${DB_PASSWORD}
        objects: []
        parameters:
        - {name: DB_PASSWORD, generate: expression, from: "[a-zA-Z0-9]{16}"}
    """
    if evaluation.processed is None:
        return
    for parameter in evaluation.processed.template.parameters:
        if is_written_secret(parameter.name, parameter.value or ""):
            path = parameter.path / "value"
            yield Finding(
                f"The default of `{parameter.name}` is a secret that everybody can read here.",
                evaluation.processed.template.document.span(path),
                hint="Generate the value, or make the parameter `required` without a value.",
                field=str(path),
            )


@rule("ENV535", Severity.HINT)
def secret_in_env(evaluation: Evaluation) -> Iterator[Finding]:
    """A secret is written into `env`.

    Everybody who may read the pod or this text can read the secret. Access to a Secret is granted separately.

    Example::

        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
          - name: web
            image: registry.example/web:1
            env:
            - {name: DB_PASSWORD, value: hunter2}

    Instead::

        apiVersion: v1
        kind: Secret
        metadata: {name: db}
        stringData: {password: hunter2}
        ---
        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
          - name: web
            image: registry.example/web:1
            env:
            - name: DB_PASSWORD
              valueFrom: {secretKeyRef: {name: db, key: password}}
    """
    secret_names = frozenset(filter(is_surely_secret, declared_names(evaluation)))
    secret_texts = frozenset(filter(holds_secret, _texts(evaluation)))
    for container in evaluation.containers if secret_names or secret_texts else ():
        item = evaluation.objects[container.object]
        for variable in container.declared:
            expanded = variable.expanded
            if expanded is None or (variable.name not in secret_names and expanded.text not in secret_texts):
                continue
            if expanded.text not in secret_texts and _NO_SECRET.fullmatch(expanded.text):
                continue
            place = expanded.path
            if not item.is_substituted(place):  # else a parameter inserts the value: see PAR311
                yield Finding(
                    f"The value of `{variable.name}` is a secret that everybody can read here.",
                    item.span(place),
                    hint="Write the value into a Secret, and refer to it with `secretKeyRef`.",
                    field=str(item.where(place)),
                    literal=literal_span(evaluation, item, place),
                )


def _texts(evaluation: Evaluation) -> frozenset[str]:
    """The distinct values of the variables in `env`."""
    declared = (variable.expanded for container in evaluation.containers for variable in container.declared)
    return frozenset([expanded.text for expanded in declared if expanded is not None])
