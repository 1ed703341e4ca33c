"""`process`: the List of a Template's Objects, or what `oc` says where it refuses.

oc ``pkg/cli/process``: which check comes first, the words and the exit status are those of `oc process --local`.
"""

from __future__ import annotations

import json
import re
from argparse import Namespace
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from playground.commands.request import fail, pairs, read_text, write
from playground.engine import Evaluation, evaluate, output_lines, refusal

FORMATS = ("json", "name", "yaml")

_SEE_HELP = "See 'oc process -h' for help and examples"
_UNREAD = "error: failed to read input object (not a Template?): "
_UNPARSED = "error: unable to parse "
_SCHEME = "k8s.io/kubectl/pkg/scheme/scheme.go:28"
_KNOWN_VERSION = re.compile(
    r"(?:(?:apps|autoscaling|batch|extensions|policy|[a-z.-]+\.k8s\.io|[a-z]+\.openshift\.io)/)?(v[0-9]\w*)"
)
_RETIRED_KINDS = ("TemplateConfig", "ProcessedTemplate")  # only the group that OpenShift has dropped had them
_COMMA_LIST = re.compile(r"=.*,.*=")
_VARIABLE_NAME = re.compile(r"[-._a-zA-Z][-._a-zA-Z0-9]*")
_BAD_NAME = (
    "a valid environment variable name must consist of alphabetic characters, digits, '_', '-', or '.', and must not"
    " start with a digit (e.g. 'my.env-name',  or 'MY_ENV.NAME',  or 'MyEnvName1', regex used for validation is"
    " '[-._a-zA-Z][-._a-zA-Z0-9]*')"
)


def run_process(options: Namespace) -> int:
    """Print the Objects, or why there are none; 0 or 1, and never because of a diagnostic."""
    assignments = [*(word for word in options.words if "=" in word), *options.param]
    if words := _usage(options, assignments):
        return fail(f"error: {words}\n{_SEE_HELP}")
    for word in options.param:
        if _COMMA_LIST.search(word):
            words = f'--param no longer accepts comma-separated lists of values. "{word}" will be treated as a single'
            fail(f"warning: {words} key-value pair.")
    try:
        text = read_text(options.filename)
    except FileNotFoundError:
        return fail(f'{_UNREAD}the path "{options.filename}" does not exist')
    bad = [error for word in assignments if (error := _assignment_error(word))]
    evaluation = evaluate(
        text,
        values=pairs((word for word in assignments if not _assignment_error(word)), "-p"),
        expressions=pairs(options.expressions, "--from"),
        dialect=options.dialect,
    )
    count = len(evaluation.source.documents)
    if count > 1:
        # `oc` writes it here too, where it spoils the answer.
        write([f"{count} input templates found, but only the first will be processed"])
    words = _refusal(evaluation, options, bad)
    return fail(words) if words else _print(evaluation, options.output)


def _usage(options: Namespace, assignments: Iterable[str]) -> str:
    """What is wrong with the arguments themselves."""
    names = Counter(word.partition("=")[0] for word in assignments if "=" in word)
    repeated = sorted(name for name, count in names.items() if count > 1)
    if repeated:
        return f"The following parameters were provided more than once: {', '.join(repeated)}"
    if any("=" not in word for word in options.words):
        return "You may only specify a local template file via -f when running this command with --local"
    return "" if options.filename else "Must pass a filename or name of stored template"


def _assignment_error(word: str) -> str:
    name, equals, _ = word.partition("=")
    if not equals:
        return f'invalid parameter assignment in "{word}", []'
    return "" if _VARIABLE_NAME.fullmatch(name) else f'invalid parameter assignment in "{word}", [{_BAD_NAME}]'


def _refusal(evaluation: Evaluation, options: Namespace, bad_assignments: Sequence[str]) -> str:
    """Why there is nothing to print, or "": the text outweighs the assignments, and these all that comes after."""
    words = _unreadable(evaluation, options.filename) or _no_template(evaluation, options.filename)
    if words or evaluation.processed is None:
        return words
    refused = refusal(evaluation.processed, options.filename)
    if refused.startswith((_UNREAD, _UNPARSED)):
        return refused
    if bad_assignments:
        return f"error: {bad_assignments[0]}"
    if not refused and options.output not in FORMATS:
        words = f'unable to match a printer suitable for the output format "{options.output}", allowed formats are: '
        return f"error: {words}{','.join(FORMATS)}"
    return refused


def _unreadable(evaluation: Evaluation, file: str) -> str:
    """The first place where the text cannot be read; the words are ours, as is the reader."""
    problem = next((problem for problem in evaluation.source.problems if problem.refused), None)
    if problem is None:
        return ""
    place = problem.span.start
    return f"{_UNREAD}error parsing {file}: line {place.line}, column {place.column}: {problem.message}"


def _no_template(evaluation: Evaluation, file: str) -> str:
    """What the first Document is, when it is no Template; the further ones do not count."""
    if not evaluation.source.documents:
        return f'{_UNREAD}"{file}" holds no object'  # `oc` crashes
    value = evaluation.source.documents[0].value
    kind = value.get("kind") if isinstance(value, dict) else None
    version = value.get("apiVersion") if isinstance(value, dict) else None
    if kind == "Template":
        return ""
    decoding = f'{_UNREAD}unable to decode "{file}": '
    if not isinstance(kind, str) or not kind:
        written = json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
        return f"{decoding}Object 'Kind' is missing in '{written}'"
    known = _KNOWN_VERSION.fullmatch(version) if isinstance(version, str) else None
    if known is None or kind in _RETIRED_KINDS:
        return f'{decoding}no kind "{kind}" is registered for version "{version}" in scheme "{_SCHEME}"'
    return f'{_UNPARSED}"{file}", not a valid Template but *{known[1]}.{kind}\n'


def _print(evaluation: Evaluation, output: str) -> int:
    processed = evaluation.processed
    if processed is None:
        return 1
    values = [item.value for item in processed.objects]
    if output == "name":
        lines = [_name(value) for value in values]
    else:
        lines = [line.text for line in output_lines(values, syntax=output, shape="list", template=processed)]
    write(lines)
    return 0


def _name(value: Any) -> str:
    """`kind.group/name`, as ``-o name`` prints an Object."""
    fields = value if isinstance(value, dict) else {}
    group, slash, _ = str(fields.get("apiVersion") or "").partition("/")
    metadata = fields.get("metadata")
    name = metadata.get("name") if isinstance(metadata, dict) else None
    kind = str(fields.get("kind") or "").lower()
    return f"{kind}{'.' + group if slash else ''}/{name or '<unknown>'}"
