"""Rules about texts that other versions of Kubernetes interpret differently."""

from __future__ import annotations

from collections.abc import Iterator

from playground.engine.containers.tokens import variable_tokens
from playground.engine.evaluation import Evaluation
from playground.engine.kubernetes.versions import KubernetesVersion
from playground.engine.model.diagnostics import Finding, Severity, write
from playground.engine.rules.registry import rule
from playground.engine.rules.walks import problems, with_dollars


@rule("ENV520", Severity.HINT)
def damaged_character(evaluation: Evaluation) -> Iterator[Finding]:
    """A dollar sign is followed by a non-ASCII character, which older versions of Kubernetes damage.

    Up to 1.33 the kubelet took the first byte of that character for a whole character. The first releases of 1.34 and
    1.35 do so too, and then refuse the damaged text: the container does not start. `$$` is safe everywhere.

    Example::

        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
          - name: web
            image: registry.example/web:1
            args: ["--currency=$£"]

    Instead::

        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
          - name: web
            image: registry.example/web:1
            args: ["--currency=$$£"]
    """
    version = evaluation.cluster.version
    hurt = version.damages_text or version.unpatched_refuses_text
    for container, texts, _, others in with_dollars(evaluation):
        item = evaluation.objects[container.object]
        for text in (*(text for text, _ in texts), *others):
            for token in () if text.text.isascii() else variable_tokens(text.text, damaging=True):
                if token.kind == "damaged":
                    character = text.text[token.start : token.end]
                    span = item.span(text.path, token.start, token.end)
                    yield Finding(
                        f"`{character}` {_damage(version)}.",
                        span,
                        hint=f"Write `${character}`: it means the same on every version.",
                        field=str(item.where(text.path)),
                        fix=write(f"${character}", span),
                        severity=Severity.WARNING if hurt else None,
                    )


def _damage(version: KubernetesVersion) -> str:
    if version.damages_text:
        return f"arrives damaged: Kubernetes {version} takes the character apart"
    if version.unpatched_refuses_text:
        return f"keeps the container from starting on the first releases of Kubernetes {version}"
    return "arrives damaged on Kubernetes 1.33 and older"


@rule("ENV521", Severity.HINT)
def strange_key(evaluation: Evaluation) -> Iterator[Finding]:
    """`envFrom` makes a variable of a key that not every version of Kubernetes accepts.

    Up to 1.29 the kubelet skipped such keys with the event InvalidEnvironmentVariableNames; since 1.30 it injects them.
    A shell cannot read a variable whose name starts with a digit.

    Example::

        apiVersion: v1
        kind: ConfigMap
        metadata: {name: settings}
        data: {1st: a}
        ---
        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
          - name: web
            image: registry.example/web:1
            envFrom:
            - configMapRef: {name: settings}

    Instead::

        apiVersion: v1
        kind: ConfigMap
        metadata: {name: settings}
        data: {FIRST: a}
        ---
        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
          - name: web
            image: registry.example/web:1
            envFrom:
            - configMapRef: {name: settings}
    """
    version = evaluation.cluster.version
    for problem in problems(evaluation, "strange-keys"):
        names = ", ".join(f"`{name}`" for name in problem.detail["names"][:5])
        skipped = problem.detail["event"]
        yield Finding(
            f"Kubernetes {version} skips {names}: no valid name of a variable."
            if skipped
            else f"{names} becomes a variable only since Kubernetes 1.30; no shell can read it.",
            evaluation.span(problem),
            hint=f"The kubelet's event says: {skipped}" if skipped else "Rename the key, or set a `prefix`.",
            field=str(problem.path),
            severity=Severity.WARNING if skipped else None,
        )
