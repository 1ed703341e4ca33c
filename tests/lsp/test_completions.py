"""Completion by a client that is not ours: references, names, fields, values, structures; in YAML and in JSON."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from lsprotocol import types

from tests.lsp.editor import Editor, applied
from tests.texts import UNFINISHED_POD as POD
from tests.texts import UNFINISHED_TEMPLATE

TEMPLATE = UNFINISHED_TEMPLATE.replace('"1"', '"😀1"')


class Place:
    """The caret in a text, at the mark `|`, and what is offered there."""

    def __init__(self, editor: Editor, marked: str, trigger: str | None = None) -> None:
        before, _, after = marked.rpartition("|")
        self.text = before + after
        line = re.split(r"\r\n|\n", before)[-1]
        position = types.Position(len(re.findall("\n", before)), len(line.encode("utf-16-le")) // 2)
        kind = types.CompletionTriggerKind.TriggerCharacter if trigger else types.CompletionTriggerKind.Invoked
        params = types.CompletionParams(
            types.TextDocumentIdentifier(editor.open(self.text)), position, types.CompletionContext(kind, trigger)
        )
        answer = editor.run(editor.client.text_document_completion_async(params))
        assert answer is None or isinstance(answer, types.CompletionList)
        items: Sequence[types.CompletionItem] = answer.items if answer else ()
        self.items = sorted(items, key=lambda item: item.sort_text or item.label)

    @property
    def labels(self) -> list[str]:
        return [item.label for item in self.items]

    def item(self, label: str, detail: str | None = None) -> types.CompletionItem:
        return next(item for item in self.items if item.label == label and detail in (None, item.detail))

    def accepted(self, label: str, detail: str | None = None) -> str:
        """The text after that item was accepted; `|` are the places of the caret."""
        item = self.item(label, detail)
        assert isinstance(item.text_edit, types.TextEdit)
        edit = item.text_edit
        if item.insert_text_format == types.InsertTextFormat.Snippet:
            edit = types.TextEdit(edit.range, re.sub(r"\\([$}\\])", r"\1", re.sub(r"\$\d", "|", edit.new_text)))
        return applied(self.text, types.WorkspaceEdit(changes={"": [edit]}))


def test_a_reference_is_offered_the_variables_that_it_sees_with_secrets_masked(editor: Editor) -> None:
    place = Place(editor, TEMPLATE + '        value: "😀 $(|"', trigger="(")
    assert [(item.label, item.detail) for item in place.items][:2] == [("FIRST", "😀1"), ("SECRET", "••••••••")]
    assert place.accepted("FIRST") == TEMPLATE + '        value: "😀 $(FIRST)"'


def test_a_half_typed_line_and_a_closed_reference_are_no_obstacle(editor: Editor) -> None:
    assert Place(editor, TEMPLATE + '        value: "$(FI|').accepted("FIRST").endswith('value: "$(FIRST)')
    assert Place(editor, TEMPLATE + "        value: ${W|}").accepted("WHO").endswith("value: ${WHO}")
    assert Place(editor, TEMPLATE + "        value: ${{W|").accepted("WHO").endswith("value: ${{WHO}}")
    place = Place(editor, TEMPLATE + "        value: ${|", trigger="{")
    assert [(item.label, item.detail) for item in place.items] == [("WHO", "me"), ("PASSWORD", "••••••••")]
    assert Place(editor, TEMPLATE + "        value: $$(|").labels == []


def test_fields_come_with_type_and_meaning_the_required_ones_first(editor: Editor) -> None:
    place = Place(editor, POD + "    ports:\n    - |")
    assert place.labels[0] == "containerPort"
    item = place.item("containerPort")
    assert item.detail == "integer, required"
    assert str(item.documentation).startswith("Number of port to expose")
    assert place.accepted("containerPort").endswith("    - containerPort: ")
    assert "containerPort" not in Place(editor, POD + "    ports:\n    - containerPort: 80\n      |").labels


def test_a_field_with_entries_opens_the_next_line_where_the_editor_leaves_it_alone(editor: Editor) -> None:
    assert Place(editor, POD + "    vol|").accepted("volumeMounts").endswith("    volumeMounts:\n    - ")
    assert Place(editor, POD + "    res|").accepted("resources").endswith("    resources:\n      ")
    with Editor(name="") as plain:
        assert Place(plain, POD + "    vol|").accepted("volumeMounts").endswith("    volumeMounts:")
        assert "a variable with a value" not in [item.detail for item in Place(plain, POD + "    e|").items]


def test_a_key_that_is_changed_keeps_what_follows(editor: Editor) -> None:
    place = Place(editor, POD.replace("image: a", "ima|ge: a"))
    assert place.accepted("imagePullPolicy") == POD.replace("image: a", "imagePullPolicy: a")


@pytest.mark.parametrize(
    ("marked", "label", "after"),
    [
        ("apiVersion: batch/v1\nkind: C|", "CronJob", "apiVersion: batch/v1\nkind: CronJob"),
        ("kind: CronJob\napiVersion:|", "batch/v1", "kind: CronJob\napiVersion: batch/v1"),
        (
            POD + "    imagePullPolicy: |",
            "IfNotPresent",
            POD + "    imagePullPolicy: IfNotPresent",
        ),
        (POD + "    stdin: t|", "true", POD + "    stdin: true"),
        (POD + '    imagePullPolicy: "A|"', "Always", POD + '    imagePullPolicy: "Always"'),
        (
            POD.replace("\n", "\r\n") + "    tty: |\r\n",
            "false",
            POD.replace("\n", "\r\n") + "    tty: false\r\n",
        ),
    ],
)
def test_values_are_those_of_the_field(editor: Editor, marked: str, label: str, after: str) -> None:
    assert Place(editor, marked).accepted(label) == after


def test_kinds_fit_the_version_and_versions_the_kind(editor: Editor) -> None:
    assert Place(editor, "apiVersion: batch/v1\nkind: |").labels == ["CronJob", "Job"]
    assert Place(editor, "kind: CronJob\napiVersion: |").labels == ["batch/v1"]
    assert "Route" in Place(editor, "kind: |").labels


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("        valueFrom: {configMapKeyRef: {name: |", ["settings"]),
        ("        valueFrom: {configMapKeyRef: {name: settings, key: |}}", ["LEVEL"]),
        ("        valueFrom: {secretKeyRef: {name: |}}", []),
        ("      volumeMounts: [{name: |}]\n    volumes: [{name: data}]", ["data"]),
        ("      livenessProbe: {httpGet: {port: |}}\n      ports: [{name: web, containerPort: 80}]", ["web", "80"]),
    ],
)
def test_names_are_those_of_the_text(editor: Editor, typed: str, offered: list[str]) -> None:
    assert Place(editor, TEMPLATE + typed).labels == offered


def test_structures_are_written_whole_in_lines_and_in_brackets(editor: Editor) -> None:
    place = Place(editor, POD + "    e|")
    assert place.accepted("env", "a variable with a value") == POD + "    env:\n    - name: |\n      value: |"
    place = Place(editor, TEMPLATE + "      - name: X\n        v|")
    written = "valueFrom:\n          configMapKeyRef:\n            name: |\n            key: |"
    assert place.accepted("valueFrom", "a key of a ConfigMap").endswith(written)
    place = Place(editor, "kind: Template\napiVersion: template.openshift.io/v1\n|")
    generator = 'parameters:\n- name: |\n  generate: expression\n  from: "[a-zA-Z0-9]{16}"'
    assert place.accepted("parameters", "a parameter with a generator").endswith(generator)
    place = Place(editor, POD.replace("image: a", "image: a\n    env: [{name: A, |}]"))
    assert place.accepted("valueFrom", "a field of the pod").splitlines()[-1] == (
        '    env: [{name: A, "valueFrom": {"fieldRef": {"fieldPath": "|"}}}]'
    )


def test_json_is_completed_in_json(editor: Editor) -> None:
    pod = '{"kind": "Pod", "apiVersion": "v1", "spec": {"containers": [{"name": "c", '
    assert Place(editor, pod + '"imageP|').accepted("imagePullPolicy") == pod + '"imagePullPolicy": '
    assert Place(editor, pod + '"imagePullPolicy": |}]}}').accepted("Never") == pod + '"imagePullPolicy": "Never"}]}}'
    assert Place(editor, pod + '"tty": |}]}}').accepted("true") == pod + '"tty": true}]}}'


def test_signs_that_mean_nothing_here_start_no_list(editor: Editor) -> None:
    assert Place(editor, POD + "    command: [a, |", trigger=" ").labels == []
    assert Place(editor, POD + "    x: (|", trigger="(").labels == []
    assert Place(editor, POD + "    # ima|").labels == []
    assert Place(editor, POD + "    imagePullPolicy: |", trigger=" ").labels == [
        "Always",
        "Never",
        "IfNotPresent",
    ]


def test_fields_are_those_of_the_chosen_version() -> None:
    with Editor({"kubernetesVersion": "1.29"}) as old:
        names = Place(old, POD + "    |").labels
    assert "image" not in names
    assert "volumeMounts" in names
    with Editor() as new:
        assert set(names) < set(Place(new, POD + "    |").labels)
