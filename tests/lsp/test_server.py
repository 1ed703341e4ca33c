"""The server by a client that is not ours: open, change, close; settings; texts that it cannot use."""

from __future__ import annotations

import json
import logging
import random
import subprocess
import sys
from pathlib import Path

import pytest
from lsprotocol import types
from lsprotocol.converters import get_converter

from playground.engine import OutOfTimeError, SourceText
from playground.lsp.actions.edits import RefusedError
from playground.lsp.evaluating import Version, Work, answer_for
from playground.lsp.log import is_failure
from playground.lsp.positions import Places
from playground.lsp.settings import EditorSettings
from tests.browser.servers import ROOT
from tests.lsp.editor import COMMAND, Editor

POD = """\
apiVersion: v1
kind: Pod
metadata: {name: 😀web}
spec:
  containers:
  - name: c
    image: a
    env:
    - {name: FIRST, value: "😀 $(LATER)"}
    - {name: LATER, value: "1"}
"""


def test_a_diagnostic_has_its_code_page_hint_and_related_places_at_the_right_units(editor: Editor) -> None:
    uri = editor.open(POD)
    (diagnostic,) = [item for item in editor.diagnostics(uri) if item.code == "ENV502"]
    line = POD.splitlines()[8]
    start = len(line[: line.index("$(LATER)")].encode("utf-16-le")) // 2
    assert diagnostic.range == types.Range(types.Position(8, start), types.Position(8, start + len("$(LATER)")))
    assert diagnostic.severity == types.DiagnosticSeverity.Warning
    assert diagnostic.source == "template-playground"
    assert diagnostic.code_description
    assert diagnostic.code_description.href == "http://127.0.0.1:8000/rules/ENV502"
    assert "\n" in diagnostic.message
    assert diagnostic.related_information
    assert {related.location.uri for related in diagnostic.related_information} == {uri}


@pytest.mark.parametrize(
    "encodings",
    [["utf-8", "utf-16"], *(pytest.param(names, marks=pytest.mark.nightly) for names in (["utf-32"], ["unknown"]))],
)
def test_the_units_are_those_that_the_editor_prefers(encodings: list[str]) -> None:
    with Editor(encodings=encodings) as editor:
        agreed = str(editor.server.capabilities.position_encoding)
        assert agreed == (encodings[0] if encodings != ["unknown"] else "utf-16")
        uri = editor.open(POD)
        (place,) = [item.range.start for item in editor.diagnostics(uri) if item.code == "ENV502"]
        codec, width = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}[agreed]
        line = POD.splitlines()[8]
        assert place.character == len(line[: line.index("$(LATER)")].encode(codec)) // width


def test_each_change_is_answered_and_closing_clears(editor: Editor) -> None:
    first, second = editor.open(POD), editor.open("apiVersion: v1\nkind: Pod\nspek: {}\n")
    assert "ENV502" in editor.codes(first)
    assert "ENV502" not in editor.codes(second)
    editor.replace(first, POD.replace("$(LATER)", "x"))
    assert "ENV502" not in editor.codes(first)
    editor.close(first)
    assert editor.diagnostics_after_closing(first) == []
    assert editor.codes(second) != []


@pytest.mark.parametrize(
    "text", ["", "a: [", "on: push\njobs: {}\n", "- kind: x\n", "kind: Pod\n", "replicas: 3\nimage: {{ x }}"]
)
def test_yaml_that_is_nothing_of_kubernetes_gets_no_diagnostics(editor: Editor, text: str) -> None:
    assert editor.diagnostics(editor.open(text)) == []


def test_other_yaml_is_not_read() -> None:
    texts = ("on: push\njobs: {}\n", "apiVersion: v1\nkind: Pod\n")
    answers = [
        answer_for(Version("untitled:a", 1, SourceText(text)), "utf-16", EditorSettings(), Work()) for text in texts
    ]
    assert [len(answer.evaluation.source.documents) for answer in answers if answer] == [0, 1]


def test_a_broken_text_of_kubernetes_gets_its_error(editor: Editor) -> None:
    assert editor.codes(editor.open("apiVersion: v1\nkind: Pod\nspec: [\n"))[:1] != []


def test_a_text_that_is_too_long_gets_the_limit_as_its_diagnostic(editor: Editor) -> None:
    uri = editor.open(f"apiVersion: v1\nkind: ConfigMap\ndata: {{a: {'x' * 2**20}}}\n")
    (diagnostic,) = editor.diagnostics(uri)
    assert "1 MB" in diagnostic.message or "1,048,576" in diagnostic.message


def test_settings_come_from_the_options_and_from_the_configuration_and_wrong_ones_are_named() -> None:
    options = {"ignore": ["forward-reference"], "kubernetesVersion": "1.99", "inlayHint": True}
    with Editor(options) as editor:
        uri = editor.open(POD)
        assert "ENV502" not in editor.codes(uri)
        said = " ".join(message.message for message in editor.client.messages)
        assert "`templatePlayground.kubernetesVersion` must be one of 1.36, " in said
        assert "Did you mean `inlayHints`?" in said


def test_a_changed_configuration_is_used_at_once() -> None:
    with Editor(configuration={"templatePlayground": {"ignore": ["ENV502"]}}) as editor:
        uri = editor.open(POD)
        editor.run(codes_become(editor, uri, without="ENV502"))
        editor.client.set_configuration({"ignore": []}, section="templatePlayground")
        editor.client.workspace_did_change_configuration(types.DidChangeConfigurationParams(None))
        editor.run(codes_become(editor, uri, with_="ENV502"))


async def codes_become(editor: Editor, uri: str, *, with_: str = "", without: str = "") -> None:
    """Wait for diagnostics with one code and without another."""

    def is_so() -> bool:
        codes = [item.code for item in editor.published[uri].diagnostics] if uri in editor.published else None
        return codes is not None and (not with_ or with_ in codes) and without not in codes

    await editor.until(is_so)


def random_change(text: str, rng: random.Random) -> tuple[types.TextDocumentContentChangePartial, str]:
    """A change of ``text`` at a random place, and the text after it."""
    pieces = [
        "$(",
        "${",
        "}",
        ")",
        ":",
        "\n",
        "  ",
        "- ",
        "😀",
        "\r\n",
        "\t",
        '"',
        "é",
        "name",
        "FIRST",
        "\u2028",
        "{",
        "]",
    ]
    start = rng.randrange(len(text) + 1)
    end = min(len(text), start + rng.choice([0, 0, 1, 2, 10]))
    # Not between \r and \n, where the protocol has no place.
    start -= text[start - 1 : start + 1] == "\r\n"
    end += text[end - 1 : end + 1] == "\r\n"
    written = rng.choice(["", *pieces])
    places = Places(SourceText(text), "utf-16")
    range_ = types.Range(places.position(places.source.position(start)), places.position(places.source.position(end)))
    return types.TextDocumentContentChangePartial(range_, written), text[:start] + written + text[end:]


def plain(diagnostics: list[types.Diagnostic]) -> str:
    """The diagnostics as JSON."""
    return json.dumps(get_converter().unstructure(diagnostics))


def edit_at_random(editor: Editor, edits: int, compared: int) -> None:
    """Make ``edits``; each time after ``compared`` of them the diagnostics are those of a fresh evaluation.

    A text that has become wild is replaced by the first one.
    """
    rng, text = random.Random(edits), POD
    uri = editor.open(text)
    for number in range(1, edits + 1):
        change, text = random_change(text, rng)
        editor.change(uri, change)
        if number % compared == 0:
            fresh = answer_for(Version(uri, number, SourceText(text)), "utf-16", EditorSettings(), Work())
            assert fresh
            assert plain(editor.diagnostics(uri)) == plain(fresh.diagnostics)
            text = POD
            editor.replace(uri, text)


def test_random_edits_do_not_drift_from_a_fresh_evaluation(editor: Editor) -> None:
    edit_at_random(editor, 200, 8)


@pytest.mark.nightly
def test_ten_thousand_random_edits_do_not_drift_from_a_fresh_evaluation(editor: Editor) -> None:
    edit_at_random(editor, 10_000, 16)


def test_a_stopped_evaluation_ends_before_its_deadline_and_one_that_was_stopped_before_does_not_start() -> None:
    text, work = Version("untitled:a", 1, SourceText(POD)), Work()
    deadline = work.deadline()
    deadline.check()
    work.stop()
    with pytest.raises(OutOfTimeError):
        deadline.check()
    assert answer_for(text, "utf-16", EditorSettings(), work) is None


def test_the_settings_of_the_project_hold_and_a_wrong_one_is_named(editor: Editor, tmp_path: Path) -> None:
    settings = tmp_path / ".template-playground.toml"
    settings.write_text('[ignore]\n"pods/" = ["ENV502"]\n')
    inside, outside = (editor.open(POD, uri=(tmp_path / name).as_uri()) for name in ("pods/a.yaml", "b.yaml"))
    assert "ENV502" not in editor.codes(inside)
    assert "ENV502" in editor.codes(outside)
    settings.write_text('kubernetes-versoin = "1.30"\n')
    editor.replace(inside, POD)
    assert "ENV502" in editor.codes(inside)
    editor.codes(outside)
    editor.replace(inside, POD)
    editor.codes(inside)  # the message was sent before
    assert ["Did you mean `kubernetes-version`?" in item.message for item in editor.client.messages] == [True]


@pytest.mark.parametrize(
    "uri",
    ["untitled:Untitled-1", "file:///%00/a.yaml", f"file:///{'a/' * 3_000}b", "file://[b/a.yaml", "file:///\udc80"],
)
def test_a_document_may_have_any_name(uri: str) -> None:
    answer = answer_for(Version(uri, 1, SourceText(POD)), "utf-16", EditorSettings(), Work())
    assert answer
    assert "ENV502" in [diagnostic.code for diagnostic in answer.diagnostics]


def test_requests_about_a_document_that_is_not_open_or_have_no_meaning_do_not_end_the_server(editor: Editor) -> None:
    editor.client.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier("file:///no")))
    assert "ENV502" in editor.codes(editor.open(POD))


def test_the_exit_status_says_whether_the_editor_announced_the_end_and_nothing_else_is_printed() -> None:
    run = subprocess.run([*COMMAND, "--stdio"], cwd=ROOT, input=b"", capture_output=True, timeout=60, check=False)
    assert (run.returncode, run.stdout, run.stderr) == (1, b"", b"")


def test_the_log_holds_no_text_of_the_user() -> None:
    body = b'{"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": "s3cret"}}'
    message = b"Content-Length: %d\r\n\r\n%s" % (len(body), body)
    run = subprocess.run(COMMAND, cwd=ROOT, input=message, capture_output=True, timeout=60, check=False)
    assert b"ERROR pygls" in run.stderr
    assert b"s3cret" not in run.stderr


def test_a_refused_request_is_no_failure_for_the_log() -> None:
    for error, expected in ((RefusedError("The name is taken."), False), (ValueError("s3cret"), True)):
        record = logging.LogRecord("pygls", logging.ERROR, "a.py", 1, "", (), (type(error), error, None))
        assert is_failure(record) is expected


def test_without_pygls_the_command_says_what_to_install() -> None:
    program = "import sys; sys.modules['pygls'] = None; from playground.__main__ import run; sys.exit(run())"
    run = subprocess.run([sys.executable, "-c", program, "lsp"], cwd=ROOT, capture_output=True, timeout=60, check=False)
    assert run.returncode == 2
    install = "pipx install --force '.[lsp]'"
    assert "error: `lsp` needs the package pygls. Install again with the extra" in run.stderr.decode()
    assert run.stderr.decode().endswith(f"from the repository: {install}\n")
    for manual in ("docs/editors.md", "editors/vscode/README.md", "editors/vscode/extension.js"):
        assert install in (ROOT / manual).read_text()
