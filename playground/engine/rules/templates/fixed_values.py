"""Rules about values in a Template's objects that only one of its instances can have, or nobody should read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from playground.engine.evaluation import Evaluation
from playground.engine.kubernetes.pods import field_at, mapping
from playground.engine.model.diagnostics import Finding, Severity
from playground.engine.model.location import ROOT, FieldPath
from playground.engine.reading.objects import TracedObject
from playground.engine.rules.fixes.literals import literal_span
from playground.engine.rules.registry import rule
from playground.engine.rules.secrets.plain_secrets import is_written_secret
from playground.engine.rules.walks import every_object, objects_outside_template

_RULES_OF_INGRESS = FieldPath(("spec", "rules"))


def _objects(evaluation: Evaluation, *kinds: str) -> Iterator[tuple[TracedObject, FieldPath, Mapping[str, Any]]]:
    """The Template's Objects of these ``kinds``: each TracedObject, the path of the Object in it, its value."""
    if evaluation.processed is None:
        return
    outside = {id(item) for item in objects_outside_template(evaluation)}
    for item, path, value in every_object(evaluation):
        if id(item) not in outside and mapping(value).get("kind") in kinds:
            yield item, path, value


@rule("TPL215", Severity.HINT)
def fixed_host(evaluation: Evaluation) -> Iterator[Finding]:
    """The host of a Route or an Ingress is the same for everybody who uses the Template.

    A router admits one Route for a host, and many Ingress controllers refuse the second Ingress for it, too. A second
    instance of the Template gets no traffic.

    Example::

        apiVersion: template.openshift.io/v1
        kind: Template
        objects:
        - apiVersion: route.openshift.io/v1
          kind: Route
          metadata: {name: shop}
          spec: {host: shop.example, to: {kind: Service, name: shop}}

    Instead::

        apiVersion: template.openshift.io/v1
        kind: Template
        parameters:
        - {name: HOSTNAME, value: shop.example}
        objects:
        - apiVersion: route.openshift.io/v1
          kind: Route
          metadata: {name: shop}
          spec: {host: "${HOSTNAME}", to: {kind: Service, name: shop}}
    """
    for item, path, value in _objects(evaluation, "Route", "Ingress"):
        for place in _hosts(value):
            host = field_at(value, place)
            if isinstance(host, str) and host and "$" not in host and not item.is_substituted(path.join(place)):
                yield Finding(
                    f"The host `{host}` is fixed, so no second instance of the Template can have it.",
                    item.span(path.join(place)),
                    hint="Refer to a parameter, such as `${HOSTNAME}`.",
                    field=str(item.where(path.join(place))),
                    literal=literal_span(evaluation, item, path.join(place)),
                )


def _hosts(value: Mapping[str, Any]) -> Iterator[FieldPath]:
    """The paths of the hosts of a Route or an Ingress."""
    if value["kind"] == "Route":
        yield ROOT.join(("spec", "host"))
        return
    rules = field_at(value, _RULES_OF_INGRESS)
    for index in range(len(rules) if isinstance(rules, list) else 0):
        yield _RULES_OF_INGRESS.join((index, "host"))


@rule("TPL216", Severity.HINT)
def secret_in_template(evaluation: Evaluation) -> Iterator[Finding]:
    """A Secret of a Template holds a secret in plain text.

    Everybody who reads the Template knows the secret, and everybody who uses the Template has the same one.

    Example::

        apiVersion: template.openshift.io/v1
        kind: Template
        objects:
        - {apiVersion: v1, kind: Secret, metadata: {name: db}, stringData: {password: hunter2}}

    Instead::

        apiVersion: template.openshift.io/v1
        kind: Template
        parameters:
        - {name: PASSWORD, generate: expression, from: "[a-zA-Z0-9]{16}", required: true}
        objects:
        - {apiVersion: v1, kind: Secret, metadata: {name: db}, stringData: {password: "${PASSWORD}"}}
    """
    for item, path, value in _objects(evaluation, "Secret"):
        for key, text in mapping(value.get("stringData")).items():
            place = path.join(("stringData", key))
            if isinstance(text, str) and not item.is_substituted(place) and is_written_secret(key, text):
                yield Finding(
                    f"The value of `{key}` is a secret that everybody can read here.",
                    item.span(place),
                    hint="Generate the value of a parameter, and refer to it.",
                    field=str(item.where(place)),
                    literal=literal_span(evaluation, item, place),
                )
