"""Rules about quotes and backslashes that become part of a value, and about lines that a folded block joins."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from typing import Final

from playground.engine.containers.environment import Fate, OriginKind, Variable
from playground.engine.evaluation import Evaluation
from playground.engine.model.diagnostics import Edit, Finding, Fix, Severity, write
from playground.engine.model.location import ROOT, FieldPath, Position, SourceSpan
from playground.engine.reading import Document
from playground.engine.reading.objects import TracedObject, strings
from playground.engine.rules.registry import rule
from playground.engine.rules.walks import all_texts, uses
from playground.engine.text.yaml import double_quoted

_QUOTED: Final = re.compile(r"""(["'])([^"'\n]*)\1""")
_LONGEST_LINE: Final = 40  # characters of a script's line that a message quotes
_LONGEST_QUOTED: Final = 200  # characters; a longer value in quotes is probably meant so
_BEFORE_ESCAPE: Final = re.compile(r"(?:\A|[\s=:,;(\[{\"'])\\\Z")
_BROKEN_PEM: Final = re.compile(r"-----BEGIN [A-Z0-9 ]{1,40}----- +[A-Za-z0-9+/=]{16}")  # the first line and base64
_COMMENT: Final = re.compile(r"[^\"'`]*?(?:^|\s)#(?!!)")  # a comment, not the `#!` of a first line
_SETTING: Final = re.compile(r"set [-+][a-zA-Z]+(?: pipefail)?")  # a line such as `set -e`


@rule("ENV545", Severity.HINT)
def quotes_in_value(evaluation: Evaluation) -> Iterator[Finding]:
    """Quotes are part of a value, because only the outer pair of two is YAML's.

    YAML removes the outer pair of quotes, and nothing removes the inner pair: the process receives the inner quotes
    with the value. A block behind `|` keeps all quotes. This happens when an `.env` file becomes a ConfigMap.

    Example::

        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
          - name: web
            image: registry.example/web:1
            env:
            - {name: MODE, value: '"fast"'}

    Instead::

        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
          - name: web
            image: registry.example/web:1
            env:
            - {name: MODE, value: "fast"}
    """
    reported: set[tuple[int, FieldPath]] = set()
    for container in evaluation.containers:
        for variable in container.own:
            text = variable.value or ""
            if text[:1] not in ("'", '"') or len(text) > _LONGEST_QUOTED or not (match := _QUOTED.fullmatch(text)):
                continue
            index, place = _place_of_value(container.object, variable)
            if place is None or (index, place) in reported:
                continue
            reported.add((index, place))
            item = evaluation.objects[index]
            span, raw = item.span(place), item.document.raw(item.where(place))
            is_quoted_again = raw[1:-1] == text and raw[:1] in ("'", '"') and not item.is_substituted(place)
            yield Finding(
                f"The process receives the value of `{variable.name}` with quotes: "
                + ("YAML removes only the outer pair." if is_quoted_again else "nothing removes them."),
                span,
                hint="Write one pair of quotes, unless the program needs the inner pair."
                if is_quoted_again
                else "Remove the quotes, unless the program needs them.",
                field=str(item.where(place)),
                fix=Fix("Write one pair of quotes", (Edit(span, double_quoted(match[2])),))
                if is_quoted_again
                else None,
            )


def _place_of_value(index: int, variable: Variable) -> tuple[int, FieldPath | None]:
    """The index of the Object, and the path of the field, with a variable's literal value; None if there is no field.

    ``index`` is the Object of the variable's container.
    """
    origin = variable.origin
    if origin.kind is OriginKind.ENV and variable.expanded is not None:
        return index, variable.expanded.path
    encoded = origin.secret and origin.source is not None and origin.source[-2:-1] == ("data",)
    return (origin.object, origin.source) if origin.object is not None and not encoded else (index, None)


@rule("ENV546", Severity.WARNING)
def backslash_before_reference(evaluation: Evaluation) -> Iterator[Finding]:
    """A backslash stands before a reference, as if it were an escape.

    Kubernetes has only one escape, a second dollar sign: `$$(NAME)` becomes `$(NAME)`. A backslash is an ordinary
    character: the process receives it, followed by the variable's value.

    Example::

        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
          - name: web
            image: registry.example/web:1
            args: ['\\$(NAME)']
            env:
            - {name: NAME, value: shop}

    Instead::

        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
          - name: web
            image: registry.example/web:1
            args: ["$$(NAME)"]
            env:
            - {name: NAME, value: shop}
    """
    if r"\$(" not in all_texts(evaluation):
        return
    for use in uses(evaluation):
        start = use.reference.start
        if use.reference.fate is not Fate.RESOLVED or start == 0 or use.text.text[start - 1] != "\\":
            continue
        if _BEFORE_ESCAPE.search(use.text.text[max(0, start - 2) : start]):  # not a backslash in a Windows path
            span = use.object.span(use.text.path, start - 1, use.reference.end)
            yield Finding(
                f"This backslash escapes nothing: the process receives it before the value of `{use.reference.name}`.",
                span,
                hint=f"Write `${use.written}` if the process is to receive the characters `{use.written}`.",
                field=use.field,
                fix=write(f"${use.written}", span),
            )


@rule("SRC140", Severity.WARNING)
def folded_lines(evaluation: Evaluation) -> Iterator[Finding]:
    """A block behind `>` joins lines that must stay separate.

    `>` joins the lines of a block into one line; `|` keeps them. A certificate on one line is invalid. In a script,
    a comment hides the joined rest, and `set -e` takes the next command for its arguments.

    Example::

        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
          - name: web
            image: registry.example/web:1
            command:
            - sh
            - -c
            - >
              # first
              migrate

    Instead::

        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
          - name: web
            image: registry.example/web:1
            command:
            - sh
            - -c
            - |
              # first
              migrate
    """
    yield from _joined_keys(evaluation)
    if ">" not in evaluation.source.text.text:
        return
    for container in evaluation.containers:
        for text in (*container.command, *container.args):
            evaluation.deadline.spend()
            item = evaluation.objects[container.object]
            if " " in text.text and item.document.style(item.where(text.path)) == "folded":
                yield from _joined_script_lines(item, text.path)


def _joined_keys(evaluation: Evaluation) -> Iterator[Finding]:
    """The findings about keys and certificates whose lines are joined."""
    if "-----BEGIN" not in evaluation.source.text.text:
        return
    for item in evaluation.objects:
        for path, text in strings(item.value, evaluation.deadline, ROOT, "-----BEGIN"):
            if _BROKEN_PEM.search(text):
                document, place = item.document, item.where(path)
                folded = document.style(place) == "folded" and not item.is_substituted(path)
                yield Finding(
                    "The lines of this key or certificate are joined into one line, so no program can read it.",
                    item.span(path),
                    hint="Write the key or certificate as a block behind `|`, which keeps the lines.",
                    field=str(place),
                    fix=_keep_lines(document, place) if folded else None,
                )


def _joined_script_lines(item: TracedObject, path: FieldPath) -> Iterator[Finding]:
    """The finding about the first line of a folded script that must not be joined with the next line."""
    document, place = item.document, item.where(path)
    start = document.span(place).start
    lines = document.raw(place).split("\n")[1:]
    indents = [len(line) - len(line.lstrip(" ")) for line in lines]
    for number, (line, follower) in enumerate(itertools.pairwise(lines)):
        # `>` keeps the line break beside an empty line, and beside a line that is indented deeper.
        is_joined = follower.strip() and indents[number] == indents[number + 1] == indents[0]
        if is_joined and line.strip() and (_COMMENT.match(line.strip()) or _SETTING.fullmatch(line.strip())):
            row = start.line + 1 + number
            yield Finding(
                f"`>` joins the lines of this script: the line after `{line.strip()[:_LONGEST_LINE]}` "
                "becomes part of that line.",
                SourceSpan(Position(row, indents[number] + 1), Position(row, len(line.rstrip()) + 1)),
                hint="Write `|` in place of `>`, which keeps the lines.",
                field=str(place),
                fix=_keep_lines(document, place),
            )
            return


def _keep_lines(document: Document, place: FieldPath) -> Fix | None:
    """The Fix that writes `|` in place of `>`; None if the block does not start with `>`."""
    start = document.span(place).start
    sign = SourceSpan(start, Position(start.line, start.column + 1))
    return Fix("Write | in place of >", (Edit(sign, "|"),)) if document.source.slice(sign) == ">" else None
