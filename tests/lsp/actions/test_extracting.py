"""A value becomes a Parameter by a code action, whose edit is computed once it is chosen."""

from __future__ import annotations

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from tests.lsp.actions.test_fixes import actions, at
from tests.lsp.editor import Editor, applied

DEPLOYMENT = """\
# 😀
apiVersion: apps/v1
kind: Deployment
metadata: {name: shop}
spec:
  template:
    spec:
      containers:
      - name: shop
        image: registry.example/shop:1.4 # the newest
        env: [{name: DB_PASSWORD, value: hunter2}]
      - name: side
        image: registry.example/shop:1.4
"""
TEMPLATE = """\
apiVersion: template.openshift.io/v1
kind: Template
parameters:
- {name: WHO, value: me}
objects:
- {apiVersion: v1, kind: ConfigMap, metadata: {name: a, namespace: prod}, data: {title: "😀 Shop", who: "${WHO}"}}
"""
REFACTOR = ["refactor"]


def place(source: str, text: str, *, selected: bool = False) -> types.Range:
    """The protocol's place of the first ``text``: in front of it, or the whole of it."""
    before = source[: source.index(text)]
    column = len(before[before.rfind("\n") + 1 :].encode("utf-16-le")) // 2
    range_ = at(before.count("\n"), column)
    if selected:
        range_.end = types.Position(range_.end.line, column + len(text.encode("utf-16-le")) // 2)
    return range_


def chosen(editor: Editor, action: types.CodeAction) -> types.CodeAction:
    """The action as the editor gets it once it is chosen."""
    return editor.run(editor.client.code_action_resolve_async(action))


def test_the_edit_is_there_once_the_action_is_chosen_and_changes_all_places_of_the_same_meaning(editor: Editor) -> None:
    uri = editor.open(DEPLOYMENT)
    (action,) = actions(editor, uri, place(DEPLOYMENT, "1.4 #"), REFACTOR)
    assert (action.title, action.kind, action.edit) == ("Make this a parameter", "refactor.extract", None)
    edit = chosen(editor, action).edit
    assert edit
    assert edit.document_changes
    text = applied(DEPLOYMENT, edit)
    assert text.startswith(
        "apiVersion: template.openshift.io/v1\nkind: Template\nmetadata:\n  name: shop\nparameters:\n"
    )
    assert text.count("image: registry.example/shop:${IMAGE_TAG}") == 2
    assert "objects:\n# 😀\n- apiVersion: apps/v1\n" in text
    editor.replace(uri, text)
    assert "REF401" not in editor.codes(uri)


def test_what_is_selected_becomes_the_parameter(editor: Editor) -> None:
    uri = editor.open(TEMPLATE)
    (action,) = actions(editor, uri, place(TEMPLATE, "Shop", selected=True), ["refactor.extract"])
    edit = chosen(editor, action).edit
    assert edit
    assert '{title: "😀 ${TITLE}", who: "${WHO}"}' in applied(TEMPLATE, edit)


def test_a_hint_about_a_value_has_the_action_as_its_quick_fix(editor: Editor) -> None:
    uri = editor.open(DEPLOYMENT)
    (action,) = actions(editor, uri, place(DEPLOYMENT, "hunter2"), ["quickfix"])
    assert action.diagnostics
    assert [diagnostic.code for diagnostic in action.diagnostics] == ["ENV535"]
    edit = chosen(editor, action).edit
    assert edit
    text = applied(DEPLOYMENT, edit)
    assert "hunter2" not in text
    editor.replace(uri, text)
    assert "ENV535" not in editor.codes(uri)


@pytest.mark.parametrize("text", ["apiVersion: v1", "{name: WHO", "me}", "kind: Template", "parameters"])
def test_nothing_is_offered_beside_values_and_in_the_fields_of_a_template_itself(editor: Editor, text: str) -> None:
    assert actions(editor, editor.open(TEMPLATE), place(TEMPLATE, text), REFACTOR) == []


@pytest.mark.parametrize(
    "text", ["", "a: [", "a: 1\n", "services: {web: {image: 'a:1'}}\n", "apiVersion: v2\nname: a\nversion: 1.0.0\n"]
)
def test_other_texts_have_no_such_action(editor: Editor, text: str) -> None:
    range_ = place(text, "1") if "1" in text else at(0, 0)
    assert actions(editor, editor.open(text), range_, REFACTOR) == []


@pytest.mark.parametrize(
    ("text", "reason"),
    [("prod", "Processing removes a literal `metadata.namespace`"), ("${WHO}", "refers to `WHO` already")],
)
def test_a_refusal_says_why(editor: Editor, text: str, reason: str) -> None:
    (action,) = actions(editor, editor.open(TEMPLATE), place(TEMPLATE, text), REFACTOR)
    with pytest.raises(JsonRpcException, match=reason):
        chosen(editor, action)


def test_a_text_that_has_changed_since_is_not_edited(editor: Editor) -> None:
    uri = editor.open(TEMPLATE)
    (action,) = actions(editor, uri, place(TEMPLATE, "Shop"), REFACTOR)
    editor.replace(uri, f"# new\n{TEMPLATE}")
    with pytest.raises(JsonRpcException, match="has changed since"):
        chosen(editor, action)
    editor.close(uri)
    with pytest.raises(JsonRpcException, match="has changed since"):
        chosen(editor, action)


def test_an_editor_that_cannot_ask_later_gets_the_edit_when_the_user_asks_for_actions() -> None:
    with Editor(name="") as editor:
        uri = editor.open(TEMPLATE)
        (action,) = actions(editor, uri, place(TEMPLATE, "😀 Shop"), REFACTOR)
        assert action.edit
        assert 'title: "${TITLE}"' in applied(TEMPLATE, action.edit)
        assert actions(editor, uri, place(TEMPLATE, "prod"), REFACTOR) == []  # it is refused
        automatic = types.CodeActionContext([], None, types.CodeActionTriggerKind.Automatic)
        params = types.CodeActionParams(types.TextDocumentIdentifier(uri), place(TEMPLATE, "😀 Shop"), automatic)
        assert not editor.run(editor.client.text_document_code_action_async(params))
