"""Rules about texts that versions of Kubernetes read differently."""

from __future__ import annotations

from collections.abc import Iterator

from playground.engine.containers.tokens import variable_tokens
from playground.engine.evaluation import Evaluation
from playground.engine.kubernetes.versions import KubernetesVersion
from playground.engine.model.diagnostics import Finding, Severity, write
from playground.engine.rules.registry import rule
from playground.engine.rules.walks import problems, with_dollars

_MOST_NAMES = 5  # keys that one message names


@rule("ENV520", Severity.HINT)
def damaged_character(evaluation: Evaluation) -> Iterator[Finding]:
    """A character beyond ASCII follows a dollar sign; older versions of Kubernetes damage it.

    Up to 1.33, the kubelet takes the first byte of the character for a whole character. The first releases of 1.34 and
    1.35 do the same and then refuse the damaged text: the container does not start. `$$` is safe on every version.

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
    is_affected = version.damages_text or version.unpatched_refuses_text
    for container, texts, _, other_texts in with_dollars(evaluation):
        item = evaluation.objects[container.object]
        for text in (*(text for text, _ in texts), *other_texts):
            evaluation.deadline.spend()
            for token in () if text.text.isascii() else variable_tokens(text.text, damaging=True):
                if token.kind == "damaged":
                    character = text.text[token.start : token.end]
                    span = item.span(text.path, token.start, token.end)
                    yield Finding(
                        f"`{character}` {_effect(version)}.",
                        span,
                        hint=f"Write `${character}`: every version reads this as `{character}`.",
                        field=str(item.where(text.path)),
                        fix=write(f"${character}", span),
                        severity=Severity.WARNING if is_affected else None,
                    )


def _effect(version: KubernetesVersion) -> str:
    """The rest of the sentence: what the version does to the character."""
    if version.damages_text:
        return f"arrives damaged: Kubernetes {version} splits the character"
    if version.unpatched_refuses_text:
        return f"keeps the container from starting on the first releases of Kubernetes {version}"
    return "arrives damaged on Kubernetes 1.33 and older"


@rule("ENV521", Severity.HINT)
def strange_key(evaluation: Evaluation) -> Iterator[Finding]:
    """`envFrom` takes a key whose name not every version of Kubernetes accepts for a variable.

    Up to 1.29, the kubelet skips such a key and sends the event InvalidEnvironmentVariableNames. Since 1.30, the key
    becomes a variable. A shell cannot read a variable whose name starts with a digit.

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
        names = ", ".join(f"`{name}`" for name in problem.detail["names"][:_MOST_NAMES])
        event = problem.detail["event"]
        yield Finding(
            f"Kubernetes {version} skips {names}, because no variable can have such a name."
            if event
            else f"Kubernetes before 1.30 skips {names}, and no shell can read a variable of such a name.",
            evaluation.span(problem),
            hint="Rename the key, or set a `prefix`." + (f" The kubelet's event says: {event}" if event else ""),
            field=str(problem.path),
            severity=Severity.WARNING if event else None,
        )
