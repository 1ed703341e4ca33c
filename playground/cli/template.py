"""`template`: prints the Template of plain Objects on standard output, and says on standard error what it did.

Exit status: 0; 1 if there is no Template of these Objects; 2 for usage errors.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from playground.cli.check.files import NamedFile, named_files
from playground.cli.check.other_programs import is_in_chart
from playground.cli.check.reports import counted
from playground.cli.input.files import LIMITS, display_name, read_existing
from playground.cli.options import MakeTemplateOptions, RequestError
from playground.cli.output.report import LONGEST_VALUE, place_of, refusal_lines
from playground.cli.streams import for_stream, is_coloured, printable, progress, say, write_error
from playground.engine import (
    SUGGESTION_RULES,
    Deadline,
    NewTemplate,
    NoTemplate,
    Refusal,
    SourceText,
    Suggestion,
    Suggestions,
    did_you_mean,
    evaluate,
    is_kubernetes_text,
    joined,
    may_be_kubernetes,
    read,
    suggest,
    template_of,
)

_MOST_PLACES: Final = 5  # of mentions that are listed


def run_template(options: MakeTemplateOptions) -> int:
    """Print the Template and return 0, or print why there is none and return 1. Raises RequestError."""
    texts = _texts(options.positionals)
    name, text = texts[0] if len(texts) == 1 else (texts[0][0], joined(texts))
    with progress(f"reading {name}"):
        evaluation = evaluate(text, limits=LIMITS)
        suggestions = suggest(evaluation, Deadline(), keeps_secrets=options.keep_secrets)
        if isinstance(suggestions, Refusal):
            return _refuse(suggestions, "", evaluation.source.text, name)
        template = template_of(suggestions, _keys(suggestions, options), Deadline())
    if isinstance(template, NoTemplate):
        remedy = f" --without {template.suspect} leaves it out." if template.suspect else ""
        return _refuse(template.refusal, remedy, evaluation.source.text, name)
    sys.stdout.write(for_stream(template.text, sys.stdout))
    for line in _report(suggestions, template, name):
        say(printable(line))
    return 0


def _texts(names: Iterable[str]) -> list[tuple[str, str]]:
    """The names of the files and their texts; files of folders that are no Kubernetes text are passed over."""
    texts = [(display_name(file.name), text) for file in named_files(names, ()) if (text := _text_of(file)) is not None]
    if not texts:
        raise RequestError("none of the files holds Kubernetes objects")
    return texts


def _text_of(file: NamedFile) -> str | None:
    """The text of a file; None if it is passed over. Raises RequestError if it cannot be read."""
    if file.error:
        raise RequestError(f'cannot read "{file.name}": {file.error}')
    if not file.is_chosen and is_in_chart(file.name):
        return None
    text = read_existing(file.name)
    if file.is_chosen or (may_be_kubernetes(text) and is_kubernetes_text(read(text, LIMITS))):
        return text
    return None


def _keys(suggestions: Suggestions, options: MakeTemplateOptions) -> frozenset[str]:
    """The suggestions that are chosen. RequestError for a word of `--without` that is no rule and no suggestion."""
    words = [word for text in options.without for part in text.split(",") if (word := part.strip())]
    known = [*SUGGESTION_RULES, *(item.key for item in suggestions.items)]
    for word in words:
        if word not in known:
            near = did_you_mean(word, known) or f" The rules are {', '.join(SUGGESTION_RULES)}."
            raise RequestError(f'--without: no rule and no suggestion is called "{word}".{near}')
    wanted = (item for item in suggestions.items if item.is_on or (options.env and item.rule == "env"))
    return frozenset(item.key for item in wanted if item.rule not in words and item.key not in words)


def _refuse(refusal: Refusal, remedy: str, source: SourceText, name: str) -> int:
    refusal = replace(refusal, hint=f"{refusal.hint}{remedy}")
    write_error(refusal_lines(refusal, source, name, coloured=is_coloured(sys.stderr)))
    return 1


def _report(suggestions: Suggestions, template: NewTemplate, name: str) -> Iterator[str]:
    """What was done, what was not, and how values that were replaced are given."""
    source = suggestions.evaluation.source.text
    yield f"A Template of {counted(template.objects, 'object')}. With its defaults it gives the same objects."
    if template.renamed:
        yield f"With another {template.renamed}, no new issue."
    if template.chosen:
        yield "What was done:"
    for item in template.chosen:
        yield f"  {_parameter(item)}" if item.declaration else f"  {item.title}: {counted(len(item.places), 'place')}"
        if item.mentions:
            places = [place_of(source, place.span, name) for place in item.mentions]
            more = f" and {len(places) - _MOST_PLACES} more" if len(places) > _MOST_PLACES else ""
            yield f"    also mentioned, and left as it is: {', '.join(places[:_MOST_PLACES])}{more}"
    if template.dropped:
        given = " ".join(f"-p {parameter}=…" for parameter in template.dropped)
        yield f"These values were replaced. To process it with them: process -f FILE {given}"
    for parameter, line in template.left.items():
        yield f"Line {line} of the Template still holds the value of {parameter}."
    if template.short:
        yield f"Too short to search for, and perhaps still elsewhere in it: the values of {', '.join(template.short)}."
    for note in suggestions.notes:
        yield f"{place_of(source, note.span, name)}: {note.message}"


def _parameter(item: Suggestion) -> str:
    """A Parameter with its default; no secret."""
    assert item.declaration
    default = item.declaration.value
    value = "generated" if item.declaration.generated else "required" if default is None else f'"{default}"'
    if default is not None and (item.rule == "secret" or len(default) > LONGEST_VALUE):
        value = "its value is the default"
    return f"{item.declaration.name}: {value}, {counted(len(item.places), 'place')}"
