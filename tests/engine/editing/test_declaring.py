"""New Parameters are declared in every layout, and the Template keeps its other text."""

from __future__ import annotations

import pytest

from playground.engine import apply_edits, decode, evaluate, read
from playground.engine.editing.declaring import Declaration, declaration_edit

NEW = [
    Declaration("TAG", "Tag", "A word: 'x'", value="1.4"),
    Declaration("PASSWORD", value=None, generated=True, required=True),
]
OBJECTS = "objects:\n- {kind: Secret, apiVersion: v1}\n"


def declared(text: str) -> str:
    template = evaluate(text).template
    assert template is not None
    edit = declaration_edit(template, NEW)
    assert edit is not None
    after = apply_edits(text, [edit])
    new = evaluate(after)
    assert new.readable
    assert new.template is not None
    assert [item.name for item in new.template.parameters] == [
        *(item.name for item in template.parameters),
        "TAG",
        "PASSWORD",
    ]
    tag, password = new.template.parameters[-2:]
    assert (tag.display_name, tag.description, tag.value, tag.required) == ("Tag", "A word: 'x'", "1.4", False)
    assert (password.generate, password.from_, password.required) == ("expression", "[a-zA-Z0-9]{16}", True)
    assert new.template.objects == template.objects
    return after


HEAD = "kind: Template\napiVersion: template.openshift.io/v1\n"


@pytest.mark.parametrize(
    "text",
    [
        HEAD + OBJECTS,
        HEAD + "parameters:\n- name: A\n  value: a # comment\n" + OBJECTS,
        HEAD + "parameters:\n  - {name: A, value: a}\n" + OBJECTS,
        HEAD + "parameters: [{name: A, value: a}]\n" + OBJECTS,
        HEAD + "parameters:\n-\n  name: A\n" + OBJECTS,
        HEAD + "parameters: [] # none\n" + OBJECTS,
        HEAD + "parameters:\n" + OBJECTS,
        HEAD + "parameters: null\n" + OBJECTS,
        HEAD + OBJECTS + "parameters:\n- name: A\n  description: |\n    two\n    lines",
        HEAD + OBJECTS + "parameters:\n- name: A\n  description: |+\n    two\n\n\n",
        "{" + HEAD.replace("\n", ", ") + "objects: []}",
        "{" + HEAD.replace("\n", ", ") + "parameters: [], objects: []}",
        '{"kind": "Template", "apiVersion": "template.openshift.io/v1", "objects": []}',
        '{\n  "kind": "Template",\n  "objects": [],\n  "parameters": [\n    {\n      "name": "A"\n    }\n  ]\n}\n',
        '{\n  "kind": "Template",\n  "parameters": null,\n  "objects": []\n}\n',
    ],
)
def test_parameters_are_declared_last_in_every_layout(text: str) -> None:
    declared(text)
    declared(text.replace("\n", "\r\n"))


@pytest.mark.parametrize(
    "parameters",
    [
        "x: &p [{name: A}]\nparameters: *p\n",
        "x: &p\n- name: A\nparameters: *p\n",
        "x: &t {parameters: [{name: A}]}\n<<: *t\n",
        "parameters: {A: a}\n",
    ],
)
def test_a_list_that_an_alias_gives_or_that_is_none_gets_no_entry(parameters: str) -> None:
    (document,) = read(HEAD + parameters + OBJECTS).documents
    assert declaration_edit(decode(document), NEW) is None


def test_a_new_list_stands_above_the_objects_and_a_comment_stays() -> None:
    after = declared(HEAD + "# these\n" + OBJECTS)
    assert "# these\nparameters:\n- name: TAG\n  displayName: Tag\n  description: \"A word: 'x'\"\n" in after
    assert after.endswith("  required: true\n" + OBJECTS)


def test_line_ends_stay_as_they_are() -> None:
    after = declared((HEAD + OBJECTS).replace("\n", "\r\n"))
    assert after.count("\r\n") == after.count("\n")


def test_in_json_entries_keep_the_indentation_of_the_last() -> None:
    text = '{\n "kind": "Template",\n "objects": [],\n "parameters": [\n    {"name": "A"}\n ]\n}\n'
    assert '    {"name": "A"},\n    {"name": "TAG", "displayName": "Tag"' in declared(text)
