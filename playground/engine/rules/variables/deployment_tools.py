"""Rules about tools that change a text before Kubernetes reads it: tools that sort `env`, and Flux."""

from __future__ import annotations

import re
from collections.abc import Iterator

from playground.engine.containers.environment import ContainerEnvironment, Fate, Variable, VariableReference
from playground.engine.evaluation import Evaluation
from playground.engine.kubernetes.pods import mapping_at, sequence, text
from playground.engine.model.diagnostics import Finding, Related, Severity, write
from playground.engine.model.records import record
from playground.engine.reading.objects import TracedObject
from playground.engine.rules.registry import rule
from playground.engine.rules.walks import (
    MOST_RELATED,
    Use,
    objects_outside_template,
    once_per_evaluation,
    sentence_about_further,
    strings_with_dollars,
    uses_where,
)

# A label or annotation of an object that a tool manages.
_MANAGED = re.compile(r"app\.kubernetes\.io/managed-by\Z|helm\.sh/chart\Z|meta\.helm\.sh/")
_FLUX_GROUP = "kustomize.toolkit.fluxcd.io/"
# An escape matches as a whole, so that the search goes on behind it and not inside. An unclosed reference matches up to
# the end of the text, so that its end is not searched again.
_FLUX = re.compile(r"\$\$(?:\{|\$\$)?|\$\{(?P<name>[A-Za-z_]\w*)(?P<rest>[^}]*+(?:\}|\Z))", re.ASCII)


@rule("ENV540", Severity.HINT)
def order_by_name(evaluation: Evaluation) -> Iterator[Finding]:
    """A reference works in this order of `env`, but the tool that manages the object may sort `env` by name.

    Helm charts that loop over a map, and many operators (programs that write manifests), sort `env` by name. Kubernetes
    expands in the order of the list: if a variable comes before the variable that it refers to, its reference stays as
    text. A tool manages an object with an owner, an annotation of Helm, or the label `app.kubernetes.io/managed-by` or
    `helm.sh/chart`.

    Example::

        apiVersion: v1
        kind: Pod
        metadata: {name: web, labels: {app.kubernetes.io/managed-by: Helm}}
        spec:
          containers:
          - name: web
            image: registry.example/web:1
            env:
            - {name: PASSWORD, value: abc}
            - {name: DATABASE_URL, value: "db://shop:$(PASSWORD)@db/"}

    Instead::

        apiVersion: v1
        kind: Pod
        metadata: {name: web, labels: {app.kubernetes.io/managed-by: Helm}}
        spec:
          containers:
          - name: web
            image: registry.example/web:1
            env:
            - {name: DATABASE_PASSWORD, value: abc}
            - {name: DATABASE_URL, value: "db://shop:$(DATABASE_PASSWORD)@db/"}
    """
    groups: dict[tuple[int, tuple[str | int, ...]], list[Use]] = {}  # by the Object's index and the container's path
    for use in uses_where(evaluation, _sorts_after):
        if _is_of_the_same_env(use):
            groups.setdefault((use.container.object, use.container.path), []).append(use)
    for first, *further in groups.values():
        assert first.variable is not None
        if not _is_managed(evaluation, first.container):
            continue
        yield Finding(
            f"`{first.variable.name}` needs `{first.reference.name}` above it; a tool that sorts `env` by name"
            f" breaks this order.{sentence_about_further(further)}",
            first.span,
            hint="Nothing to do if no tool sorts this manifest. Otherwise rename the variables:"
            f" `{first.reference.name}` must come before `{first.variable.name}` in the alphabet.",
            field=first.field,
            related=tuple(
                Related(
                    use.span,
                    f"`{use.reference.name}` also sorts after the variable that refers to `{use.reference.name}`.",
                )
                for use in further[:MOST_RELATED]
            ),
        )


def _is_managed(evaluation: Evaluation, container: ContainerEnvironment) -> bool:
    """Whether the object around ``container``, or its pod template, says that a tool writes the object."""
    value, path = evaluation.objects[container.object].value, container.path
    holders = (mapping_at(value, (*path[:length], "metadata")) for length in range(len(path)))
    return any(
        holder.get("ownerReferences")
        or any(
            _MANAGED.match(key)
            for field in ("labels", "annotations")
            for key in map(text, mapping_at(holder, (field,)))
        )
        for holder in holders
    )


def _sorts_after(reference: VariableReference, own: Variable | None) -> bool:
    """Whether the name of the reference's variable sorts after the name of ``own``, whose value has the reference."""
    return own is not None and reference.variable is not None and own.name < reference.variable.name


def _is_of_the_same_env(use: Use) -> bool:
    """Whether the value of an entry of the same `env` replaces the reference."""
    own, source = use.variable, use.reference.variable
    return (
        use.reference.fate is Fate.RESOLVED
        and own is not None
        and own.path is not None
        and source is not None
        and source.path is not None
        and source.path.parent == use.container.path / "env"
    )


@record()
class _PostBuild:
    """The variables that Flux substitutes, from the `postBuild` of all Kustomizations in the text."""

    names: frozenset[str]
    has_more: bool  # whether further names may come from ConfigMaps or Secrets


@once_per_evaluation
def flux_post_build(evaluation: Evaluation) -> _PostBuild | None:
    """The variables that Flux substitutes in the text's Objects; None if no Kustomization has a `postBuild`."""
    fields = (
        mapping_at(item.value, ("spec", "postBuild")) for item in evaluation.objects if _is_flux_kustomization(item)
    )
    post_builds = [field for field in fields if field]
    if not post_builds:
        return None
    names = frozenset(name for field in post_builds for name in mapping_at(field, ("substitute",)))
    return _PostBuild(names, any(sequence(field.get("substituteFrom")) for field in post_builds))


def _is_flux_kustomization(item: TracedObject) -> bool:
    return isinstance(item.value, dict) and (
        item.value.get("kind") == "Kustomization" and str(item.value.get("apiVersion", "")).startswith(_FLUX_GROUP)
    )


def _is_excluded(item: TracedObject) -> bool:
    """Whether an annotation or label of the Object tells Flux not to substitute in it."""
    markers = (mapping_at(item.value, ("metadata", kind)) for kind in ("annotations", "labels"))
    return any(marker.get(f"{_FLUX_GROUP}substitute") == "disabled" for marker in markers)


@rule("ENV541", Severity.WARNING)
def flux_substitution(evaluation: Evaluation) -> Iterator[Finding]:
    """Flux replaces `${NAME}` or `$$` before Kubernetes reads the text.

    A Kustomization with `postBuild` substitutes in every object that it applies, also in scripts. Flux removes
    `${NAME}` if it does not know the name, and turns `$$` into `$`.

    Example::

        apiVersion: kustomize.toolkit.fluxcd.io/v1
        kind: Kustomization
        metadata: {name: apps}
        spec:
          postBuild:
            substitute: {CLUSTER: prod}
        ---
        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
          - name: web
            image: registry.example/web:1
            command: [sh, -c, 'echo ${CLUSTER} ${HOSTNAME}']

    Instead::

        apiVersion: kustomize.toolkit.fluxcd.io/v1
        kind: Kustomization
        metadata: {name: apps}
        spec:
          postBuild:
            substitute: {CLUSTER: prod}
        ---
        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
          - name: web
            image: registry.example/web:1
            command: [sh, -c, 'echo ${CLUSTER} $${HOSTNAME}']
    """
    post_build = flux_post_build(evaluation)
    if post_build is None:
        return
    for item in objects_outside_template(evaluation):  # in a Template, `${NAME}` refers to a Parameter
        if _is_flux_kustomization(item) or _is_excluded(item):
            continue
        for path, value in strings_with_dollars(item, evaluation.deadline):
            for match in _FLUX.finditer(value):
                name = match["name"]
                # ``rest`` may begin with a default or a function: with either, Flux inserts something for any name.
                is_replaced = name and (name in post_build.names or match["rest"] != "}")
                is_escaped = match[0] in ("$${", "$$$$")
                if is_escaped or is_replaced:
                    continue
                span, escaped = item.span(path, match.start(), match.end()), f"${match[0]}" if name else "$$$$"
                yield Finding(
                    _message(match[0], name, post_build),
                    span,
                    hint=f"Write `{escaped}`: Flux turns this into `{match[0]}`.",
                    field=str(item.where(path)),
                    fix=write(escaped, span),
                    severity=Severity.HINT if name and post_build.has_more else None,
                )


def _message(source_text: str, name: str | None, post_build: _PostBuild) -> str:
    if not name:
        return "Flux turns this `$$` into `$` before Kubernetes reads the text."
    if post_build.has_more:
        return f"Flux removes `{source_text}` unless a ConfigMap or Secret of `substituteFrom` defines `{name}`."
    return f"Flux removes `{source_text}`: `postBuild` does not define `{name}`."
