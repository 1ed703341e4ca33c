"""Rules about dollar signs that mean something else to Kubernetes than to a shell or a reader."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from playground.engine.containers.environment import ContainerEnvironment, ExpandedText, Fate, OriginKind, Variable
from playground.engine.evaluation import Evaluation
from playground.engine.model.diagnostics import Edit, Finding, Fix, Related, Severity, write
from playground.engine.model.location import FieldPath, SourceSpan
from playground.engine.rules.prose import is_prose
from playground.engine.rules.registry import rule
from playground.engine.rules.variables.deployment_tools import flux_post_build
from playground.engine.rules.variables.received_values import IMAGE_NAMES
from playground.engine.rules.walks import (
    MOST_ARGUMENTS,
    MOST_RELATED,
    Use,
    any_has_bare_dollar,
    first_indexes,
    has_shell,
    is_from_template,
    is_script,
    is_script_of_windows,
    sentence_about_further,
    unreplaced_uses,
    uses,
    variable_names,
    with_dollars,
)

_LONGEST_COMMAND = 40  # characters of a command in a message; a longer one is shortened
_SHELL_FORM = re.compile(r"\$(?:\{(?P<braced>[A-Za-z_]\w*)(?::?[-=?+][^{}]*)?\}|(?P<bare>[A-Za-z_]\w*))", re.ASCII)
_START_OF_NAME = re.compile(r"[-._a-zA-Z0-9]*")
_COMMAND_FIELDS = ("command", "args")
# `$$` that escapes no reference. Before a character beyond ASCII, `$$` is what ENV520 asks for.
_HALVED = re.compile(r"(?<!\$)\$\$(?![$(]|[^\x00-\x7f])")


def _is_arithmetic(use: Use) -> bool:
    """Whether the reference is the start of the shell's `$((1 + 2))`."""
    return use.reference.name.startswith("(")


@rule("ENV503", Severity.WARNING)
def shell_syntax(evaluation: Evaluation) -> Iterator[Finding]:
    """A text that no shell reads contains `${NAME}` or `$NAME`.

    Kubernetes expands only `$(NAME)`. Without a shell, the process receives the characters `${NAME}`. Nothing in
    `env` can refer to a value that the image sets: `PATH: /opt/bin:$PATH` and `PATH: /opt/bin:$(PATH)` both stay as
    they are. Text that is written for people is not reported.

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
    if not any_has_bare_dollar(evaluation):
        return
    for container, text, owner in _without_shell(evaluation):
        if is_prose(text.text, text.path, owner.name if owner else ""):
            continue
        for match in _SHELL_FORM.finditer(text.text):
            name, names = match["braced"] or match["bare"], variable_names(evaluation, container)
            is_of_image = name in IMAGE_NAMES and match["bare"] is not None  # programs read `${HOME}` themselves
            if not (name in names or is_of_image) or text.text[: match.start()].endswith("$"):
                continue
            if match[0] == f"${{{name}}}" and is_from_template(evaluation, container.object):
                continue  # in a Template this form refers to a parameter: see REF401
            item = evaluation.objects[container.object]
            span, advice = item.span(text.path, match.start(), match.end()), _advice(name, text, owner, container)
            yield Finding(
                f"Kubernetes does not expand `{match[0]}`, and no shell reads this text.",
                span,
                hint=advice or f"Write `$({name})`.",
                field=str(item.where(text.path)),
                fix=None if advice else write(f"$({name})", span),
            )


def _without_shell(
    evaluation: Evaluation,
) -> Iterator[tuple[ContainerEnvironment, ExpandedText, Variable | None]]:
    """The texts that no shell reads, also those of probes: the container, the text, its owner.

    The owner is the variable whose value the text is; None in `command`, `args` and probes.
    """
    for container, texts, shell, other_texts in with_dollars(evaluation):
        for text, owner in texts:
            evaluation.deadline.spend()
            if not shell or text.path[len(container.path)] == "env":  # the shell reads only `command` and `args`
                yield container, text, owner
        for probe in container.probes if other_texts else ():
            if not is_script([text.text for text in probe.command[:MOST_ARGUMENTS]]):
                yield from ((container, text, None) for text in probe.command if "$" in text.text)


def _advice(name: str, text: ExpandedText, owner: Variable | None, container: ContainerEnvironment) -> str:
    """What to do if Kubernetes would not expand `$(NAME)` either; "" if it would."""
    # A variable may refer to the variable of its own name that it hides, such as that of a Service.
    if owner is not None and owner.name == name and not owner.hides:
        if name in IMAGE_NAMES or name.endswith("PATH"):
            return (
                f"`$({name})` would not work either: Kubernetes does not know the image's value."
                " Write the whole value, or set the variable in a shell."
            )
        return f"`$({name})` would not work either: a variable cannot refer to itself. Write its value."
    own = next((variable for variable in container.variables if variable.name == name), None)
    if own is None:
        return (
            f"`$({name})` would not work either: the image or the runtime sets `{name}`, and Kubernetes does not know"
            " its value. Start a shell that reads the variable, or write the value."
        )
    # In the command of a probe, Kubernetes expands only variables with a literal `value`: see ENV514.
    in_probe = text.path[len(container.path)] not in ("env", "command", "args")
    if in_probe and (own.origin.kind is not OriginKind.ENV or own.expanded is None):
        return f"Let a shell read the variable: `sh -c '… \"${name}\"'`."
    return ""


@rule("ENV504", Severity.WARNING)
def incomplete_reference(evaluation: Evaluation) -> Iterator[Finding]:
    """`$(` opens a reference that no `)` closes.

    Without the closing parenthesis, Kubernetes leaves the text as it is. In a shell script this rule reports only the
    names of the container's variables: any other `$(` may be a command of the script that is not finished yet.

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
    for use in unreplaced_uses(evaluation):
        if use.reference.fate is not Fate.INCOMPLETE:
            continue
        match = _START_OF_NAME.match(use.text.text, use.reference.start + len("$("))
        name = match[0] if match else ""
        is_declared = name in first_indexes(evaluation, use.container)
        if use.in_shell and not is_declared:
            continue  # a command of the shell, not finished yet
        start, opening = use.reference.start, f"$({name}"
        end = start + len(opening)
        bracket = use.text.text[end : end + 1]
        has_wrong_bracket = bracket in ("}", "]")  # in place of the `)`
        span = use.object.span(use.text.path, start, end + has_wrong_bracket)
        yield Finding(
            f"`{opening}` has no closing `)`, so Kubernetes leaves it as it is.",
            use.span,
            hint=(f"Write `)` in place of `{bracket}`." if has_wrong_bracket else "Write `)` after the name.")
            + " If you mean these characters, write `$$(`.",
            field=use.field,
            fix=write(f"{opening})", span) if is_declared else None,
        )


@rule("ENV505", Severity.HINT)
def command_substitution(evaluation: Evaluation) -> Iterator[Finding]:
    """A shell script contains a command, such as `$(date)`, that looks like a reference.

    Kubernetes reads the script before the shell does. It leaves `$(date)` to the shell only while the container has no
    variable of that name; otherwise it replaces the command by the variable's value.

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
    if not has_shell(evaluation):
        return
    # By the index of the Object, the path of the container, and whether Kubernetes replaces the command.
    groups: dict[tuple[int, FieldPath, bool], list[Use]] = {}
    for use in uses(evaluation):
        if not use.is_command or is_script_of_windows([text.text for text in use.container.command[:MOST_ARGUMENTS]]):
            continue
        is_replaced = use.reference.fate is Fate.RESOLVED
        is_kept = use.reference.fate is Fate.UNRESOLVED
        if (is_replaced or is_kept) and not _is_arithmetic(use):
            groups.setdefault((use.container.object, use.container.path, is_replaced), []).append(use)
    for (_, _, is_replaced), (first, *further) in groups.items():
        yield _replaced_command(first, further) if is_replaced else _kept_command(first, further)


def _kept_command(first: Use, further: Sequence[Use]) -> Finding:
    """The Finding about commands that Kubernetes leaves to the shell."""
    edits = tuple(Edit(SourceSpan(use.span.start, use.span.start), "$") for use in (first, *further))
    return Finding(
        f"The shell runs `{_short(first)}`: no variable has that name.{sentence_about_further(further)}",
        first.span,
        hint="Nothing to do now. With `$$(` the shell runs the command even if a variable gets that name.",
        field=first.field,
        related=_places(further),
        fix=Fix("Write $$( for each command" if further else "Write $$(", tuple(dict.fromkeys(edits))),
    )


def _replaced_command(first: Use, further: Sequence[Use]) -> Finding:
    """The Finding about commands that the shell does not run, because a variable has the name of the command."""
    return Finding(
        f"Kubernetes replaces `{_short(first)}` by the variable of that name; the shell does not run it."
        + sentence_about_further(further),
        first.span,
        hint=f"Write `${first.written}` if the shell is to run the command.",
        field=first.field,
        related=_places(further),
    )


def _short(use: Use) -> str:
    """The reference as written; only its first word if it is longer than _LONGEST_COMMAND."""
    return use.written if len(use.written) <= _LONGEST_COMMAND else f"{use.written.split()[0]} …)"


def _places(further: Sequence[Use]) -> tuple[Related, ...]:
    return tuple(Related(use.span, f"`{_short(use)}`, too.") for use in further[:MOST_RELATED])


@rule("ENV507", Severity.HINT)
def halved_dollars(evaluation: Evaluation) -> Iterator[Finding]:
    """`$$` becomes `$`, also where no parenthesis follows.

    Kubernetes turns each `$$` of an expanded text into `$`. A password with two dollar signs loses one of them, and
    the `$$` of a shell script, the number of its process, becomes a plain `$`.

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
    if not any_has_bare_dollar(evaluation):
        return
    for container, texts, shell, other_texts in with_dollars(evaluation):
        item = evaluation.objects[container.object]
        for text in (*(text for text, _ in texts), *other_texts):
            evaluation.deadline.spend()
            for match in _HALVED.finditer(text.text) if "$$" in text.text else ():
                if text.text.startswith("{", match.end()) and flux_post_build(evaluation):
                    continue  # Flux removes one of the two before Kubernetes reads them
                span = item.span(text.path, match.start(), match.end())
                yield Finding(
                    "The process receives `$` in place of `$$`.",
                    span,
                    hint="Write `$$$$` for two dollar signs, or `$` for one.",
                    field=str(item.where(text.path)),
                    fix=write("$$$$", span),
                    severity=Severity.WARNING if shell and text.path[len(container.path)] in _COMMAND_FIELDS else None,
                )
