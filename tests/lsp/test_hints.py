"""Values behind references: only where they are wanted, and secrets masked."""

from __future__ import annotations

from lsprotocol import types

from tests.lsp.editor import Editor

TEMPLATE = """\
apiVersion: template.openshift.io/v1
kind: Template
parameters:
- {name: WHO, value: me}
- {name: PASSWORD, generate: expression, from: "[a-z]{20}"}
objects:
- apiVersion: v1
  kind: Pod
  metadata: {name: "p-${WHO}"}
  spec:
    containers:
    - name: c
      image: a
      args: ["😀 $(URL) ${WHO}", "$(NONE) $(EMPTY)"]
      env:
      - {name: URL, value: "http://${PASSWORD}"}
      - {name: EMPTY, value: ""}
"""


def hints(editor: Editor, uri: str, lines: tuple[int, int] = (0, 99)) -> list[tuple[int, int, str]]:
    """Line, character and text of each hint."""
    range_ = types.Range(types.Position(lines[0], 0), types.Position(lines[1], 0))
    params = types.InlayHintParams(types.TextDocumentIdentifier(uri), range_)
    answer = editor.run(editor.client.text_document_inlay_hint_async(params)) or []
    return sorted((hint.position.line, hint.position.character, str(hint.label)) for hint in answer)


def test_each_reference_has_its_value_and_a_secret_is_masked() -> None:
    with Editor({"inlayHints": True}) as editor:
        uri = editor.open(TEMPLATE)
        assert hints(editor, uri) == [
            (8, behind(8, "${WHO}"), "=me"),
            (13, behind(13, "$(URL)"), "=••••••••"),
            (13, behind(13, "${WHO}"), "=me"),
            (13, behind(13, "$(EMPTY)"), '=""'),
            (15, behind(15, "${PASSWORD}"), "=••••••••"),
        ]
        assert hints(editor, uri, (8, 9)) == [(8, behind(8, "${WHO}"), "=me")]


def behind(line: int, text: str) -> int:
    """The UTF-16 units of a line up to the end of ``text``."""
    before, found_text, _ = TEMPLATE.splitlines()[line].partition(text)
    return len((before + found_text).encode("utf-16-le")) // 2


def test_they_are_off_until_they_are_switched_on() -> None:
    editor = Editor(configuration={"templatePlayground": {}})
    assert editor.capabilities.workspace
    editor.capabilities.workspace.inlay_hint = types.InlayHintWorkspaceClientCapabilities(refresh_support=True)
    with editor:
        uri = editor.open(TEMPLATE)
        assert hints(editor, uri) == []
        editor.client.set_configuration({"inlayHints": True}, section="templatePlayground")
        editor.client.workspace_did_change_configuration(types.DidChangeConfigurationParams(None))
        editor.run(editor.until(lambda: editor.refreshes > 0))
        assert hints(editor, uri) != []
