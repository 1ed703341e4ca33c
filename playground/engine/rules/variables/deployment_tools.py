"""Rules about tools that change a text before Kubernetes reads it: those that sort, and Flux."""

from __future__ import annotations

import re
from collections.abc import Iterator

from playground.engine.containers.environment import Fate, Variable, VariableReference
from playground.engine.evaluation import Evaluation
from playground.engine.kubernetes.pods import mapping_at, sequence
from playground.engine.model.diagnostics import Finding, Related, Severity, write
from playground.engine.model.records import record
from playground.engine.reading.objects import TracedObject
from playground.engine.rules.registry import rule
from playground.engine.rules.walks import Use, strings_of, uses_where, walk

_GROUP = "kustomize.toolkit.fluxcd.io/"
# What is escaped is taken whole, so that nothing is found again inside.
_FLUX = re.compile(r"\$\$(?:\{|\$\$)?|\$\{(?P<name>[A-Za-z_]\w*)(?P<rest>[^}]*)\}", re.ASCII)


@rule("ENV540", Severity.HINT)
def order_by_name(evaluation: Evaluation) -> Iterator[Finding]:
    """A reference works only in this order, and not if `env` is sorted by name.

    Operators, and charts that range over a map, write `env` sorted by name. A variable that sorts before the one it
    uses is then expanded first, and its reference stays as text.

    Example::

        apiVersion: v1
        kind: Pod
        metadata: {name: web}
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
        metadata: {name: web}
        spec:
          containers:
          - name: web
            image: registry.example/web:1
            env:
            - {name: DATABASE_PASSWORD, value: abc}
            - {name: DATABASE_URL, value: "db://shop:$(DATABASE_PASSWORD)@db/"}
    """
    of: dict[tuple[int, tuple[str | int, ...]], list[Use]] = {}
    for use in uses_where(evaluation, _sorts_after):
        if _is_of_the_same_env(use):
            of.setdefault((use.container.object, use.container.path), []).append(use)
    for first, *others in of.values():
        assert first.variable is not None
        likewise = f" (and {len(others)} more like it)" if others else ""
        yield Finding(
            f"`{first.variable.name}` needs `{first.reference.name}` above it{likewise}: "
            "it works as written, and breaks if a tool sorts `env` by name.",
            first.span,
            hint=f"Nothing to do for a manifest that is applied as it is. Otherwise choose names that sort"
            f" `{first.reference.name}` first.",
            field=first.field,
            related=tuple(Related(use.span, f"`{use.reference.name}` sorts after its use, too.") for use in others[:9]),
        )


def _sorts_after(reference: VariableReference, own: Variable | None) -> bool:
    """Whether the variable of a reference has a name that sorts after that of the variable it is in."""
    return own is not None and reference.variable is not None and own.name < reference.variable.name


def _is_of_the_same_env(use: Use) -> bool:
    """Whether the reference is replaced by the value of another entry of its `env`."""
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
    """What Flux's Kustomizations in the text substitute."""

    names: frozenset[str]
    more: bool  # also from ConfigMaps or Secrets, so that there may be names that we do not see


@walk
def flux(evaluation: Evaluation) -> _PostBuild | None:
    """What Flux substitutes in the other Objects of the text; None when no Kustomization has a `postBuild`."""
    fields = (mapping_at(item.value, ("spec", "postBuild")) for item in evaluation.objects if _is_flux(item))
    post_builds = [field for field in fields if field]
    if not post_builds:
        return None
    names = frozenset(name for field in post_builds for name in mapping_at(field, ("substitute",)))
    return _PostBuild(names, any(sequence(field.get("substituteFrom")) for field in post_builds))


def _is_flux(item: TracedObject) -> bool:
    return isinstance(item.value, dict) and (
        item.value.get("kind") == "Kustomization" and str(item.value.get("apiVersion", "")).startswith(_GROUP)
    )


def _left_alone(item: TracedObject) -> bool:
    """Whether Flux is told not to substitute in this Object."""
    places = (mapping_at(item.value, ("metadata", kind)) for kind in ("annotations", "labels"))
    return any(place.get(f"{_GROUP}substitute") == "disabled" for place in places)


@rule("ENV541", Severity.WARNING)
def flux_substitution(evaluation: Evaluation) -> Iterator[Finding]:
    """Flux replaces `${NAME}` before Kubernetes reads the text.

    A Kustomization with `postBuild` substitutes in every object it applies, including scripts: an unknown name becomes
    empty, and `$$` becomes `$`.

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
    post_build = flux(evaluation)
    if post_build is None:
        return
    for item in evaluation.objects[len(evaluation.processed.objects) if evaluation.processed else 0 :]:
        if _is_flux(item) or _left_alone(item):
            continue
        for path, value in strings_of(item):
            for match in _FLUX.finditer(value):
                name = match["name"]
                if match[0] in ("$${", "$$$$") or (name and (name in post_build.names or match["rest"])):
                    continue
                span, escaped = item.span(path, match.start(), match.end()), f"${match[0]}" if name else "$$$$"
                yield Finding(
                    _what_flux_does(match[0], name, post_build),
                    span,
                    hint=f"Write `{escaped}` for a text that Flux leaves alone.",
                    field=str(item.where(path)),
                    fix=write(escaped, span),
                    severity=Severity.HINT if name and post_build.more else None,
                )


def _what_flux_does(source_text: str, name: str | None, post_build: _PostBuild) -> str:
    if not name:
        return "Flux makes one `$` of this `$$` before Kubernetes reads it."
    if post_build.more:
        return (
            f"Flux replaces `{source_text}`, by nothing unless a ConfigMap or Secret of `substituteFrom` has `{name}`."
        )
    return f"Flux replaces `{source_text}` by nothing: `postBuild` does not name `{name}`."
