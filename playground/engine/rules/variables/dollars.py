"""Rules about dollar signs that Kubernetes interprets differently from a shell or a reader."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from playground.engine.containers.environment import ContainerEnvironment, ExpandedText, Fate, OriginKind, Variable
from playground.engine.evaluation import Evaluation
from playground.engine.model.diagnostics import Edit, Finding, Fix, Related, Severity, write
from playground.engine.model.location import FieldPath, SourceSpan
from playground.engine.rules.registry import rule
from playground.engine.rules.variables.deployment_tools import flux
from playground.engine.rules.variables.received_values import IMAGE_NAMES
from playground.engine.rules.walks import (
    Use,
    first_declared,
    has_bare_dollars,
    in_shells,
    is_script,
    names_in,
    uses,
    uses_left,
    with_dollars,
)

LONGEST_COMMAND = 40  # characters of a command that fit into a message
_SHELL_FORM = re.compile(r"\$(?:\{(?P<braced>[A-Za-z_]\w*)(?::?[-=?+][^{}]*)?\}|(?P<bare>[A-Za-z_]\w*))", re.ASCII)
_NAME_BEGUN = re.compile(r"[-._a-zA-Z0-9]*")
_OF_PROCESS = ("command", "args")
_HALVED = re.compile(r"(?<!\$)\$\$(?![$(]|[^\x00-\x7f])")


def _is_arithmetic(use: Use) -> bool:
    """Whether the shell will compute it: `$((1 + 2))`."""
    return use.reference.name.startswith("(")


@rule("ENV503", Severity.WARNING)
def shell_syntax(evaluation: Evaluation) -> Iterator[Finding]:
    """`${NAME}` or `$NAME` is used where no shell reads it.

    Kubernetes expands `$(NAME)` only. Without a shell the process receives the characters `${NAME}`. In the value of
    `NAME` itself, as in `PATH: /opt/bin:$PATH`, neither form gives the value that the image sets.

    Example::

        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
          - name: web
            image: registry.example/web:1
            args: ["--host=${HOST}"]
            env:
            - name: HOST
              value: shop.example

    Instead::

        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
          - name: web
            image: registry.example/web:1
            args: ["--host=$(HOST)"]
            env:
            - name: HOST
              value: shop.example
    """
    if not has_bare_dollars(evaluation):
        return
    processed = len(evaluation.processed.objects) if evaluation.processed else 0
    for container, text, owner in _without_shell(evaluation):
        for match in _SHELL_FORM.finditer(text.text):
            name, names = match["braced"] or match["bare"], names_in(evaluation, container)
            of_the_image = name in IMAGE_NAMES and match["bare"] is not None
            if not (name in names or of_the_image) or text.text[: match.start()].endswith("$"):
                continue
            if match[0] == f"${{{name}}}" and container.object < processed:
                continue  # in a Template this form refers to a parameter: see REF401
            item = evaluation.objects[container.object]
            span, otherwise = item.span(text.path, match.start(), match.end()), _otherwise(name, text, owner, container)
            yield Finding(
                f"`{match[0]}` is not expanded by Kubernetes, and no shell reads it here.",
                span,
                hint=otherwise or f"Write `$({name})`.",
                field=str(item.where(text.path)),
                fix=None if otherwise else write(f"$({name})", span),
            )


def _without_shell(
    evaluation: Evaluation,
) -> Iterator[tuple[ContainerEnvironment, ExpandedText, Variable | None]]:
    """The texts that no shell reads, with the variable whose value each one is; commands of probes, too."""
    for container, texts, shell, others in with_dollars(evaluation):
        for text, owner in texts:
            if not shell or text.path[len(container.path)] == "env":
                yield container, text, owner
        for probe in container.probes if others else ():
            if not is_script([text.text for text in probe.command[:20]]):
                yield from ((container, text, None) for text in probe.command if "$" in text.text)


def _otherwise(name: str, text: ExpandedText, owner: Variable | None, container: ContainerEnvironment) -> str:
    """What to do if `$(NAME)` would be undefined, too; "" if it would be defined."""
    if owner is not None and owner.name == name and not owner.hides:
        if name in IMAGE_NAMES or name.endswith("PATH"):
            return f"Nor is `$({name})`, which the image sets: write the whole value, or set it in a shell."
        return f"Nor is `$({name})`: it is the variable itself. Write its value."
    own = next((variable for variable in container.variables if variable.name == name), None)
    if own is None:
        return f"Nor is `$({name})`, which the image or the runtime sets. Let a shell read it, or write the value."
    probe = text.path[len(container.path)] not in ("env", "command", "args")
    if probe and (own.origin.kind is not OriginKind.ENV or own.expanded is None):
        return f"Let a shell read it: `sh -c '… \"${name}\"'`."
    return ""


@rule("ENV504", Severity.WARNING)
def incomplete_reference(evaluation: Evaluation) -> Iterator[Finding]:
    """A reference is opened by `$(` and never closed.

    Without a closing parenthesis `$(` has no meaning to Kubernetes, and the text stays as it is. In a shell script it
    is reported only for variables of the container, because there the shell would fail, too.

    Example::

        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
          - name: web
            image: registry.example/web:1
            args: ["--port=$(PORT"]
            env:
            - name: PORT
              value: "8080"

    Instead::

        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
          - name: web
            image: registry.example/web:1
            args: ["--port=$(PORT)"]
            env:
            - name: PORT
              value: "8080"
    """
    for use in uses_left(evaluation):
        if use.reference.fate is not Fate.INCOMPLETE:
            continue
        begun = _NAME_BEGUN.match(use.text.text, use.reference.start + 2)
        name = begun[0] if begun else ""
        declared = name in first_declared(evaluation, use.container)
        if use.in_shell and not declared:
            continue  # a command that the shell runs and somebody has not finished
        start, opened = use.reference.start, f"$({name}"
        end = start + len(opened)
        other = use.text.text.startswith(("}", "]"), end)  # a bracket of another kind, surely meant for this one
        span = use.object.span(use.text.path, start, end + other)
        yield Finding(
            f"`{opened}` has no closing `)`, so it is kept as text.",
            use.span,
            hint="Close it with `)`, or write `$$(` to say that the text is meant.",
            field=use.field,
            fix=write(f"{opened})", span) if declared else None,
        )


@rule("ENV505", Severity.HINT)
def command_substitution(evaluation: Evaluation) -> Iterator[Finding]:
    """A shell will run a command that looks like a reference.

    In a shell script `$(date)` runs a command. Kubernetes reads it first, and leaves it alone only as long as no
    variable of the container has that name.

    Example::

        apiVersion: v1
        kind: Pod
        metadata: {name: backup}
        spec:
          containers:
          - name: backup
            image: registry.example/backup:1
            command: ["/bin/sh", "-c", "dump > /backup/$(date +%F).sql"]

    Instead::

        apiVersion: v1
        kind: Pod
        metadata: {name: backup}
        spec:
          containers:
          - name: backup
            image: registry.example/backup:1
            command: ["/bin/sh", "-c", "dump > /backup/$$(date +%F).sql"]
    """
    if not in_shells(evaluation):
        return
    of: dict[tuple[int, FieldPath, bool], list[Use]] = {}
    for use in uses(evaluation):
        if not use.is_command:
            continue
        replaced = use.reference.fate is Fate.RESOLVED
        left = use.reference.fate is Fate.UNRESOLVED
        if (replaced or left) and not _is_arithmetic(use):
            of.setdefault((use.container.object, use.container.path, replaced), []).append(use)
    for (_, _, replaced), (first, *others) in of.items():
        yield _replaced_command(first, others) if replaced else _left_command(first, others)


def _left_command(first: Use, others: Sequence[Use]) -> Finding:
    likewise = f" Likewise {len(others)} more in this container." if others else ""
    edits = tuple(Edit(SourceSpan(use.span.start, use.span.start), "$") for use in (first, *others))
    return Finding(
        f"`{_short(first)}` is left to the shell, which runs it: no variable has that name.{likewise}",
        first.span,
        hint="Nothing to do; `$$(` says so whatever variables there are.",
        field=first.field,
        related=_likewise(others),
        fix=Fix("Write $$( for each" if others else "Write $$(", tuple(dict.fromkeys(edits))),
    )


def _replaced_command(first: Use, others: Sequence[Use]) -> Finding:
    likewise = f" Likewise {len(others)} more in this container." if others else ""
    return Finding(
        f"Kubernetes replaces `{_short(first)}` by the variable of that name; the shell does not run it.{likewise}",
        first.span,
        hint=f"Write `${first.written}` if the shell is to run the command.",
        field=first.field,
        related=_likewise(others),
    )


def _short(use: Use) -> str:
    """The reference as written, or its first word if it contains a whole script."""
    words = use.written.split()
    return use.written if len(use.written) <= LONGEST_COMMAND else f"{words[0]} …)"


def _likewise(others: Sequence[Use]) -> tuple[Related, ...]:
    return tuple(Related(use.span, f"`{_short(use)}`, too.") for use in others[:9])


@rule("ENV507", Severity.HINT)
def halved_dollars(evaluation: Evaluation) -> Iterator[Finding]:
    """`$$` becomes one dollar sign, even where it escapes nothing.

    Kubernetes turns every `$$` of an expanded text into `$`, with or without a parenthesis behind it: a shell's `$$`
    loses its meaning, and a password with two dollar signs loses one.

    Example::

        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
          - name: web
            image: registry.example/web:1
            env:
            - name: PASSWORD
              value: pa$$word

    Instead::

        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
          - name: web
            image: registry.example/web:1
            env:
            - name: PASSWORD
              value: pa$$$$word
    """
    if not has_bare_dollars(evaluation):
        return
    # Before a character beyond ASCII two dollar signs are what ENV520 asks for.
    for container, texts, shell, others in with_dollars(evaluation):
        item = evaluation.objects[container.object]
        for text in (*(text for text, _ in texts), *others):
            for match in _HALVED.finditer(text.text) if "$$" in text.text else ():
                if text.text.startswith("{", match.end()) and flux(evaluation):
                    continue  # Flux takes one of the two away before Kubernetes reads them
                span = item.span(text.path, match.start(), match.end())
                yield Finding(
                    "`$$` arrives as one `$`.",
                    span,
                    hint="Write `$$$$` for two dollar signs, or a single `$` for one.",
                    field=str(item.where(text.path)),
                    fix=write("$$$$", span),
                    severity=Severity.WARNING if shell and text.path[len(container.path)] in _OF_PROCESS else None,
                )
