"""Definition, uses, marks and renaming of Parameters and variables, and the outline."""

from __future__ import annotations

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from tests.lsp.editor import Editor, applied

TEMPLATE = """\
apiVersion: template.openshift.io/v1
kind: Template
metadata: {name: t}
parameters:
- {name: WHO, value: me}
objects:
- apiVersion: v1
  kind: ConfigMap
  metadata: {name: settings}
  data: {LEVEL: debug}
- apiVersion: v1
  kind: Pod
  metadata: {name: "p-${WHO}"}
  spec:
    containers:
    - name: c
      image: a
      args: ["😀 $(HOST) ${WHO}", "$(LEVEL)"]
      envFrom: [{configMapRef: {name: settings}}]
      env:
      - {name: HOST, value: "${WHO}"}
"""


def at(place: str, source: str = TEMPLATE) -> types.Position:
    """The protocol's position of the first ``place``."""
    before = source[: source.index(place)]
    return types.Position(before.count("\n"), len(before[before.rfind("\n") + 1 :].encode("utf-16-le")) // 2)


def texts(ranges: list[types.Range], source: str = TEMPLATE) -> list[tuple[int, str]]:
    """Line and text of each range."""
    lines = source.splitlines()
    return [
        (
            range_.start.line,
            lines[range_.start.line]
            .encode("utf-16-le")[2 * range_.start.character : 2 * range_.end.character]
            .decode("utf-16-le"),
        )
        for range_ in ranges
    ]


def definition(editor: Editor, place: str) -> list[tuple[int, str]]:
    params = types.DefinitionParams(types.TextDocumentIdentifier(editor.open(TEMPLATE)), at(place))
    answer = editor.run(editor.client.text_document_definition_async(params))
    assert isinstance(answer, list | tuple)
    return texts([location.range for location in answer if isinstance(location, types.Location)])


def test_a_reference_leads_to_its_definition(editor: Editor) -> None:
    assert definition(editor, "WHO}") == [(4, "WHO")]
    assert definition(editor, "HOST)") == [(20, "HOST")]
    assert definition(editor, "LEVEL)") == [(18, "{configMapRef: {name: settings}}"), (9, "LEVEL")]
    assert definition(editor, "image: a") == []


def test_uses_are_listed_with_and_without_the_declaration_and_marked(editor: Editor) -> None:
    document = types.TextDocumentIdentifier(editor.open(TEMPLATE))
    found_lines = []
    for is_wanted in (True, False):
        params = types.ReferenceParams(types.ReferenceContext(is_wanted), document, at("WHO}"))
        answer = editor.run(editor.client.text_document_references_async(params)) or []
        found_lines.append(texts([location.range for location in answer]))
    assert found_lines[0] == [(4, "WHO"), (12, "WHO"), (17, "WHO"), (20, "WHO")]
    assert found_lines[1] == found_lines[0][1:]
    params_of_marks = types.DocumentHighlightParams(document, at("HOST)"))
    marks = editor.run(editor.client.text_document_document_highlight_async(params_of_marks)) or []
    assert texts([mark.range for mark in marks]) == [(17, "HOST"), (20, "HOST")]
    assert [mark.kind for mark in marks] == [types.DocumentHighlightKind.Read, types.DocumentHighlightKind.Write]


def test_a_variable_from_elsewhere_has_uses(editor: Editor) -> None:
    params = types.DocumentHighlightParams(types.TextDocumentIdentifier(editor.open(TEMPLATE)), at("LEVEL)"))
    marks = editor.run(editor.client.text_document_document_highlight_async(params)) or []
    assert texts([mark.range for mark in marks]) == [(17, "LEVEL")]


def test_a_name_is_renamed_everywhere_it_is_meant(editor: Editor) -> None:
    document = types.TextDocumentIdentifier(editor.open(TEMPLATE))
    asked = types.PrepareRenameParams(document, at("WHO}"))
    prepared = editor.run(editor.client.text_document_prepare_rename_async(asked))
    assert isinstance(prepared, types.PrepareRenamePlaceholder)
    assert prepared.placeholder == "WHO"
    assert texts([prepared.range]) == [(12, "WHO")]
    params = types.RenameParams(document, at("WHO}"), "NAME")
    edit = editor.run(editor.client.text_document_rename_async(params))
    assert edit
    assert applied(TEMPLATE, edit) == TEMPLATE.replace("WHO", "NAME")
    elsewhere = types.PrepareRenameParams(document, at("image"))
    assert editor.run(editor.client.text_document_prepare_rename_async(elsewhere)) is None


def test_a_name_that_cannot_be_has_its_reason(editor: Editor) -> None:
    document = types.TextDocumentIdentifier(editor.open(TEMPLATE))
    with pytest.raises(JsonRpcException, match="has letters, digits and `_` only") as refusal:
        editor.run(editor.client.text_document_rename_async(types.RenameParams(document, at("WHO}"), "a b")))
    assert refusal.value.code == -32803
    asked = types.PrepareRenameParams(document, at("LEVEL)"))
    with pytest.raises(JsonRpcException, match="only entries of `env` can be renamed"):
        editor.run(editor.client.text_document_prepare_rename_async(asked))


def outline(symbols: list[types.DocumentSymbol], depth: int = 0) -> list[str]:
    """The names of symbols, indented."""
    lines = []
    for symbol in symbols:
        around, name = symbol.range, symbol.selection_range
        assert (around.start.line, around.start.character) <= (name.start.line, name.start.character)
        assert (name.end.line, name.end.character) <= (around.end.line, around.end.character)
        lines += [f"{'  ' * depth}{symbol.name}", *outline(list(symbol.children or ()), depth + 1)]
    return lines


def test_the_outline_has_templates_parameters_objects_containers_and_variables(editor: Editor) -> None:
    source = f"{TEMPLATE}---\napiVersion: v1\nkind: Service\nmetadata: {{name: web}}\n---\nkind: []\napiVersion: v1\n"
    params = types.DocumentSymbolParams(types.TextDocumentIdentifier(editor.open(source)))
    answer = editor.run(editor.client.text_document_document_symbol_async(params)) or []
    assert outline([symbol for symbol in answer if isinstance(symbol, types.DocumentSymbol)]) == [
        "Template t",
        "  WHO",
        "  ConfigMap settings",
        "  Pod p-me",
        "    c",
        "      HOST",
        "Service web",
        "Object",
    ]
