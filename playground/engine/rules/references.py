"""What we say about `$(VAR)` in env, command and args (ENV50x): the references that will not do what they seem to."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from playground.engine.cluster.services import Service
from playground.engine.diagnostics import Edit, Finding, Fix, Related, Severity
from playground.engine.environment import Fate
from playground.engine.evaluation import Evaluation
from playground.engine.location import FieldPath, SourceSpan
from playground.engine.nearest import nearest
from playground.engine.rules.arriving import IMAGE_NAMES
from playground.engine.rules.define import define
from playground.engine.rules.move import move_above
from playground.engine.rules.registry import rule
from playground.engine.rules.tools import flux
from playground.engine.rules.walk import GUESSES, Use, expanded_texts, runs_shell, uses
from playground.engine.substitution import Dialect

_SERVICE = re.compile(
    r"([A-Z0-9_.]+?)_(?:SERVICE_HOST|SERVICE_PORT(?:_[A-Z0-9_]+)?|PORT(?:_\d+_(?:TCP|UDP|SCTP).*)?)\Z"
)
MATES = 50  # containers, and entries of each, that are asked for a name that one does not have
LONGEST_COMMAND = 40  # characters of a command that fit into a message
LONGEST_NAME = 253  # characters; no name of Kubernetes is longer
_SHELL_FORM = re.compile(r"\$(?:\{(?P<braced>[A-Za-z_]\w*)(?::?[-=?+][^{}]*)?\}|(?P<bare>[A-Za-z_]\w*))", re.ASCII)


def _declared_later(use: Use) -> int | None:
    """The number of the first `env` entry that declares the name of the use, if it stands after the use."""
    first = use.first_declared.get(use.reference.name)
    return first if first is not None and use.env_index is not None and first > use.env_index else None


def _is_command(use: Use) -> bool:
    """Whether a shell will read the unresolved reference as a command to run."""
    return use.in_shell and not re.fullmatch(r"[A-Z0-9_]+", use.reference.name)


def _is_arithmetic(use: Use) -> bool:
    """Whether the shell will compute it: `$((1 + 2))`."""
    return use.reference.name.startswith("(")


def _unresolved(evaluation: Evaluation) -> Iterator[Use]:
    for use in uses(evaluation):
        if use.reference.fate is Fate.UNRESOLVED and _declared_later(use) is None:
            yield use


@rule("ENV501", Severity.WARNING)
def undefined_reference(evaluation: Evaluation) -> Iterator[Finding]:
    """A reference names a variable that the container does not have.

    Kubernetes leaves `$(NAME)` in the text when nothing defines NAME. No error, no event and no log says so: the
    process simply receives the characters `$(NAME)`.

    Example::

        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
          - name: web
            image: registry.example/web:1
            args: ["--port=$(PROT)"]
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
    guesses = GUESSES
    for use in _unresolved(evaluation):
        name = use.reference.name
        if _is_command(use) or _service_of(name) or (name in IMAGE_NAMES and not use.in_shell):
            continue
        guesses -= len(use.container.variables)
        near = nearest(name, (variable.name for variable in use.container.variables)) if guesses > 0 else ""
        yield Finding(
            f"`{use.written}` is not defined in container `{use.container.name}`, so it stays as it is.",
            use.span,
            hint=_how_to_define(use, near),
            field=use.field,
            fix=next(fixes := _ways_to_define(use, near), None),
            alternatives=tuple(fixes),
            about=name,
        )


def _ways_to_define(use: Use, near: str) -> Iterator[Fix]:
    """The name that was meant, an entry in `env`, or the text itself: which of them, only the author knows."""
    if _names_parameter(use):
        yield Fix(f"Write ${{{use.reference.name}}}", (Edit(use.span, f"${{{use.reference.name}}}"),))
    if near:
        yield Fix(f"Write $({near})", (Edit(use.span, f"$({near})"),))
    if added := define(use.evaluation, use.container, use.reference.name, "", use.env_index or 0):
        yield added
    if not use.in_shell and use.evaluation.source.text.slice(use.span) == use.written:
        yield Fix(f"Write ${use.written}", (Edit(use.span, f"${use.written}"),))


def _names_parameter(use: Use) -> bool:
    """Whether OpenShift's Template has a parameter of that name, which it writes differently."""
    processed = use.evaluation.processed
    if processed is None or processed.dialect is not Dialect.OPENSHIFT:
        return False
    inside = use.container.object < len(processed.objects) and use.object.where(use.text.path)
    return bool(inside) and any(each.name == use.reference.name for each in processed.template.parameters)


def _other_container(use: Use) -> str:
    """Another container of the same pod that declares the name; "" when there is none, or there are many to ask."""
    place = use.container.object, use.container.pod
    mates = (each for each in use.evaluation.containers[:MATES] if (each.object, each.pod) == place)
    having = (each.name for each in mates if any(own.name == use.reference.name for own in each.declared[:MATES]))
    return next(having, "")


def _how_to_define(use: Use, near: str) -> str:
    if _names_parameter(use):
        return f"It is a parameter: write `${{{use.reference.name}}}`."
    if near:
        return f"Did you mean `$({near})`?"
    if owner := _other_container(use):
        return f"Container `{owner}` has it; each container has an `env` of its own."
    if use.in_shell:
        return f"Write `${use.reference.name}` for a variable of the shell, or define it in `env`."
    where = "above this entry" if use.env_index is not None else "in `env`"
    return f"Define it {where}, or write `$${use.written[1:]}` to say that the text is meant."


@rule("ENV502", Severity.WARNING)
def forward_reference(evaluation: Evaluation) -> Iterator[Finding]:
    """A variable uses another one that is declared after it.

    Kubernetes expands `env` in the order of the list. A variable sees those above it, `envFrom` and the Services;
    one that comes later does not exist yet, so the reference stays as text or takes an older value.

    Example::

        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
          - name: web
            image: registry.example/web:1
            env:
            - name: PUBLIC_URL
              value: http://shop.example:$(PORT)/
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
            env:
            - name: PORT
              value: "8080"
            - name: PUBLIC_URL
              value: http://shop.example:$(PORT)/
    """
    said = set()
    for use in uses(evaluation):
        later = _declared_later(use) if use.reference.fate in (Fate.RESOLVED, Fate.UNRESOLVED) else None
        if later is None or (use.text.path, use.reference.name) in said:
            continue
        said.add((use.text.path, use.reference.name))
        here = use.env_index
        assert here is not None
        assert use.variable is not None
        name, path = use.reference.name, use.container.path / "env"
        place = use.object.span(path / later / "name")
        yield Finding(
            f"`{use.variable.name}` uses `$({name})`, but `{name}` is defined after it"
            f" (line {place.start.line}). Kubernetes expands in order.",
            use.span,
            hint=f"Move `{name}` above `{use.variable.name}`.",
            field=use.field,
            related=(Related(place, f"`{name}` is defined here."),),
            fix=move_above(evaluation, use.object, path, later, here, f"Move {name} above"),
        )


@rule("ENV503", Severity.WARNING)
def shell_syntax(evaluation: Evaluation) -> Iterator[Finding]:
    """`${NAME}` or `$NAME` stands where no shell will read it.

    Kubernetes expands `$(NAME)` only. Without a shell in between the process receives the characters `${NAME}`.

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
    for container in evaluation.containers:
        names = {variable.name for variable in container.variables}
        processed = len(evaluation.processed.objects) if evaluation.processed else 0
        shell = runs_shell(container)
        for text in expanded_texts(container):
            if shell and text.path[len(container.path)] != "env":
                continue
            for match in _SHELL_FORM.finditer(text.text):
                name = match["braced"] or match["bare"]
                if name not in names or text.text[: match.start()].endswith("$"):
                    continue
                if match[0] == f"${{{name}}}" and container.object < processed:
                    continue  # in a Template this form refers to a parameter: see REF401
                item = evaluation.objects[container.object]
                span = item.span(text.path, match.start(), match.end())
                yield Finding(
                    f"`{match[0]}` is not expanded by Kubernetes, and no shell reads it here.",
                    span,
                    hint=f"Write `$({name})`.",
                    field=str(item.where(text.path)),
                    fix=Fix(f"Write $({name})", (Edit(span, f"$({name})"),)),
                )


@rule("ENV504", Severity.WARNING)
def incomplete_reference(evaluation: Evaluation) -> Iterator[Finding]:
    """A reference is opened by `$(` and never closed.

    Without a closing parenthesis `$(` has no meaning to Kubernetes, and the text stays as it is.

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
    for use in uses(evaluation):
        if use.reference.fate is not Fate.INCOMPLETE or use.in_shell:
            continue
        name = re.match(r"[-._a-zA-Z0-9]*", use.text.text[use.reference.start + 2 :])
        written = f"$({name[0] if name else ''}"
        yield Finding(
            f"`{written}` has no closing `)`, so it is kept as text.",
            use.span,
            hint="Close it with `)`, or write `$$(` to say that the text is meant.",
            field=use.field,
        )


@rule("ENV505", Severity.HINT)
def command_substitution(evaluation: Evaluation) -> Iterator[Finding]:
    """A shell will run what looks like a reference.

    In the script of a shell, `$(date)` is a command to run. Kubernetes looks at it first and leaves it alone only as
    long as no variable of the container has that name.

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
    of: dict[tuple[int, FieldPath, bool], list[Use]] = {}
    for use in uses(evaluation):
        replaced = use.reference.fate is Fate.RESOLVED
        left = use.reference.fate is Fate.UNRESOLVED
        if (replaced or left) and _is_command(use) and not _is_arithmetic(use):
            of.setdefault((use.container.object, use.container.path, replaced), []).append(use)
    for (_, _, replaced), (first, *others) in of.items():
        yield _replaced_command(first, others) if replaced else _left_command(first, others)


def _left_command(first: Use, others: Sequence[Use]) -> Finding:
    more = f" Likewise {len(others)} more in this container." if others else ""
    edits = tuple(Edit(SourceSpan(use.span.start, use.span.start), "$") for use in (first, *others))
    return Finding(
        f"`{_short(first)}` is left to the shell, which runs it: no variable has that name.{more}",
        first.span,
        hint="Nothing to do; `$$(` says so whatever variables there are.",
        field=first.field,
        related=_likewise(others),
        fix=Fix("Write $$( for each" if others else "Write $$(", tuple(dict.fromkeys(edits))),
    )


def _replaced_command(first: Use, others: Sequence[Use]) -> Finding:
    more = f" Likewise {len(others)} more in this container." if others else ""
    return Finding(
        f"Kubernetes replaces `{_short(first)}` by the variable of that name; the shell does not run it.{more}",
        first.span,
        hint=f"Write `${first.written}` if the shell is to run the command.",
        field=first.field,
        related=_likewise(others),
    )


def _short(use: Use) -> str:
    """The reference as it is written, or its first word when a whole script stands in it."""
    words = use.written.split()
    return use.written if len(use.written) <= LONGEST_COMMAND else f"{words[0]} …)"


def _likewise(others: Sequence[Use]) -> tuple[Related, ...]:
    return tuple(Related(use.span, f"`{_short(use)}`, too.") for use in others[:9])


@rule("ENV506", Severity.HINT)
def absent_service(evaluation: Evaluation) -> Iterator[Finding]:
    """A reference has the form of a Service's variable, and no such Service is known.

    Kubernetes defines NAME_SERVICE_HOST and its like only if the Service exists in the pod's namespace, with a
    cluster IP, before the container starts. Otherwise the reference stays as text.

    Example::

        apiVersion: v1
        kind: Pod
        metadata: {name: client}
        spec:
          containers:
          - name: client
            image: registry.example/client:1
            args: ["$(GITSERVER_SERVICE_HOST)"]

    Instead::

        apiVersion: v1
        kind: Service
        metadata: {name: gitserver}
        spec:
          clusterIP: 10.96.44.7
          ports: [{port: 8080}]
        ---
        apiVersion: v1
        kind: Pod
        metadata: {name: client}
        spec:
          containers:
          - name: client
            image: registry.example/client:1
            args: ["$(GITSERVER_SERVICE_HOST)"]
    """
    for use in _unresolved(evaluation):
        service = _service_of(use.reference.name)
        if not service or _is_command(use):
            continue
        pasted = next((each for each in evaluation.cluster.services if each.name.lower() == service), None)
        yield Finding(
            f"`{use.written}` is set only if a Service `{service}` exists in the pod's namespace."
            if pasted is None
            else f"The Service `{service}` does not set `{use.reference.name}`: it {_why_not(use, pasted)}.",
            use.span,
            hint=f"Paste the Service `{service}` beside the pod, or assume a value for the preview."
            if pasted is None
            else "Use the Service's DNS name, or write the value itself.",
            field=use.field,
        )


def _service_of(name: str) -> str:
    """The Service that a variable of this name would come from; "" when the name has another form."""
    match = _SERVICE.match(name) if len(name) <= LONGEST_NAME else None
    return match[1].lower().replace("_", "-") if match else ""


def _why_not(use: Use, service: Service) -> str:
    """Why a Service that is there gives a container no such variable."""
    if service.type == "ExternalName":
        return "is an ExternalName and has no cluster IP"
    if not service.cluster_ip or service.cluster_ip == "None":
        return "is headless and has no cluster IP"
    return "has no such port, is in another namespace, or the pod switched `enableServiceLinks` off"


@rule("ENV507", Severity.HINT)
def halved_dollars(evaluation: Evaluation) -> Iterator[Finding]:
    """`$$` stands for one dollar sign, also where it escapes nothing.

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
    # Before a character beyond ASCII two dollar signs are what ENV520 asks for.
    for container in evaluation.containers:
        item, shell = evaluation.objects[container.object], runs_shell(container)
        for text in expanded_texts(container):
            for match in re.finditer(r"(?<!\$)\$\$(?![$(]|[^\x00-\x7f])", text.text):
                if text.text.startswith("{", match.end()) and flux(evaluation):
                    continue  # Flux takes one of the two away before Kubernetes reads them
                span = item.span(text.path, match.start(), match.end())
                yield Finding(
                    "`$$` arrives as one `$`.",
                    span,
                    hint="Write `$$$$` for two dollar signs, or a single `$` for one.",
                    field=str(item.where(text.path)),
                    fix=Fix("Write $$$$", (Edit(span, "$$$$"),)),
                    severity=Severity.WARNING if shell and text.path[len(container.path)] != "env" else None,
                )
