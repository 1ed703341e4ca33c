"""Rules about commands whose entries in `command` and `args` are not the words of the command line."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Sequence

from playground.engine.containers.environment import ContainerEnvironment, ExpandedText
from playground.engine.evaluation import Evaluation
from playground.engine.model.diagnostics import Edit, Finding, Fix, Severity
from playground.engine.model.location import SourceSpan
from playground.engine.rules.fixes.command_words import in_brackets, words_of
from playground.engine.rules.registry import rule
from playground.engine.rules.walks import MOST_ARGUMENTS, SHELLS, is_script, once_per_evaluation
from playground.engine.text.yaml import double_quoted

# The beginning of a command line: a shell or interpreter and another word, or a word and later an option or a quote.
_SEVERAL_WORDS = re.compile(
    r"(?:\S*/)?(?:(?:ba|da|a|z|k)?sh|busybox|env|exec|python[0-9.]*|node|java|ruby|perl|php|npm|npx|yarn|go)\s++\S"
    r"|[\w./-]+\s++(?:.*\s)?(?:-\w|--\w|['\"])"
)
_SHELL = re.compile(r"(?:\S*/)?(?:ba|da|a|z|k)?sh\s")
_LINE_OF_A_SHELL = re.compile(r"\S\s+(?:&&|\|\|?|;|>>?)\s+\S")  # an operator between words
_OPERATORS = frozenset({"&&", "||", "|", ";", "&", ">", ">>", "<", "2>", "2>&1", "&>", ">&2"})
_OPTION = re.compile(r"(?P<option>--?[A-Za-z][\w.-]*) (?P<value>\S.*)")
_BARE = re.compile(r"[\w./:=@%+,${}()*~-]+")  # a word that needs no quotes in a shell; it may have references
_ONE_WORD = re.compile(r"[\w./-]+")
_SPLIT_TITLE = "Write each word as an entry"
_DASH = re.compile(r"[ ]*(?:-[ ]+)+")


@rule("POD608", Severity.WARNING)
def command_in_one_word(evaluation: Evaluation) -> Iterator[Finding]:
    """A whole command line is one entry; each word must be an entry of its own.

    No shell splits the entry: the first entry is the program's name, including spaces. The runtime finds no program of
    this name, and the container does not start. A line with `&&` or `|` needs a shell, which `sh -c` starts.

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
    # ``result`` is the text with its references replaced, as the runtime gets it. ``text`` still has the references.
    for container, text in _programs(evaluation):
        needs_shell = _LINE_OF_A_SHELL.search(text.result) is not None
        if _SEVERAL_WORDS.match(text.result) is None and not needs_shell:
            continue
        item, entries = evaluation.objects[container.object], words_of(text.text)
        starts_shell = needs_shell and not _SHELL.match(text.result)
        entries = ["sh", "-c", text.text] if starts_shell else entries
        command = in_brackets(entries).replace("`", "'")  # a backtick would end the quotation in the hint
        yield Finding(
            f"`{text.result.split()[0]}` and its arguments are one entry: "
            "the runtime takes the entry for the name of a program.",
            item.span(text.path),
            hint=("Start a shell for the line" if starts_shell else "Write each word as an entry of its own")
            + (f": `{command}`." if entries else "."),
            field=str(item.where(text.path)),
            fix=_split(evaluation, container, text, entries, "Start a shell" if starts_shell else _SPLIT_TITLE),
        )


def _programs(evaluation: Evaluation) -> Iterator[tuple[ContainerEnvironment, ExpandedText]]:
    """The first entry of each container's command, and of each exec probe's command."""
    for container in evaluation.containers:
        for command in (container.command, *(probe.command for probe in container.probes)):
            yield from ((container, text) for text in command[:1])


def _split(
    evaluation: Evaluation,
    container: ContainerEnvironment,
    text: ExpandedText,
    entries: list[str],
    title: str = _SPLIT_TITLE,
) -> Fix | None:
    """The Fix that writes ``entries`` in place of the text; None if the text is not on one line of a list."""
    item = evaluation.objects[container.object]
    document, place, span = item.document, item.where(text.path), item.span(text.path)
    before, style = document.source.line_before(span.start), document.style(place.parent)
    if not entries or span.start.line != span.end.line or style not in ("flow", "block"):
        return None
    if style == "block" and not _DASH.fullmatch(before):
        return None
    between = ", " if style == "flow" else f"{document.source.newline}{' ' * before.rindex('-')}- "
    return Fix(title, (Edit(span, between.join(map(double_quoted, entries))),))


_Process = tuple[ContainerEnvironment, Sequence[ExpandedText]]


@once_per_evaluation
def _processes(evaluation: Evaluation) -> Sequence[_Process]:
    """The command and arguments of each container, and the command of each exec probe; without empty ones."""
    return tuple(_find_processes(evaluation))


def _find_processes(evaluation: Evaluation) -> Iterator[_Process]:
    for container in evaluation.containers:
        if texts := (*container.command, *container.args):
            yield container, texts
        for probe in container.probes:
            if probe.command:
                yield container, probe.command


@rule("POD614", Severity.WARNING)
def option_with_value(evaluation: Evaluation) -> Iterator[Finding]:
    """An option and its value are one entry; each must be an entry of its own.

    No shell splits the entry: the program receives an option with a space in its name, which it does not know.

    Example::

        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
          - name: web
            image: registry.example/web:1
            args: ["--port 8080"]

    Instead::

        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
          - name: web
            image: registry.example/web:1
            args: ["--port", "8080"]
    """
    for container, texts in _processes(evaluation):
        candidates = [
            text for text in texts if text.text.startswith("-") and " " in text.text and "\n" not in text.text
        ]
        if not candidates or is_script([text.result for text in texts[:MOST_ARGUMENTS]]):
            continue
        for text in candidates:
            match, entries = _OPTION.fullmatch(text.text), words_of(text.text)
            if match is None or not entries:
                continue
            item = evaluation.objects[container.object]
            yield Finding(
                f"`{match['option']}` and its value are one argument: no shell splits them.",
                item.span(text.path),
                hint="Write the option and its value as two entries."
                if len(entries) == 2
                else "Write each word as an entry of its own.",
                field=str(item.where(text.path)),
                fix=_split(evaluation, container, text, entries),
            )


@rule("POD615", Severity.WARNING)
def shell_operator(evaluation: Evaluation) -> Iterator[Finding]:
    """`&&`, `|`, `>` or a similar operator is an entry of a command that no shell reads.

    The program receives the operator as an argument. Nothing runs a second command, pipes the output or writes it to a
    file.

    Example::

        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
          - name: web
            image: registry.example/web:1
            command: [migrate, "&&", serve]

    Instead::

        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
          - name: web
            image: registry.example/web:1
            command: [sh, -c, "migrate && serve"]
    """
    for container, texts in _processes(evaluation):
        operator = next((text for text in texts if text.text in _OPERATORS), None)
        if operator is None or is_script([text.result for text in texts[:MOST_ARGUMENTS]]):
            continue
        item = evaluation.objects[container.object]
        yield Finding(
            f"The program receives `{operator.text}` as an argument: no shell reads this command.",
            item.span(operator.path),
            hint="Start a shell: write `sh`, `-c` and the whole line as three entries.",
            field=str(item.where(operator.path)),
            fix=_run_as_script(evaluation, container, texts),
        )


@rule("POD616", Severity.WARNING)
def script_in_pieces(evaluation: Evaluation) -> Iterator[Finding]:
    """A shell starts without `-c`, or runs only the first word of its script.

    `sh` takes its first argument for the name of a file. `sh -c` runs only the entry after `-c` as a script; the
    further entries are the `$0`, `$1` and so on of that script.

    Example::

        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
          - name: web
            image: registry.example/web:1
            command: [sh, -c, echo, hello]

    Instead::

        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
          - name: web
            image: registry.example/web:1
            command: [sh, -c, "echo hello"]
    """
    for container, texts in _processes(evaluation):
        # The first argument of `busybox` is the name of a program, not of a script.
        if len(texts) < 2 or texts[0].result.rsplit("/", 1)[-1] not in SHELLS - {"busybox"}:
            continue
        item, second = evaluation.objects[container.object], texts[1]
        if " " in second.text.strip() and not second.text.startswith("-"):
            yield Finding(
                f"`{texts[0].result}` takes this script for the name of a file: `-c` is missing.",
                item.span(second.path),
                hint="Write `-c` as an entry before the script.",
                field=str(item.where(second.path)),
                fix=_insert_option(evaluation, container, second),
            )
        # After the shell and `-c`: a script of one word, and at least one further entry.
        elif re.fullmatch(r"-[a-z]*c", second.text) and len(texts) > 3 and _ONE_WORD.fullmatch(texts[2].text):
            yield Finding(
                f"The shell runs only `{texts[2].text}`: the entries after it are not part of the script.",
                item.span(texts[2].path),
                hint="Write the whole script as one entry.",
                field=str(item.where(texts[2].path)),
                fix=_join(evaluation, container, texts[2:]),
            )


def _run_as_script(
    evaluation: Evaluation, container: ContainerEnvironment, texts: Sequence[ExpandedText]
) -> Fix | None:
    """The Fix that runs all entries as a shell script; None unless all are in a `command` in brackets."""
    # Without `command`, the entries of `args` go to the image's own program, and no shell can come first.
    fix = _join(evaluation, container, texts) if texts[0].path[-2] == "command" else None
    if fix is None:
        return None
    (edit,) = fix.edits
    return Fix("Start a shell", (Edit(edit.span, f'"sh", "-c", {edit.text}'),))


def _join(evaluation: Evaluation, container: ContainerEnvironment, texts: Sequence[ExpandedText]) -> Fix | None:
    """The Fix that joins the entries to one; None unless they are literally in one list in brackets."""
    item = evaluation.objects[container.object]
    places = [item.where(text.path) for text in texts]
    is_literal = not any(item.is_substituted(text.path) for text in texts)
    if not is_literal or len({place[:-1] for place in places}) > 1 or item.document.style(places[0][:-1]) != "flow":
        return None
    line = " ".join(
        text.text if text.text in _OPERATORS or _BARE.fullmatch(text.text) else shlex.quote(text.text) for text in texts
    )
    span = SourceSpan(item.span(texts[0].path).start, item.span(texts[-1].path).end)
    return Fix("Write the whole script as one entry", (Edit(span, double_quoted(line)),))


def _insert_option(evaluation: Evaluation, container: ContainerEnvironment, text: ExpandedText) -> Fix | None:
    """The Fix that writes `-c` as an entry before ``text``; None if the text is not in a list of the source."""
    item = evaluation.objects[container.object]
    document, start = item.document, item.span(text.path).start
    before, style = document.source.line_before(start), document.style(item.where(text.path).parent)
    if style == "block" and not _DASH.fullmatch(before):
        return None
    between = ", " if style == "flow" else f"{document.source.newline}{before}"
    return Fix("Write -c before the script", (Edit(SourceSpan(start, start), f'"-c"{between}'),)) if style else None
