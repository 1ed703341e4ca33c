"""`convert`: reads the Template and its values, converts it, writes the files, and prints what to do next."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final

from playground.cli.check.reports import counted
from playground.cli.converting.conversion import Conversion, ConversionInput
from playground.cli.converting.files import NewFile, WrittenFiles, write_beside, write_folder
from playground.cli.converting.helm import convert_to_helm
from playground.cli.converting.kept import lacking_fields
from playground.cli.converting.kustomize import convert_to_kustomize
from playground.cli.input.assignments import read_assignments, read_sets
from playground.cli.input.files import LIMITS, display_name, pairs, read_existing
from playground.cli.options import ConvertOptions, RequestError
from playground.cli.output.report import refusal_lines, write_diagnostics
from playground.cli.streams import fail, is_coloured, printable, progress, say, write, write_error
from playground.engine import Evaluation, Inputs, Refusal, Severity, archive, did_you_mean, evaluate

_CONVERSIONS: Final[Mapping[str, Callable[[ConversionInput, ConvertOptions], Conversion | Refusal]]] = {
    "helm": convert_to_helm,
    "kustomize": convert_to_kustomize,
}
_OTHERS: Final = "note: only the first Template was converted; the other documents of the text were left out"
_MOST_NAMES: Final = 20  # of written files that are listed


def run_convert(options: ConvertOptions) -> int:
    """Write the files and return 0, or print why the Template cannot be converted and return 1. Raises RequestError."""
    inputs = Inputs(
        values=read_assignments(options.assignments, options.parameter_files),
        expressions=pairs(options.expressions, "--from"),
        dialect=options.dialect,
    )
    sets, file = read_sets(options.sets), display_name(options.filename)
    text = read_existing(options.filename)
    with progress(f"converting {file}"):
        evaluation = evaluate(text, inputs, limits=LIMITS)
        if not evaluation.readable:
            errors = [item for item in evaluation.diagnostics if item.severity is Severity.ERROR]
            write_diagnostics(errors, evaluation, file)
            return 1
        if evaluation.processed is None:
            return fail(f"{printable(file)}: There is no Template to convert. [error]")
        _check_names(evaluation, {**inputs.values, **inputs.expressions}, *sets.values())
        conversion = _CONVERSIONS[options.to](ConversionInput(evaluation.processed, inputs, sets), options)
    if isinstance(conversion, Refusal):
        coloured = is_coloured(sys.stderr)
        write_error(refusal_lines(conversion, evaluation.source.text, file, coloured=coloured))
        return 1
    _write(conversion, options)
    if len(evaluation.source.documents) > 1:
        say(_OTHERS)
    return 0


def _check_names(evaluation: Evaluation, *values: Mapping[str, str]) -> None:
    """Raise RequestError for a value of a Parameter that the Template does not declare."""
    template = evaluation.template
    assert template
    for name in (name for names in values for name in names):
        if not template.parameter(name):
            near = did_you_mean(name, [parameter.name for parameter in template.parameters])
            raise RequestError(f'the Template has no Parameter "{name}"{near and f".{near}"}')


def _write(conversion: Conversion, options: ConvertOptions) -> None:
    """Write the files of ``conversion`` and print what was written, and the next commands. Raises RequestError."""
    path, secrets = options.output, conversion.secrets
    if options.writes_archive:
        folder, stem = str(Path(path).parent), Path(path).name.removesuffix(".tar.gz").removesuffix(".tgz")
        secrets = {f"{stem}-{name}": text for name, text in secrets.items()}
        content = archive(conversion.name, conversion.files)
        files = {Path(path).name: NewFile(content), **_secret_files(secrets)}
        written = write_beside(path, files, force=options.force)
    else:
        folder = path
        files = {name: NewFile(text) for name, text in conversion.files.items()}
        written = write_folder(path, files | _secret_files(secrets), force=options.force)
    for note in (*conversion.notes, *_warnings(folder, written, conversion, secrets)):
        say(printable(note))
    write(_report(folder, written))
    write(conversion.next_steps(_no_option(path), [_no_option(str(Path(folder, name))) for name in secrets]))


def _secret_files(texts: Mapping[str, str]) -> dict[str, NewFile]:
    """The ``texts`` by name, each as the content of a secret file."""
    return {name: NewFile(text, secret=True) for name, text in texts.items()}


def _no_option(path: str) -> str:
    """``path`` as an argument that no program takes for an option."""
    return f"./{path}" if path.startswith("-") else path


def _warnings(folder: str, written: WrittenFiles, conversion: Conversion, secrets: Mapping[str, str]) -> Iterator[str]:
    """Which fields the kept secret files lack, and which new values may be others than theirs."""
    for name, text in written.kept.items():
        if fields := lacking_fields(text, secrets[name]):
            names, more = ", ".join(fields[:_MOST_NAMES]), len(fields) - _MOST_NAMES
            names += f" and {more} more" if more > 0 else ""
            yield f"warning: {Path(folder, name)} was kept and lacks {names}: add what it lacks, or remove the file"
    if conversion.generated and written.kept and not secrets.keys() <= written.kept.keys():
        names = ", ".join(conversion.generated)
        yield f"warning: {names} was generated anew for new secret files; those that were kept may hold another value"


def _report(folder: str, written: WrittenFiles) -> Iterator[str]:
    """What was written, and what was not."""
    yield f"Wrote {counted(len(written.names), 'file')}:"
    names = written.names[:_MOST_NAMES]
    yield from (f"  {Path(folder, name)}{' (replaced)' if name in written.replaced else ''}" for name in names)
    if more := len(written.names) - len(names):
        yield f"  and {more} more"
    yield from (
        f"Kept {Path(folder, name)}: its values may be in use. Remove it to get a new one." for name in written.kept
    )
