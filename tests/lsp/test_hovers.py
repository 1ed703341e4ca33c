"""A hover says what a field means, what a Parameter's value is, and how a variable's value came about."""

from __future__ import annotations

from lsprotocol import types

from tests.lsp.editor import Editor

TEMPLATE = """\
apiVersion: template.openshift.io/v1
kind: Template
parameters:
- {name: HOST, value: "db`1`"}
- {name: PASSWORD, generate: expression, from: "[a-z]{20}"}
- {name: NEEDED, required: true}
objects:
- apiVersion: v1
  kind: ConfigMap
  metadata: {name: settings}
  data: {LEVEL: debug}
- apiVersion: v1
  kind: Pod
  metadata: {name: p}
  spec:
    containers:
    - name: c
      image: a
      imagePullPolicy: Always
      args: ["😀 $(URL) $(NONE) $$(URL)"]
      env:
      - {name: LEVEL, valueFrom: {configMapKeyRef: {name: settings, key: LEVEL}}}
      - {name: SECRET, value: "${PASSWORD}"}
      - {name: URL, value: "${HOST}/$(LEVEL)?$(SECRET)"}
      - {name: LAST, value: "${NEEDED}"}
"""


def hover(editor: Editor, place: str, source: str = TEMPLATE) -> str:
    """The text beside the pointer on the first ``place``; "" for none."""
    before = source[: source.index(place)]
    line = before.count("\n")
    character = len(before[before.rfind("\n") + 1 :].encode("utf-16-le")) // 2
    uri = editor.open(source)
    params = types.HoverParams(types.TextDocumentIdentifier(uri), types.Position(line, character))
    answer = editor.run(editor.client.text_document_hover_async(params))
    if answer is None:
        return ""
    assert isinstance(answer.contents, types.MarkupContent)
    assert answer.contents.kind == types.MarkupKind.Markdown
    return answer.contents.value


def test_a_field_has_its_type_its_meaning_and_its_values(editor: Editor) -> None:
    card = hover(editor, "imagePullPolicy")
    assert card.startswith("`imagePullPolicy`: string\n\n")
    assert card.endswith("Values: `Always`, `Never`, `IfNotPresent`")
    assert hover(editor, "containers:").startswith("`containers`: list of Container, required\n\n")
    assert hover(editor, 'value: "db').startswith("`value`: string")


def test_a_parameter_has_its_value_and_origin_and_a_secret_is_masked(editor: Editor) -> None:
    assert hover(editor, "HOST}") == "Parameter `HOST` is `` db`1` ``: its default\n\n---\n\n" + trace_of_url()
    assert hover(editor, "PASSWORD}").startswith("Parameter `PASSWORD` is `••••••••`: generated from `[a-z]{20}`")
    assert hover(editor, "NEEDED}").startswith("Parameter `NEEDED`: not given, and it has no default")


def trace_of_url(subject: str = "`URL`") -> str:
    return (
        f"* {subject} is `••••••••`, from `env[2]` in line 24\n"
        "  * `` db`1`/$(LEVEL)?$(SECRET) ``, where\n"
        "  * `$(LEVEL)` is `debug`, from `env[0]` in line 22, `data.LEVEL` in line 11\n"
        "  * `$(SECRET)` is `••••••••`, from `env[1]` in line 23"
    )


def test_a_reference_has_the_steps_that_led_to_its_value(editor: Editor) -> None:
    assert hover(editor, "$(URL)") == trace_of_url("`$(URL)`")
    assert hover(editor, "$(NONE)") == "* `$(NONE)` is not defined: it stays as it is"
    assert hover(editor, "LAST").endswith("* `LAST` is `${NEEDED}`, from `env[3]` in line 25")


def test_a_place_without_meaning_and_a_broken_text_have_no_hover(editor: Editor) -> None:
    assert hover(editor, "debug}") == ""
    assert hover(editor, "kind", "apiVersion: v1\nkind: [") == ""


def test_a_trace_of_doubled_references_ends(editor: Editor) -> None:
    doubled = "".join(f'      - {{name: V{n}, value: "$(V{n - 1})$(V{n - 1})"}}\n' for n in range(1, 12))
    source = TEMPLATE.replace("      - {name: LAST", f'      - {{name: V0, value: "x"}}\n{doubled}      - {{name: LAST')
    assert hover(editor, "V11", source).count("\n") == 39


def test_an_editor_without_markdown_gets_plain_text() -> None:
    with Editor(name="") as editor:
        uri = editor.open(TEMPLATE)
        params = types.HoverParams(types.TextDocumentIdentifier(uri), types.Position(8, 3))
        answer = editor.run(editor.client.text_document_hover_async(params))
        assert answer
        assert isinstance(answer.contents, types.MarkupContent)
        assert answer.contents.kind == types.MarkupKind.PlainText
