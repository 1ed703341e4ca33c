"""Rules about a container's command as a list of words."""

from __future__ import annotations

import re
from collections.abc import Iterator

from playground.engine.diagnostics import Edit, Finding, Fix, Severity
from playground.engine.environment import ContainerEnvironment, ExpandedText
from playground.engine.evaluation import Evaluation
from playground.engine.rules.registry import rule
from playground.engine.rules.words import in_brackets, words_of
from playground.engine.strings import double_quoted

# A program's name that surely ends at the space: a shell or interpreter, or one that an option or quote follows.
_SEVERAL_WORDS = re.compile(
    r"(?:\S*/)?(?:(?:ba|da|a|z|k)?sh|busybox|env|exec|python[0-9.]*|node|java|ruby|perl|php|npm|npx|yarn|go)\s+\S"
    r"|[\w./-]+\s+(?:.*\s)?(?:-\w|--\w|['\"])"
)
_DASH = re.compile(r"[ ]*(?:-[ ]+)+")


@rule("POD608", Severity.WARNING)
def command_in_one_word(evaluation: Evaluation) -> Iterator[Finding]:
    """The whole command stands in one entry, where each word needs its own.

    No shell reads the list: its first entry is the name of the program, spaces and all. The runtime finds no such
    program, and the container does not start.

    Example::

        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
          - name: web
            image: registry.example/web:1
            command: ["sh -c 'date'"]

    Instead::

        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
          - name: web
            image: registry.example/web:1
            command: [sh, -c, date]
    """
    for container, text in _programs(evaluation):
        if _SEVERAL_WORDS.match(text.result) is None:
            continue
        item, words = evaluation.objects[container.object], words_of(text.text)
        listed = in_brackets(words).replace("`", "'")
        yield Finding(
            f"`{text.result.split()[0]}` and its arguments are one entry: no program has that name.",
            item.span(text.path),
            hint=f"Write each word as an entry of its own: `{listed}`." if words else "Write a word an entry.",
            field=str(item.where(text.path)),
            fix=_split(evaluation, container, text, words),
        )


def _programs(evaluation: Evaluation) -> Iterator[tuple[ContainerEnvironment, ExpandedText]]:
    """The first entry of each command, of containers and of their exec probes."""
    for container in evaluation.containers:
        for command in (container.command, *(probe.command for probe in container.probes)):
            yield from ((container, text) for text in command[:1])


def _split(evaluation: Evaluation, container: ContainerEnvironment, text: ExpandedText, words: list[str]) -> Fix | None:
    """The edit that makes an entry of each word; None where it is not written on one line of a list in the text."""
    item = evaluation.objects[container.object]
    document, place, span = item.document, item.where(text.path), item.span(text.path)
    start, style = document.source.offset(span.start), document.style(place.parent)
    before = document.source.text[start - span.start.column + 1 : start]
    if not words or span.start.line != span.end.line or style not in ("flow", "block"):
        return None
    if style == "block" and not _DASH.fullmatch(before):
        return None
    between = ", " if style == "flow" else f"\n{' ' * before.rindex('-')}- "
    return Fix("Write each word as an entry", (Edit(span, between.join(map(double_quoted, words))),))
