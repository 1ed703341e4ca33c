"""Commands that use a text elsewhere: with `kubectl`, `oc`, `curl` or the Playground's own command line.

Each command is for a POSIX shell and works as it is pasted. PLACEHOLDER stands for each value that the command leaves
out; the note below the command names them.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from urllib.parse import quote

from django.utils.safestring import SafeString

from playground.engine import Dialect, Evaluation, Origin, name_of, refusal, secret_parameters, strict_env_name_errors
from playground.pages.draft_evaluation import PageEvaluation
from playground.pages.markup import Command, prose
from playground.pages.storable import storable_of

PLACEHOLDER = "VALUE"
LONGEST_ADDRESS = 4_000  # characters: gunicorn reads request lines of up to 4,094 bytes
LONGEST_LINE = 100_000  # bytes: Linux starts no program with an argument of more than 128 KB
_MOST_NAMES = 5  # that a note lists
_OC_VERSION = "template.openshift.io/v1"  # the only version of Templates that `oc process` reads


@dataclass(frozen=True, slots=True)
class Arguments:
    """The values that a command gives to Parameters, in the order of the declarations.

    ``pairs``: the name and value of each; the value is PLACEHOLDER for each name in ``left_out``. ``generated``: names
    of values that each run generates.
    """

    pairs: tuple[tuple[str, str], ...] = ()
    left_out: tuple[str, ...] = ()
    generated: tuple[str, ...] = ()

    @property
    def options(self) -> str:
        """The values as options of `oc process`, each after a space."""
        return "".join(f" -p {quoted(f'{name}={text}')}" for name, text in self.pairs)

    @property
    def note(self) -> SafeString:
        """The sentences about values that the command does not hold."""
        sentences = []
        if self.left_out:
            verb = "is" if len(self.left_out) == 1 else "are"
            sentences.append(f"Replace `{PLACEHOLDER}`: {_listed(self.left_out)} {verb} secret or missing.")
        if self.generated:
            verb = "is" if len(self.generated) == 1 else "are"
            sentences.append(f"{_listed(self.generated)} {verb} generated: each run generates new ones.")
        return prose(" ".join(sentences))


def arguments_of(evaluated: PageEvaluation) -> Arguments:
    """The values that a command for the text gives, those of the chosen value set included.

    PLACEHOLDER stands for the values that a Share would leave out.
    """
    processed = evaluated.evaluation.processed
    if processed is None:
        return Arguments()
    draft, contents = evaluated.draft, storable_of(evaluated).contents
    given, of_set = draft.chosen_values, draft.sets.get(draft.set, {})
    shareable = {name for name in contents.values if name not in of_set}.union(contents.sets.get(draft.set, ()))
    secret = secret_parameters(processed)
    pairs, left_out, generated = {}, [], []
    for value in processed.values:
        name = value.parameter.name
        is_public = name in shareable or (name in given and not given[name])  # an empty value tells no secret
        if name in pairs or name in generated:  # another Parameter with this name
            continue
        if value.origin is Origin.GENERATED:
            generated.append(name)
        elif is_public and value.settled:
            pairs[name] = given[name]
        elif name in given or not value.settled or (name in secret and not value.text):
            pairs[name] = PLACEHOLDER
            left_out.append(name)
    return Arguments(tuple(pairs.items()), tuple(left_out), tuple(generated))


def gives_output(evaluation: Evaluation) -> bool:
    """Whether the text has objects that a cluster can take, at least once the missing values are filled in."""
    objects = [item.value for item in evaluation.objects]
    if not evaluation.readable or not objects or not all(map(_is_named, objects)):
        return False
    processed = evaluation.processed
    if processed is None:
        return True
    others = tuple(problem for problem in processed.problems if problem.pattern != "required-parameter-missing")
    return not refusal(replace(processed, problems=others), "-")  # `-`: the file in the message


def _is_named(value: object) -> bool:
    """Whether `kubectl apply` knows which object this is."""
    if not isinstance(value, dict):
        return False
    kind, version = value.get("kind"), value.get("apiVersion")
    return all(isinstance(text, str) and text for text in (kind, version, name_of(value)))


def oc_reads(evaluation: Evaluation) -> bool:
    """Whether `oc process` gives the Template the same output."""
    template = evaluation.template
    return (
        template is not None
        and template.api_version == _OC_VERSION
        and evaluation.dialect is Dialect.OPENSHIFT
        and len(evaluation.source.documents) == 1
    )


def process_line(program: str, arguments: Arguments, after: str = "") -> str:
    """``program``, the beginning of a `process` command, the options of the values, and ``after``.

    "" if `process` refuses a name, or if the line is too long for a program.
    """
    if any(strict_env_name_errors(name) for name, _ in arguments.pairs):
        return ""
    line = f"{program}{arguments.options}{after}"
    return line if len(line.encode()) <= LONGEST_LINE else ""


def result_address(address: str, syntax: str, arguments: Arguments, stored: Mapping[str, str]) -> str:
    """The address of the output of the Share at ``address``, quoted for a shell; "" if it would be too long.

    ``stored`` are the values that the Share itself gives.
    """
    fields = [(f"param.{name}", text) for name, text in arguments.pairs if stored.get(name) != text]
    query = "&".join(f"{quote(name, safe='')}={quote(text, safe='')}" for name, text in fields)
    whole = f"{address}/processed.{syntax}{'?' if query else ''}{query}"
    return shlex.quote(whole) if len(whole) <= LONGEST_ADDRESS else ""


def commands(lines: Iterable[tuple[str, str, SafeString | None]]) -> Iterator[Command]:
    """A Command for each purpose, line and note; a line that is "" is left out."""
    for purpose, line, note in lines:
        if line:
            yield Command(prose(purpose), line, note or prose(""))


def quoted(text: str) -> str:
    """``text`` in single quotes: a shell changes nothing in it."""
    return "'" + text.replace("'", "'\\''") + "'"


def _listed(names: tuple[str, ...]) -> str:
    more = len(names) - _MOST_NAMES
    listed = ", ".join(f"`{name}`" for name in names[:_MOST_NAMES])
    return f"{listed} and {more} more" if more > 0 else listed
