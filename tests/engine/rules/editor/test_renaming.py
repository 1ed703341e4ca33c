"""Renaming changes exactly the places that mean the name, and nothing else of the result."""

from __future__ import annotations

import pytest

from playground.engine import Inputs, Position, Renaming, apply_edits, evaluate, rename, renaming_at, why_not_renamed
from playground.engine.rules.editor.renaming import why_no_name
from playground.engine.templates.substitution import Dialect, substitute

TEMPLATE = """\
# WHO is not ${WHO} here
kind: Template
apiVersion: template.openshift.io/v1
metadata:
  annotations:
    description: ${WHO} is text
    template-playground/parameter-groups: |
      WHO: WHO, OTHER
labels: {"${WHO}": "${WHO}"}
parameters:
- {name: WHO, value: me, displayName: WHO}
- {name: OTHER, value: WHO}
objects:
- kind: Pod
  apiVersion: v1
  metadata: {name: WHO, namespace: "${WHO}"}
  spec:
    containers:
    - name: c
      args: ["😀$(WHO) ${WHO} x${{WHO}} $$(WHO)", "$(HOST)$(WHO)", $WHO]
      env:
      - {name: EARLY, value: $(WHO)}
      - {name: WHO, value: "${WHO}${{WHO}}"}
      - {name: HOST, value: "http://$(WHO)/"}
      - name: N
        value: ${{WHO}}
    - name: d
      args: [$(WHO)]
      env: [{name: WHO, value: other}]
message: for ${WHO}
"""


def renaming(line: int, text: str, source: str = TEMPLATE) -> Renaming | None:
    """The Renaming at the place where the first ``text`` of a line begins."""
    return renaming_at(evaluate(source), Position(line, source.splitlines()[line - 1].index(text) + 1))


def renamed(line: int, text: str, name: str, source: str = TEMPLATE) -> str:
    """The source after renaming what is at that place; or why it is not renamed."""
    found_renaming = renaming(line, text, source)
    assert found_renaming is not None
    refusal = found_renaming.refusal or why_not_renamed(evaluate(source), found_renaming, name)
    return refusal or apply_edits(source, rename(found_renaming, name))


def lines_changed(line: int, text: str, name: str, source: str = TEMPLATE) -> dict[int, str]:
    """The changed lines, by number from 1."""
    after = renamed(line, text, name, source).splitlines()
    assert len(after) == len(source.splitlines())
    pairs = enumerate(zip(source.splitlines(), after, strict=True), 1)
    return {number: new.strip() for number, (old, new) in pairs if old != new}


@pytest.mark.parametrize(("line", "text"), [(11, "name"), (11, "me,"), (26, "${{"), (30, "WHO"), (9, "WHO")])
def test_a_parameter_is_renamed_where_it_is_declared_and_referred_to(line: int, text: str) -> None:
    assert lines_changed(line, text, "NAME") == {
        8: "WHO: NAME, OTHER",
        9: 'labels: {"${NAME}": "${NAME}"}',
        11: "- {name: NAME, value: me, displayName: WHO}",
        16: 'metadata: {name: WHO, namespace: "${NAME}"}',
        20: 'args: ["😀$(WHO) ${NAME} x${{WHO}} $$(WHO)", "$(HOST)$(WHO)", $WHO]',
        23: '- {name: WHO, value: "${NAME}${{WHO}}"}',
        26: "value: ${{NAME}}",
        30: "message: for ${NAME}",
    }


@pytest.mark.parametrize(("line", "text"), [(20, "$(WHO)"), (22, "(WHO"), (23, "name"), (24, "WHO)")])
def test_a_variable_is_renamed_in_its_container_alone_also_before_its_definition(line: int, text: str) -> None:
    assert lines_changed(line, text, "PERSON") == {
        20: 'args: ["😀$(PERSON) ${WHO} x${{WHO}} $$(WHO)", "$(HOST)$(PERSON)", $WHO]',
        22: "- {name: EARLY, value: $(PERSON)}",
        23: '- {name: PERSON, value: "${WHO}${{WHO}}"}',
        24: '- {name: HOST, value: "http://$(PERSON)/"}',
    }


def test_the_result_of_processing_stays_the_same() -> None:
    before, after = (
        evaluate(text, Inputs(values={name: "you"}))
        for text, name in ((TEMPLATE, "WHO"), (renamed(11, "name", "NAME"), "NAME"))
    )
    assert [item.value for item in before.objects] == [item.value for item in after.objects]
    assert before.processed
    assert after.processed
    assert (before.processed.labels, before.processed.message) == (after.processed.labels, after.processed.message)


@pytest.mark.parametrize(
    ("line", "text", "name", "reason"),
    [
        (11, "name", "WHO", "The name is the same as before."),
        (11, "name", "A-B", "A parameter's name has letters, digits and `_` only."),
        (11, "name", "A\n", "A parameter's name has letters, digits and `_` only."),
        (11, "name", "X" * 254, "The name has 254 characters; the limit is 253."),
        (11, "name", "OTHER", "The Template has a parameter `OTHER` already."),
        (23, "name", "HOST", "The container `c` has a variable `HOST` already."),
        (23, "name", "A B", "A variable's name has letters, digits, `_`, `-` and `.` only, and does not begin"),
    ],
)
def test_a_name_that_is_refused_or_taken_is_not_given(line: int, text: str, name: str, reason: str) -> None:
    assert renamed(line, text, name).startswith(reason)


def test_a_name_that_would_catch_another_reference_is_not_given() -> None:
    source = TEMPLATE.replace("x${{WHO}}", "${NEXT} $(LATER)")
    assert renamed(11, "name", "NEXT", source).startswith("Line 20 refers to `NEXT`, which is not declared")
    assert renamed(23, "name", "LATER", source).startswith("Line 20 refers to `LATER`, which is not defined")
    proposal = (
        TEMPLATE.replace("template.openshift.io/v1", "v1")
        .replace("$(WHO)", "$(V)")
        .replace("name: WHO, v", "name: V, v")
    )
    assert renamed(23, "name", "OTHER", proposal.replace("{name: V, value: me", "{name: WHO, value: me")) == (
        "The Template would take `$(OTHER)` for its parameter."
    )


@pytest.mark.parametrize("name", ["NO", "true", "12", "1_0", "_"])
def test_a_name_that_yaml_reads_as_something_else_is_quoted(name: str) -> None:
    before, after = (evaluate(text) for text in (TEMPLATE, renamed(11, "name", name)))
    assert after.processed
    assert after.processed.template.parameters[0].name == name
    assert [item.value for item in before.objects] == [item.value for item in after.objects]


def test_a_name_in_json_and_in_keys_is_renamed() -> None:
    source = (
        '{"kind": "Template", "apiVersion": "template.openshift.io/v1", "parameters": [{"name": "A", "value": "k"}],\n'
        '"objects": [{"kind": "ConfigMap", "apiVersion": "v1", "data": {"${A}": "${{A}}", "A": "\\u0024{A}\\n${A}"}}]}'
    )
    after = renamed(1, "A", "B", source)
    assert evaluate(after).objects[0].value["data"] == {"k": "k", "A": "k\nk"}
    assert after.splitlines()[1] == source.splitlines()[1].replace("{A}", "{B}")


ALIASED = """\
kind: Pod
apiVersion: v1
spec:
  containers:
  - name: a
    args: [$(V)]
    env: &env
    - {name: V, value: x}
  - name: b
    args: [$(V)]
    env: *env
  - name: c
    args: [$(V)]
    env:
    - name: &n V
      value: *n
  - name: d
    args: [$(V), $(U)]
    envFrom: [{configMapRef: {name: m}}]
"""


def test_containers_that_share_an_entry_by_an_alias_are_renamed_together() -> None:
    assert lines_changed(6, "$(V)", "W", ALIASED) == {
        6: "args: [$(W)]",
        8: "- {name: W, value: x}",
        10: "args: [$(W)]",
    }


def test_what_cannot_be_renamed_says_why() -> None:
    assert renamed(13, "$(V)", "W", ALIASED) == "An anchor in line 15 may repeat `V` elsewhere."
    assert renamed(18, "$(V)", "W", ALIASED) == "`V` is not defined in `env`: only entries of `env` can be renamed."
    composed = TEMPLATE.replace("- {name: HOST", "- {name: '${OTHER}_A'").replace("$(HOST)", "$(WHO_A)")
    assert renamed(20, "$(WHO_A)", "W", composed).startswith("Line 24 does not contain `WHO_A` as a word")


def test_elsewhere_there_is_no_name() -> None:
    assert renaming(1, "WHO") is None
    assert renaming(16, "WHO") is None
    assert renaming(1, "a", "a: [") is None


def test_a_parameter_has_a_short_name_of_letters_digits_and_underscores() -> None:
    assert "letters, digits" in why_no_name("a-b")
    assert "letters, digits" in why_no_name("")
    assert "the limit is" in why_no_name("A" * 10_000)
    assert why_no_name("a_1") == ""
    assert substitute("${a_1}", {"a_1": "x"}, Dialect.OPENSHIFT).value == "x"
