"""The tools that can use a text: `kubectl`, `oc`, `curl` and a README, each with its commands or markup."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString

from playground.engine import field_at
from playground.pages.draft_evaluation import PageEvaluation
from playground.pages.markup import Command, Panel, frame, picture_link, prose
from playground.pages.output.download import file_name, source_syntax, source_title, stem_of
from playground.pages.sharing.using.commands import (
    Arguments,
    arguments_of,
    commands,
    gives_output,
    oc_reads,
    process_line,
    quoted,
    result_address,
)
from playground.pages.storable import storable_of
from playground.storage.models import Share
from playground.storage.shares.contents import Contents, contents_of
from playground.web.requests import public_url

# The addresses at which the API processes a Template, by its apiVersion.
_GROUPS: Mapping[str, str] = {"template.openshift.io/v1": "apis/template.openshift.io/v1", "v1": "api/v1"}
_OWN = "template-playground process"
_ALT = "Open in Template Playground"
_NO_OBJECTS = "The text has no objects that a cluster can take."
_NOT_SHARED = "Share the text: then there are commands and markup with its link."
_CHANGED = "The link still has the text as it was shared. Share the changes: then there are commands with the link."
_NOT_FOR_OC = "`oc` processes only files with one Template of `template.openshift.io/v1`."
_NO_EXPRESSIONS = "`oc` generates values from the Template's own expressions, not from those in the form."


@dataclass(frozen=True, slots=True)
class Tool(Panel):
    """One tool: its commands, and sentences about those that it lacks."""

    name: str  # in HTML
    title: str
    commands: tuple[Command, ...]
    notes: tuple[SafeString, ...] = ()


@dataclass(frozen=True, slots=True)
class Link:
    """The public addresses of a Share and of the button that leads to it, and the contents of its latest Revision."""

    address: str
    badge: str
    contents: Contents

    def holds(self, evaluated: PageEvaluation) -> bool:
        """Whether commands with the link can give the output of ``evaluated``: the Share has the same text and choices.

        A command can give other values than the Share, but cannot take a value of the Share away.
        """
        draft, stored = evaluated.draft, self.contents
        is_same = (draft.source, draft.dialect, draft.expressions) == (stored.text, stored.dialect, stored.expressions)
        return is_same and stored.values.keys() <= draft.values.keys()


@dataclass(frozen=True, slots=True)
class Files:
    """The names of the files that the page offers; ``output`` is "" if no cluster takes that file."""

    source: str
    output: str


def link_to(request: HttpRequest, share: Share) -> Link:
    """The Link to ``share``."""
    address = public_url(request, reverse("shared", args=[share.slug]))
    return Link(address, public_url(request, f"{settings.STATIC_URL}badge.svg"), contents_of(share.latest))


def tools(evaluated: PageEvaluation, site: str, link: Link | None, files: Files | None = None) -> tuple[Tool, ...]:
    """All tools. Commands use ``link`` if it holds the text, and ``files``, which the user downloads first."""
    arguments = arguments_of(evaluated)
    current = link if link is not None and link.holds(evaluated) else None
    notes = () if current else (prose(_CHANGED if link else _NOT_SHARED),)
    refused = () if gives_output(evaluated.evaluation) else (prose(_NO_OBJECTS),)
    kubectl = () if refused else tuple(_kubectl(arguments, current, files))
    oc = () if refused else tuple(_oc(evaluated, arguments, current, files))
    curl = tuple(_curl(evaluated, arguments, site, current, files, usable=not refused))
    return (
        _tool("kubectl", kubectl, refused or notes),
        _tool("oc", oc, refused or (*_about_oc(evaluated), *notes)),
        _tool("curl", curl, (*refused, *notes)),
        Tool("readme", "README", tuple(_readme(link)) if link else (), notes),
    )


def _tool(name: str, lines: tuple[Command, ...], notes: tuple[SafeString, ...]) -> Tool:
    """A tool whose commands have no notes of their own: each note stands once, below all commands."""
    about = dict.fromkeys(command.note for command in lines if command.note)
    return Tool(name, name, tuple(Command(command.purpose, command.line) for command in lines), (*about, *notes))


def _kubectl(arguments: Arguments, link: Link | None, files: Files | None) -> Iterator[Command]:
    if link:
        yield from commands([("Apply the result", apply_line(arguments, link), arguments.note)])
    if files and files.output:
        yield Command(prose(f"Apply `{files.output}`, downloaded under File"), f"kubectl apply -f {files.output}")


def apply_line(arguments: Arguments, link: Link) -> str:
    """The command that applies the output of the Share at ``link``; "" if its values are too long."""
    address = result_address(link.address, "yaml", arguments, link.contents.values)
    return f"kubectl apply -f {address}" if address else ""


def _oc(evaluated: PageEvaluation, arguments: Arguments, link: Link | None, files: Files | None) -> Iterator[Command]:
    evaluation = evaluated.evaluation
    if evaluation.processed is None:
        if link:
            yield Command(prose("Apply the result"), f"oc apply -f {link.address}/processed.yaml")
        if files and files.output:
            yield Command(prose(f"Apply `{files.output}`, downloaded under File"), f"oc apply -f {files.output}")
        return
    note = arguments.note
    if oc_reads(evaluation):
        apply = " | oc apply -f -"
        if link:
            line = process_line(f"oc process --local -f {link.address}.yaml", arguments, apply)
            yield from commands([("Process it on your machine and apply the result", line, note)])
        if files:
            line = process_line(f"oc process --local -f {files.source}", arguments, apply)
            yield from commands(
                [(f"Process `{files.source}`, downloaded under File, and apply the result", line, note)]
            )
    if files:
        line = process_line(f"{_OWN} -f {files.source}{_choices(evaluated)}", arguments)
        yield from commands([("Without `oc`: with this site's own command line", line, note)])


def _choices(evaluated: PageEvaluation) -> str:
    """The options for the dialect and the expressions, which only our own command line has."""
    draft = evaluated.draft
    dialect = "" if draft.dialect == "auto" else f" --dialect {draft.dialect}"
    public = storable_of(evaluated).contents.expressions
    return dialect + "".join(f" --from {quoted(f'{name}={text}')}" for name, text in public.items())


def _about_oc(evaluated: PageEvaluation) -> Iterator[SafeString]:
    evaluation = evaluated.evaluation
    if evaluation.processed is not None and not oc_reads(evaluation):
        yield prose(_NOT_FOR_OC)
    elif evaluated.draft.expressions:
        yield prose(_NO_EXPRESSIONS)


def _curl(
    evaluated: PageEvaluation,
    arguments: Arguments,
    site: str,
    link: Link | None,
    files: Files | None,
    *,
    usable: bool,
) -> Iterator[Command]:
    if link:
        stored = link.contents.values
        lines: list[tuple[str, str, SafeString | None]] = []
        for syntax, purpose in (("yaml", "Get the result"), ("json", "Get the result as a `v1` List")):
            address = result_address(link.address, syntax, arguments, stored) if usable else ""
            lines.append((purpose, f"curl -f {address}" if address else "", arguments.note))
        source = file_name(source_title(stem_of(evaluated)), source_syntax(evaluated.draft.source))
        lines.append(("Save the text as a file", f"curl -f -o {source} {link.address}/raw", None))
        yield from commands(lines)
    elif usable and files and not arguments.pairs and (path := _processing_path(evaluated)):
        syntax = files.source.rpartition(".")[2]
        header = f"-H 'Content-Type: application/{syntax}'"
        line = f"curl -f {header} --data-binary @{files.source} {site}/{path}"
        purpose = f"Have `{files.source}`, downloaded under File, processed; nothing is stored"
        yield Command(prose(purpose), line, arguments.note)


def _processing_path(evaluated: PageEvaluation) -> str:
    """The path at which the API processes the Template; "" if it processes it in another way, or not at all."""
    template, draft = evaluated.evaluation.template, evaluated.draft
    if (
        template is None
        or draft.expressions
        or draft.dialect != "auto"
        or len(evaluated.evaluation.source.documents) != 1
    ):
        return ""
    group, namespace = _GROUPS.get(template.api_version), field_at(template.document.value, ("metadata", "namespace"))
    return f"{group}/namespaces/any/processedtemplates" if group and not namespace else ""


def _readme(link: Link) -> Iterator[Command]:
    address = link.address
    yield Command(prose("A button, in Markdown"), f"[![{_ALT}]({link.badge})]({address})")
    yield Command(prose("A button, in HTML"), picture_link(address, link.badge, _ALT))
    yield Command(prose("The text itself, in a frame"), frame(f"{address}/embed"))
