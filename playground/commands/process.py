"""`process`: the List of a Template's Objects, or what `oc` says where it refuses.

oc ``pkg/cli/process``: which check comes first, the words and the exit status are those of `oc process --local`.
"""

from __future__ import annotations

import json
import re
import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from playground.commands.jsonpath import jsonpath
from playground.commands.parameter_file import ParameterFileError, file_assignments
from playground.commands.report import report
from playground.commands.request import LIMITS, STANDARD_INPUT, RequestError, fail, pairs, read_text, shown_name, write
from playground.engine import (
    Evaluation,
    ProcessedTemplate,
    Severity,
    aligned,
    evaluate,
    list_text,
    object_text,
    refusal,
)

FORMATS = ("json", "yaml", "name", "jsonpath=…", "aligned")

_OC_FORMATS = (
    "go-template,go-template-file,json,jsonpath,jsonpath-as-json,jsonpath-file,kyaml,name,template,templatefile,yaml"
)
_NOT_HERE = frozenset((*_OC_FORMATS.split(","), "describe")) - {"json", "yaml", "name", "jsonpath"}

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
        text = read_text(_first_file(options.filename))
    except FileNotFoundError:
        return fail(f'{_UNREAD}the path "{options.filename}" does not exist')
    wrong = [error for word in assignments if (error := _assignment_error(word))]
    given = pairs((word for word in assignments if not _assignment_error(word)), "-p")
    wrong += _with_files(given, options.param_file)
    labels, bad_labels = _labels(options.labels or "")
    evaluation = _evaluation(text, options, given, labels)
    count = len(evaluation.source.documents)
    if count > 1:
        # `oc` writes it here too, where it spoils the answer.
        write([f"{count} input templates found, but only the first will be processed"])
    words = _refusal(evaluation, options, [bad_labels, *wrong] if bad_labels else wrong)
    return _print(evaluation, options, words)


def _first_file(file: str) -> str:
    """Of a folder, `oc` takes the first file that could be a Template."""
    if file == STANDARD_INPUT or not Path(file).is_dir():
        return file
    found = sorted(path for path in Path(file).iterdir() if path.suffix in (".json", ".yaml", ".yml"))
    if not found:
        raise RequestError(f"error reading [{file}]: recognized file extensions are [.json .yaml .yml]")
    return str(found[0])


def _with_files(given: dict[str, str], files: Iterable[str]) -> list[str]:
    """Add the values of parameter files, which never take the place of one that is there; what is wrong with them."""
    wrong: list[str] = []
    for file in files:
        try:
            values = file_assignments(file)
        except ParameterFileError as error:
            return [str(error), *wrong]
        for name, value in values.items():
            if not _VARIABLE_NAME.fullmatch(name):
                wrong.append(f"invalid parameter assignment in {name}={value}")
            elif name in given:
                fail(f'warning: Template parameter "{name}" already defined, ignoring value from file "{file}"')
            else:
                given[name] = value
    return wrong


def _labels(written: str) -> tuple[dict[str, str], str]:
    """The labels of `-l`, and what is wrong with them."""
    labels: dict[str, str] = {}
    for word in written.split(",") if written else ():
        if word.count("=") != 1:
            return {}, f"error parsing labels: unexpected label spec: {word}"
        key, _, value = word.partition("=")
        if not key:
            return {}, "error parsing labels: unexpected empty label key"
        labels[key] = value
    return labels, ""


def _evaluation(text: str, options: Namespace, given: dict[str, str], labels: dict[str, str]) -> Evaluation:
    expressions = pairs(options.expressions, "--from")

    def made(values: dict[str, str]) -> Evaluation:
        return evaluate(
            text, values=values, expressions=expressions, dialect=options.dialect, labels=labels, limits=LIMITS
        )

    evaluation = made(given)
    if options.ignore_unknown_parameters and evaluation.template:
        known = {name: value for name, value in given.items() if evaluation.template.parameter(name)}
        return evaluation if known == given else made(known)
    return evaluation


def _usage(options: Namespace, assignments: Iterable[str]) -> str:
    """What is wrong with the arguments themselves."""
    names = Counter(word.partition("=")[0] for word in assignments if "=" in word)
    repeated = sorted(name for name, count in names.items() if count > 1)
    if repeated:
        return f"The following parameters were provided more than once: {', '.join(repeated)}"
    names_given = [word for word in options.words if "=" not in word]
    if len(names_given) > 1:
        return f"template name must be specified only once: {names_given[1]}"
    if names_given:
        return "You may only specify a local template file via -f when running this command with --local"
    if not options.filename:
        return "Must pass a filename or name of stored template"
    beside = {name: getattr(options, name) for name in ("param", "labels", "output", "raw", "template")}
    misfit = next((name for name, value in beside.items() if value not in (None, [], False)), "")
    if options.parameters and misfit:
        return f"The --parameters flag does not process the template, can't be used with --{misfit}"
    return ""


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
    if words := _misplaced(evaluation, options.namespace):
        return words
    if options.parameters:
        return ""
    if bad_assignments:
        return f"error: {bad_assignments[0]}"
    return refused or _no_printer(options)


def _misplaced(evaluation: Evaluation, namespace: str | None) -> str:
    """`oc` compares the Template's namespace with none at all, so that no `-n` ever fits."""
    metadata = evaluation.source.documents[0].value.get("metadata")
    own = metadata.get("namespace") if isinstance(metadata, dict) else None
    if not namespace or not own:
        return ""
    words = f'the namespace from the provided object "{own}" does not match the namespace "". You must pass'
    return f"{_UNREAD}{words} '--namespace={own}' to perform this operation."


def _no_printer(options: Namespace) -> str:
    """Why the output that is asked for cannot be had."""
    name, equals, text = (options.output or "json").partition("=")
    if options.template is not None or name in _NOT_HERE:
        asked = "a Go template" if options.template is not None else f"-o {name}"
        return f"error: {asked} is not supported here; there are {', '.join(FORMATS)}"
    if name == "jsonpath" and not text:
        return "error: template format specified but no template given"
    if name not in ("json", "yaml", "name", "jsonpath", "aligned") or (equals and name != "jsonpath"):
        words = f'unable to match a printer suitable for the output format "{options.output}", allowed formats are: '
        return f"error: {words}{_OC_FORMATS}"
    return ""


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


def _print(evaluation: Evaluation, options: Namespace, refused: str) -> int:
    """Print what is asked for, or ``refused``; then the diagnostics, to the standard error."""
    if refused:
        fail(refused)
    elif evaluation.processed is not None:
        sys.stdout.write(_answer(evaluation.processed, options))
    file = shown_name(options.filename)
    for diagnostic in evaluation.diagnostics if refused or not options.parameters else ():
        if diagnostic.severity is not Severity.HINT:
            sys.stderr.write("".join(f"{line}\n" for line in report(diagnostic, evaluation, file)))
    return 1 if refused or evaluation.processed is None else 0


def _answer(processed: ProcessedTemplate, options: Namespace) -> str:
    """What goes to the standard output."""
    if options.parameters:
        return _parameter_table(processed)
    name, _, path = (options.output or "json").partition("=")
    values = [item.value for item in processed.objects]
    if name == "name":
        return "".join(f"{_name(value)}\n" for value in values)
    if name == "aligned":
        answer = aligned(processed)
        if answer.text is not None:
            return answer.text
        fail(f"warning: printed as yaml, because {answer.why}")
        name = "yaml"
    if name == "jsonpath":
        metadata: dict[str, Any] = {}
        return jsonpath(path, {"kind": "List", "apiVersion": "v1", "metadata": metadata, "items": values})
    if options.raw:
        # `oc` puts nothing between YAML documents, which then cannot be read.
        return ("---\n" if name == "yaml" else "").join(object_text(value, name) for value in values)
    return list_text(None if processed.template.objects is None else values, name)


def _parameter_table(processed: ProcessedTemplate) -> str:
    """The Parameters in columns; as VALUE, the expression of those that are generated."""
    rows = [("NAME", "DESCRIPTION", "GENERATOR", "VALUE")]
    for item in processed.template.parameters:
        value = item.from_ if item.generate else item.value or ""
        rows.append((item.name, item.description, item.generate, value))
    widths = [max(20, *(len(row[column]) + 3 for row in rows)) for column in range(3)]
    return "".join(
        "".join(f"{cell:{width}}" for cell, width in zip(row, widths, strict=False)) + f"{row[3]}\n" for row in rows
    )


def _name(value: Any) -> str:
    """`kind.group/name`, as ``-o name`` prints an Object."""
    fields = value if isinstance(value, dict) else {}
    group, slash, _ = str(fields.get("apiVersion") or "").partition("/")
    metadata = fields.get("metadata")
    name = metadata.get("name") if isinstance(metadata, dict) else None
    kind = str(fields.get("kind") or "").lower()
    return f"{kind}{'.' + group if slash else ''}/{name or '<unknown>'}"
