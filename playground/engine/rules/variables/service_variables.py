"""Rules about the variables of Services: two define the same one, or one stands in for another variable.

Kubernetes v1.36 ``pkg/kubelet/envvars/envvars.go``: `<NAME>_PORT` is an address, `tcp://10.96.0.8:80`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from playground.engine.containers.environment import (
    RESOLVED,
    ContainerEnvironment,
    OriginKind,
    Variable,
    VariableReference,
)
from playground.engine.editing.lines import BEFORE_A_KEY
from playground.engine.evaluation import Evaluation
from playground.engine.kubernetes.pods import field_at, mapping_at, text
from playground.engine.model.diagnostics import Edit, Finding, Fix, Severity, write
from playground.engine.model.location import FieldPath, SourceSpan
from playground.engine.reading.objects import TracedObject, strings
from playground.engine.rules.registry import rule
from playground.engine.rules.walks import Use, all_texts, is_from_template, once_per_evaluation, uses_where

_BEFORE_PORT = re.compile(r"(?::|port[=: ]\s*)\Z", re.IGNORECASE)  # the text before the number of a port
_READS_SERVICES = re.compile(r"_SERVICE_(?:HOST|PORT)|_PORT(?:_\d+_(?:TCP|UDP|SCTP)|\b)")


@once_per_evaluation
def _mappings_with_rivals(evaluation: Evaluation) -> frozenset[int]:
    """The ``id`` of each mapping of Services' variables in which a variable has rivals: other Services define it, too.

    Many containers share one mapping.
    """
    by_id = {id(container.services): container.services for container in evaluation.containers}
    return frozenset(key for key, services in by_id.items() if any(item.rivals for item in services.values()))


@rule("ENV515", Severity.WARNING)
def colliding_services(evaluation: Evaluation) -> Iterator[Finding]:
    """Two Services define the same variable, and the kubelet takes one of the values at random.

    The Services `a` and `a-service` both define A_SERVICE_PORT: one as a number, the other as an address. The value can
    change each time the pod starts.

    Example::

        apiVersion: v1
        kind: Service
        metadata: {name: a}
        spec: {clusterIP: 10.96.0.8, ports: [{port: 80}]}
        ---
        apiVersion: v1
        kind: Service
        metadata: {name: a-service}
        spec: {clusterIP: 10.96.0.9, ports: [{port: 90}]}
        ---
        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
          - name: web
            image: registry.example/web:1
            args: [$(A_SERVICE_PORT)]

    Instead::

        apiVersion: v1
        kind: Service
        metadata: {name: a}
        spec: {clusterIP: 10.96.0.8, ports: [{port: 80}]}
        ---
        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
          - name: web
            image: registry.example/web:1
            args: [$(A_SERVICE_PORT)]
    """
    for container in evaluation.containers:
        item = evaluation.objects[container.object]
        for variable in container.variables if id(container.services) in _mappings_with_rivals(evaluation) else ():
            if variable.rivals and variable.origin.kind is OriginKind.SERVICE:
                rivals = " and ".join(
                    sorted({variable.origin.label, *(rival.origin.label for rival in variable.rivals)})
                )
                yield Finding(
                    f"{rivals} define the same variable `{variable.name}`: "
                    "the kubelet takes one of the values at random.",
                    item.span(container.path / "name"),
                    hint="Rename a Service, set the variable in `env`, or set `enableServiceLinks: false`.",
                    field=str(item.where(container.path)),
                )


@rule("ENV517", Severity.HINT)
def address_for_a_port(evaluation: Evaluation) -> Iterator[Finding]:
    """A Service sets a variable that a program reads as its port, but the value is an address.

    A Service `shop` sets SHOP_PORT=tcp://10.96.0.8:80 in every container of its namespace. A program named shop that
    reads the number of its port from SHOP_PORT receives the address instead, and may stop.

    Example::

        apiVersion: v1
        kind: Service
        metadata: {name: shop}
        spec: {clusterIP: 10.96.0.8, ports: [{port: 80}]}
        ---
        apiVersion: v1
        kind: Pod
        metadata: {name: shop}
        spec:
          containers:
          - name: shop
            image: registry.example/shop:1

    Instead::

        apiVersion: v1
        kind: Service
        metadata: {name: shop}
        spec: {clusterIP: 10.96.0.8, ports: [{port: 80}]}
        ---
        apiVersion: v1
        kind: Pod
        metadata: {name: shop}
        spec:
          enableServiceLinks: false
          containers:
          - name: shop
            image: registry.example/shop:1
    """
    for use in uses_where(evaluation, _is_of_port) if "_PORT)" in all_texts(evaluation) else ():
        if _takes_address_for_port(use):
            yield _address_in_text(use)
    reported = set()
    for container in evaluation.containers:
        evaluation.deadline.spend()
        variable = _own_port(evaluation, container) if container.services else None
        if variable is not None and (place := (container.object, container.pod)) not in reported:
            reported.add(place)
            yield _address_as_own_port(evaluation, container, variable)


def _is_of_port(reference: VariableReference, _owner: Variable | None) -> bool:
    return reference.fate is RESOLVED and reference.name.endswith("_PORT")


def _takes_address_for_port(use: Use) -> bool:
    """Whether `<SERVICE>_PORT`, an address, is used where only a number fits."""
    variable = use.reference.variable
    if variable is None or not _is_address(variable):
        return False
    before = use.text.text[: use.reference.start]
    is_value_of_port = use.variable is not None and use.text.text == use.written and "PORT" in use.variable.name.upper()
    return is_value_of_port or _BEFORE_PORT.search(before) is not None


def _is_address(variable: Variable) -> bool:
    """Whether a variable whose name ends with `_PORT` is the address of a Service."""
    return variable.origin.kind is OriginKind.SERVICE and "://" in str(variable.value)


def _address_in_text(use: Use) -> Finding:
    variable = use.reference.variable
    assert variable is not None
    number = f"$({variable.name.removesuffix('_PORT')}_SERVICE_PORT)"
    return Finding(
        f"`{use.written}` is not a number but the address `{variable.value}`, which {variable.origin.label} sets.",
        use.span,
        hint=f"Write `{number}` for the number of the port.",
        field=use.field,
        fix=write(number, use.span),
        severity=Severity.WARNING,
    )


def _own_port(evaluation: Evaluation, container: ContainerEnvironment) -> Variable | None:
    """The variable `<NAME>_PORT` that the program probably reads as the number of its port, but that is an address.

    A Service in the text sets the variable: a Service with the name of the container or of its Object.
    """
    item, services = evaluation.objects[container.object], container.services
    names = (container.name, text(field_at(item.value, ("metadata", "name"))))
    port_names = {f"{name.upper().replace('-', '_')}_PORT" for name in names if name}
    ports = [services[name] for name in port_names if name in services]
    if len(ports) > 1:
        ports.sort(key=list(services.values()).index)  # a set has no order of its own
    for variable in ports:
        if variable.origin.object is None or not _is_probably_read(evaluation, container, variable):
            continue  # without an ``object``, the Service is not in the text
        if _is_address(variable) and all(own.name != variable.name for own in container.own):
            return variable
    return None


def _is_probably_read(evaluation: Evaluation, container: ContainerEnvironment, variable: Variable) -> bool:
    """Whether the program probably reads the variable.

    In a Template, a Service named like its workload is usual and harmless. There, the container must have a variable
    of its own with the same prefix, which shows that the program reads such names.
    """
    if not is_from_template(evaluation, container.object):
        return True
    prefix = variable.name.removesuffix("PORT")
    return bool([own for own in container.declared if own.name.startswith(prefix)])


def _address_as_own_port(evaluation: Evaluation, container: ContainerEnvironment, variable: Variable) -> Finding:
    item = evaluation.objects[container.object]
    needs_no_services = not _reads_services(evaluation, container)
    return Finding(
        f"{variable.origin.label} sets `{variable.name}` in `{container.name}` to an address: `{variable.value}`.",
        item.span(container.path / "name"),
        hint=f"If the program reads its port from `{variable.name}`, "
        + ("set `enableServiceLinks: false`, or " if needs_no_services else "")
        + f"define `{variable.name}` in `env`.",
        field=str(item.where(container.path)),
        fix=_switch_off_links(item, container.pod) if needs_no_services else None,
    )


def _reads_services(evaluation: Evaluation, container: ContainerEnvironment) -> bool:
    """Whether a text of the pod contains the name of a Service's variable, for the kubelet or a shell to read."""
    pod = field_at(evaluation.objects[container.object].value, container.pod)
    return any(_READS_SERVICES.search(value) for _, value in strings(pod, evaluation.deadline))


def _switch_off_links(item: TracedObject, pod: FieldPath) -> Fix | None:
    """The Fix that sets `enableServiceLinks: false`; None if the pod's fields are not literally in the text."""
    title, place, document = "Set enableServiceLinks: false", item.where(pod), item.document
    fields = mapping_at(item.value, pod)
    if "enableServiceLinks" in fields:
        is_literal = document.raw(place / "enableServiceLinks") == "true"
        return Fix(title, (Edit(document.span(place / "enableServiceLinks"), "false"),)) if is_literal else None
    start = document.key_span(place / next(iter(fields), "")).start
    prefix = document.source.line_before(start)
    if document.syntax == "json":
        new_field = '"enableServiceLinks": false, '
    elif document.style(place) == "flow":
        new_field = "enableServiceLinks: false, "
    else:
        new_field = f"enableServiceLinks: false{document.source.newline}{' ' * len(prefix)}"
    if document.style(place) == "block" and not BEFORE_A_KEY.fullmatch(prefix):
        return None
    return Fix(title, (Edit(SourceSpan(start, start), new_field),)) if document.style(place) else None


@rule("ENV511", Severity.HINT)
def hidden_service_variable(evaluation: Evaluation) -> Iterator[Finding]:
    """A variable of `env` hides a variable of the same name from a Service.

    A variable of `env` or `envFrom` wins over one from a Service. So an entry that is meant as a default for a
    Service's variable takes effect even if the Service exists.

    Example::

        apiVersion: v1
        kind: Service
        metadata: {name: db}
        spec:
          clusterIP: 10.96.0.9
          ports: [{port: 5432}]
        ---
        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
          - name: web
            image: registry.example/web:1
            env:
            - {name: DB_SERVICE_HOST, value: localhost}

    Instead::

        apiVersion: v1
        kind: Service
        metadata: {name: db}
        spec:
          clusterIP: 10.96.0.9
          ports: [{port: 5432}]
        ---
        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
          - name: web
            image: registry.example/web:1
            env:
            - {name: DB_HOST, value: $(DB_SERVICE_HOST)}
    """
    for container in evaluation.containers:
        item = evaluation.objects[container.object]
        for variable in container.declared:
            if not variable.hides:
                continue
            service = next((hidden for hidden in variable.hides if hidden.origin.kind is OriginKind.SERVICE), None)
            if service is None or variable.path is None or _extends(variable):
                continue
            yield Finding(
                f"`{variable.name}` hides the variable of {service.origin.label}, which would be `{service.value}`.",
                item.span(variable.path / "name"),
                hint="Choose another name if the container needs the Service's value.",
                field=str(item.where(variable.path)),
            )


def _extends(variable: Variable) -> bool:
    """Whether the value refers to the variable that it hides, as `OPTS=$(OPTS) -x` does."""
    references = variable.expanded.references if variable.expanded else ()
    return any(reference.name == variable.name for reference in references)
