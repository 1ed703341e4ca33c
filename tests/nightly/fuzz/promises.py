"""Properties that hold for every text, every command line and every request."""

from __future__ import annotations

import contextlib
import io
import json
import sys
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from unittest import mock

from django.core.handlers.wsgi import WSGIHandler
from django.http import HttpResponse
from django.test import RequestFactory, override_settings

from playground.api import evaluations
from playground.api.protocol import patches, request_parts, selectors
from playground.api.protocol.endpoints import endpoint
from playground.cli import main
from playground.cli.output.report import diagnostic_lines
from playground.engine import (
    ConversionError,
    Evaluation,
    Inputs,
    SourceSpan,
    aligned,
    apply_edits,
    convert,
    define_assumed,
    diagnostic_json,
    diff_lines,
    evaluate,
    list_text,
    output_lines,
    written_secrets,
)
from playground.pages.markup import visible
from playground.web.status import answer
from tests.cost import at_most

SECONDS = 2.0  # of processor time, for what fits a fuzzer's input
TYPES = ("", "string", "int", "bool", "base64")
_TEMPLATE = b"""\
kind: Template
apiVersion: template.openshift.io/v1
parameters: [{name: A, generate: expression, from: "[a-z]{8}"}, {name: B}]
objects: [{kind: A, apiVersion: v1, metadata: {name: "${A}"}, "a.b": ["${B}", 1]}]
"""
_FACTORY = RequestFactory()
_SITE = WSGIHandler()
_KINDS = (*sorted(request_parts.OBJECT_BODIES), *sorted(patches.PATCHES))


def soon() -> AbstractContextManager[None]:
    """The block takes at most SECONDS."""
    return at_most(SECONDS)


def text_keeps_promises(text: str, values: Mapping[str, str], dialect: str = "auto") -> None:
    """An Evaluation never raises, ends, stays inside of its text, is JSON and is the same again."""
    with soon():
        evaluation = evaluate(text, Inputs(values=values, dialect=dialect), random=Random(1))
        once = _as_json(evaluation)
    again = evaluate(text, Inputs(values=values, dialect=dialect), random=Random(1))
    assert _as_json(again) == once
    _places_are_inside(evaluation)
    with soon():
        _all_outputs(evaluation)


def _as_json(evaluation: Evaluation) -> str:
    text = json.dumps(evaluations.evaluation_json(evaluation), sort_keys=True, allow_nan=False)
    text.encode()
    return text


def _places_are_inside(evaluation: Evaluation) -> None:
    for number, diagnostic in enumerate(evaluation.diagnostics):
        spans = [diagnostic.span, *(related.span for related in diagnostic.related)]
        for fix in diagnostic.fixes:
            spans += [edit.span for edit in fix.edits]
        for fix in diagnostic.fixes[:1] if number < 3 else ():
            evaluate(apply_edits(evaluation.source.text.text, fix.edits), random=Random(1))
        for span in spans:
            is_inside(evaluation, span)
    for secret in written_secrets(evaluation):
        assert 1 <= secret.line <= len(evaluation.source.text.line_starts)
        for edit in secret.fix.edits if secret.fix else ():
            is_inside(evaluation, edit.span)


def is_inside(evaluation: Evaluation, span: SourceSpan) -> None:
    """Both ends are positions in the text, in order: converting them to offsets and back changes nothing."""
    source = evaluation.source.text
    assert span.start <= span.end
    for place in span:
        assert source.position(source.offset(place)) == place, (place, span)


def _all_outputs(evaluation: Evaluation) -> None:
    """Every output of an Evaluation can be printed."""
    for diagnostic in evaluation.diagnostics:
        assert diagnostic.message
        assert "\x1b" not in "".join(diagnostic_lines(diagnostic, evaluation, "file"))
        visible(diagnostic.message)
        diagnostic_json(diagnostic)
    define_assumed(evaluation)
    before = output_lines(tuple(item.value for item in evaluation.objects))
    diff_lines(before, output_lines(evaluation.expanded))
    if evaluation.processed:
        aligned(evaluation.processed)
        for form in ("json", "yaml"):
            list_text([item.value for item in evaluation.processed.objects], form).encode("utf-8", "surrogatepass")


def conversion_keeps_promises(text: str) -> None:
    """A typed value is converted, or a ConversionError says why not."""
    for type_ in TYPES:
        with soon(), contextlib.suppress(ConversionError):
            json.dumps(convert(text, type_), allow_nan=False)


def command_keeps_promises(arguments: list[str], files: Mapping[str, bytes]) -> None:
    """A command ends with 0, 1 or 2, in time, and writes no file."""
    previous_folder = Path.cwd()
    with TemporaryDirectory() as folder, contextlib.chdir(folder):
        for name, content in files.items():
            Path(name).write_bytes(content)
        out, errors = io.StringIO(), io.StringIO()
        nothing = mock.patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO()))
        with soon(), nothing, contextlib.redirect_stdout(out), contextlib.redirect_stderr(errors):
            try:
                status = main(arguments)
            except SystemExit as stopped:
                status = stopped.code if isinstance(stopped.code, int) else 3
        assert status in (0, 1, 2), (status, arguments)
        assert {path.name for path in Path().iterdir()} == set(files)
    assert Path.cwd() == previous_folder


def little_languages_keep_their_promises(text: str) -> None:
    """JSONPath and Go templates in options are accepted, or refused with a message."""
    text = text.replace("\0", "") or "x"
    paths = (f"jsonpath={text}", f"jsonpath={{{text}}}", f"jsonpath-as-json={{.items{text}}}")
    for option in (
        *paths,
        f"go-template={text}",
        f"go-template={{{{{text}}}}}",
        f"go-template={{{{range .items {text}}}}}",
    ):
        command_keeps_promises(["process", "-f", "t", "-o", option], {"t": _TEMPLATE})
    for more in (["-l", text], ["-p", text], ["--from", f"A={text}"], ["-p", f"A={text}", "-o", "yaml"], ["--", text]):
        command_keeps_promises(["process", "-f", "t", *more], {"t": _TEMPLATE})
    encoded = text.encode("utf-8", "surrogateescape") if _is_writable(text) else b""
    for switch in ("--param-file", "--values"):
        command_keeps_promises(["process", "-f", "t", switch, "more"], {"t": _TEMPLATE, "more": encoded})


def _is_writable(text: str) -> bool:
    """Whether each half of a surrogate pair in ``text`` is a byte that was no UTF-8."""
    return all(not 0xD800 <= ord(character) < 0xE000 or 0xDC80 <= ord(character) < 0xDD00 for character in text)


def _patched(request: Any) -> HttpResponse:
    kind = request.content_type
    value = request_parts.body_value(request, frozenset({kind}))
    text = '{"kind": "Template", "metadata": {"name": "a", "labels": {"a": "b"}}, "objects": [{"a": [1, {}]}]}'
    return answer(patches.patched(request_parts.plain(text), value, kind))


def _selected(request: Any) -> HttpResponse:
    selector = selectors.selector_of(request)
    item = {"metadata": {"name": "a", "namespace": "b", "labels": {"a": "b"}}}
    return answer({"fits": selector.fits(item), "limit": request_parts.number_of(request, "limit")})


_VIEWS: tuple[Callable[..., Any], ...] = (
    endpoint(POST=evaluations.evaluate_text),
    endpoint(POST=_patched),
    endpoint(POST=_selected),
)


def _page(request: Any) -> Any:
    """The answer to a form. Django's test client would leave a kilobyte with each: it connects signals for good."""
    request._dont_enforce_csrf_checks = True
    with override_settings(DEBUG_PROPAGATE_EXCEPTIONS=True):
        return _SITE.get_response(request)


def page_keeps_promises(text: str, name: str, value: str, view: str) -> None:
    """The page answers any form with what fits its place, and our templates hold whatever is in it."""
    form = {"source": text, f"value.{name}": value, "view": view, "title": value[:100]}
    for address, more in (("/evaluate", {"HX-Request": "true"}), ("/", {}), ("/trace", {"HX-Request": "true"})):
        with soon():
            page = _page(_FACTORY.post(address, {**form, "path": value}, headers=more))
        assert page.status_code in (200, 400, 413), (page.status_code, address)
        assert b"<script>window" not in page.content


def request_keeps_promises(body: bytes, kind: int, query: str) -> None:
    """Whatever is sent to the API, its answer is JSON, and what is refused is a Status."""
    media = _KINDS[kind % len(_KINDS)]
    for view in _VIEWS:
        request = _FACTORY.post("/", body, media, query_params={"labelSelector": query, "fieldSelector": query})
        request.META["HTTP_ACCEPT"] = query.replace("\n", " ")
        with soon():
            answer = view(request)
        assert answer.status_code < 500, answer.content
        value = json.loads(answer.content)
        assert answer.status_code < 400 or value["kind"] == "Status"
