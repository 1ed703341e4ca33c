"""Fixes as code actions: applied by an editor, they mend the text."""

from __future__ import annotations

from lsprotocol import types

from tests.lsp.editor import Editor, applied

POD = """\
apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers:
  - name: 😀
    image: a
    args: ["😀 $(LATER)"]
    ennv: []
    env:
    - {name: FIRST, value: "😀 $(LATER)"}
    - {name: LATER, value: "1"}
    - {name: SECOND, value: "$(LATE)"}
"""


def actions(editor: Editor, uri: str, range_: types.Range, only: list[str] | None = None) -> list[types.CodeAction]:
    context = types.CodeActionContext([], only)
    params = types.CodeActionParams(types.TextDocumentIdentifier(uri), range_, context)
    answers = editor.run(editor.client.text_document_code_action_async(params)) or []
    return [answer for answer in answers if isinstance(answer, types.CodeAction)]


def at(line: int, character: int) -> types.Range:
    place = types.Position(line, character)
    return types.Range(place, place)


WHOLE = types.Range(types.Position(0, 0), types.Position(99, 0))


def test_a_fix_is_a_quick_fix_of_its_diagnostic_for_this_version(editor: Editor) -> None:
    uri = editor.open(POD)
    offered = actions(editor, uri, at(12, 30), ["quickfix"])
    assert [(fix.title, fix.is_preferred) for fix in offered] == [
        ("Write $(LATER)", None),
        ("Add LATE to env", None),
        ("Write $$(LATE)", None),
    ]
    fix = offered[0]
    assert fix.diagnostics
    assert [diagnostic.code for diagnostic in fix.diagnostics] == ["ENV501"]
    assert fix.edit
    assert fix.edit.document_changes
    mended = applied(POD, fix.edit)
    assert mended == POD.replace("$(LATE)", "$(LATER)")
    editor.replace(uri, mended)
    assert "ENV501" not in editor.codes(uri)


def test_a_place_without_a_diagnostic_has_no_quick_fix(editor: Editor) -> None:
    assert actions(editor, editor.open(POD), at(1, 0), ["quickfix"]) == []


def test_one_meaning_is_preferred_and_all_of_these_can_be_applied_at_once(editor: Editor) -> None:
    uri = editor.open(POD)
    preferred = [action.title for action in actions(editor, uri, WHOLE, ["quickfix"]) if action.is_preferred]
    assert preferred == ["Move LATER above FIRST"]  # "Remove ennv" takes away what somebody wrote
    (fix_all,) = actions(editor, uri, WHOLE, ["source.fixAll"])
    assert fix_all.title == "Apply 1 fix with one meaning"
    assert fix_all.edit
    editor.replace(uri, applied(POD, fix_all.edit))
    assert editor.codes(uri) == ["POD602", "POD609", "ENV501"]
    assert {action.kind for action in actions(editor, uri, WHOLE)} == {"quickfix"}
    assert actions(editor, uri, WHOLE, ["refactor"]) == []


def test_a_fix_of_several_places_is_offered_at_each_of_them(editor: Editor) -> None:
    uri = editor.open(POD.replace("name: 😀", "name: c").replace('"$(LATE)"', '"$(LATE) $(LATE)"'))
    titles = [action.title for action in actions(editor, uri, at(12, 38), ["quickfix"])]
    assert "Write $(LATER) (2 places)" in titles


def test_an_editor_without_versions_gets_plain_changes() -> None:
    with Editor(name="") as editor:
        uri = editor.open(POD)
        (fix_all,) = actions(editor, uri, WHOLE, ["source.fixAll"])
        assert fix_all.edit
        assert fix_all.edit.document_changes is None
        assert fix_all.edit.changes
        assert applied(POD, fix_all.edit) != POD
