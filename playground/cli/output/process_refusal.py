"""Why `process` prints nothing: the errors of `oc process`, in its words and its order.

oc ``pkg/cli/process``; kubectl ``cmd/util``; apimachinery ``runtime`` for objects that are no Templates.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from playground.cli.input.files import READ_FAILURE
from playground.cli.options import STANDARD_INPUT, ProcessOptions
from playground.cli.output.printers import SCHEME
from playground.engine import (
    Document,
    Evaluation,
    SourceProblem,
    decoding_error,
    envelope_error,
    go_quote,
    head_key,
    is_object,
    is_registered,
    is_template,
    object_decoding_error,
    refusal,
    refused_unread,
)

_READ_ERROR: Final = f"error: {READ_FAILURE}"


def named_twice(options: ProcessOptions) -> str:
    """`oc`'s error if the arguments name two stored Templates, or ""; `oc` checks this first."""
    names = _template_names(options)
    return f"template name must be specified only once: {names[1]}" if len(names) > 1 else ""


def usage_error(options: ProcessOptions) -> str:
    """`oc`'s error for other arguments that exclude each other, or ""."""
    processing_options = {
        "param": bool(options.assignments),
        "labels": options.labels is not None,
        "output": options.output is not None,
        "raw": options.raw or "--raw" in options.switched_off,  # `oc` counts `--raw=false`, too
        "template": options.template is not None,
    }
    option = next((name for name, is_given in processing_options.items() if is_given), "")
    if options.parameters and option:
        return f"The --parameters flag does not process the template, can't be used with --{option}"
    if _template_names(options):
        return "You may only specify a local template file via -f when running this command with --local"
    return ""


def _template_names(options: ProcessOptions) -> list[str]:
    """The arguments that name Templates in a cluster, which this program cannot read."""
    return [argument for argument in options.positionals if "=" not in argument]


def missing_input(options: ProcessOptions, repeated: Sequence[str]) -> str:
    """`oc`'s last error before it reads a file, or ""; ``repeated`` are the names with several values."""
    if repeated:
        return f"The following parameters were provided more than once: {', '.join(repeated)}"
    return "" if options.filename else "Must pass a filename or name of stored template"


def why_unread(evaluation: Evaluation, file: str, namespace: str | None = None) -> str:
    """`oc`'s error if it cannot read ``file``, or "".

    `oc` reads all Documents, also those after the Template; it decodes each, and compares its namespace, before it
    reads the next.
    """
    # `oc` names standard input so in these messages only.
    source = "STDIN" if file == STANDARD_INPUT else file
    documents, unreadable = given_documents(evaluation), _first_unreadable(evaluation)
    # A Template with a path is an item of a List: `oc` decodes the List.
    templates = {template.document.index: template for template in evaluation.templates if not template.path}
    for document in documents:
        if unreadable is not None and document.index >= unreadable.document:
            break
        template = templates.get(document.index)
        why = (decoding_error(template, evaluation.inputs.dialect) if template else "") or _kind_error(document)
        if why:
            return f'{_READ_ERROR}unable to decode "{source}": {why}'
        if why := _namespace_error(document, namespace):
            return f"{_READ_ERROR}{why}"
    if unreadable is not None:
        return f"{_READ_ERROR}error parsing {source}: {_parse_error(unreadable)}"
    return "" if documents else f'{_READ_ERROR}"{source}" contains no object'  # our words: `oc` crashes


def why_unprocessed(evaluation: Evaluation, options: ProcessOptions, bad_assignment: str) -> str:
    """`oc`'s error for a text that `oc` can read but not process, or "".

    ``bad_assignment`` is the error in the assignments, or "".

    An Object that is no Template comes first, then a wrong assignment, then the errors of processing.
    """
    why = _no_template(evaluation, options.filename)
    if why or evaluation.processed is None:
        return why
    refused = refusal(evaluation.processed, options.filename)
    if refused_unread(evaluation.processed):  # `oc` cannot decode the Template, and checks nothing else
        return refused
    if options.parameters:
        return ""
    if bad_assignment:
        return f"error: {bad_assignment}"
    return refused


def given_documents(evaluation: Evaluation) -> tuple[Document, ...]:
    """The Documents that `oc` sees: it skips those that are null."""
    return tuple(document for document in evaluation.source.documents if document.value is not None)


def _namespace_error(document: Document, namespace: str | None) -> str:
    """`oc`'s error for `-n` with a Document that has a namespace: `oc` compares it with "", so any `-n` fails."""
    metadata = document.value.get("metadata")
    own = metadata.get("namespace") if namespace and isinstance(metadata, dict) else ""
    if not own:
        return ""
    why = f'the namespace from the provided object "{own}" does not match the namespace "". You must pass'
    return f"{why} '--namespace={own}' to perform this operation."


def _first_unreadable(evaluation: Evaluation) -> SourceProblem | None:
    """The first problem at which `oc` also stops, else the first unreadable place, or None."""
    problems = [problem for problem in evaluation.source.problems if problem.refused]
    return next((problem for problem in problems if problem.error), problems[0] if problems else None)


def _parse_error(problem: SourceProblem) -> str:
    """`oc`'s error for an unreadable place; our own message if `oc` would read the place, or for a limit."""
    place = problem.span.start
    return problem.error or f"line {place.line}, column {place.column}: {problem.message}"


def _kind_error(document: Document) -> str:
    """`oc`'s error for an Object that it does not know, or cannot decode; or ""."""
    if is_template(document):
        return ""  # `decoding_error` finds errors in a Template
    if error := envelope_error(document):
        return error
    kind, version = _kind_and_version(document)
    if is_registered(version, kind):
        return object_decoding_error(document, kind) if is_object(version, kind) else ""
    return f'no kind {go_quote(kind)} is registered for version {go_quote(version)} in scheme "{SCHEME}"'


def _kind_and_version(document: Document) -> tuple[str, str]:
    """The kind and apiVersion of a Document that has both."""
    value = document.value
    return value[head_key(document, value, "kind")], value[head_key(document, value, "apiVersion")]


def _no_template(evaluation: Evaluation, file: str) -> str:
    """`oc`'s error if the first Document is not a Template, or ""; `oc` ignores the others."""
    document = given_documents(evaluation)[0]
    if is_template(document):
        return ""
    kind, version = _kind_and_version(document)
    return f'error: unable to parse "{file}", not a valid Template but *{version.rpartition("/")[2]}.{kind}\n'
