"""The trace of a place in the source."""

from __future__ import annotations

from playground.engine import Position, evaluate
from playground.pages.output.place import MOST_PARTS, MOST_USES, PlaceTrace, trace_at

SOURCE = """\
kind: ConfigMap
apiVersion: v1
metadata: {name: m}
data:
  LEVEL: debug
  IDLE: x
---
kind: Template
apiVersion: template.openshift.io/v1
parameters:
- {name: WHO, value: me}
- {name: IDLE, value: x}
objects:
- kind: Pod
  apiVersion: v1
  spec:
    containers:
    - name: c
      args: ["$(URL)$(NO) ${WHO}", plain]
      envFrom: [{configMapRef: {name: m}}]
      env:
      - {name: HOST, value: "${WHO}.example"}
      - {name: URL, value: "http://$(HOST)/$(LEVEL)"}
"""


def standing(line: int, text: str, source: str = SOURCE) -> PlaceTrace:
    """What stands where the first ``text`` of a line begins."""
    column = source.splitlines()[line - 1].index(text) + 1
    return trace_at(evaluate(source), Position(line, column))


def test_a_reference_is_traced_alone_with_the_place_of_its_use_in_source_and_output() -> None:
    (part,) = standing(19, "(URL)").parts
    assert part.use is not None
    assert (part.reference, part.use.label, part.use.output) == (
        "$(URL)",
        "args[0], line 19",
        "0 spec.containers[0].args[0]",
    )
    assert [step.reference for step in part.steps[0].steps] == ["$(HOST)", "$(LEVEL)"]


def test_where_two_references_meet_both_are_traced() -> None:
    assert [part.reference for part in standing(19, "$(NO)").parts] == ["$(URL)", "$(NO)"]


def test_the_rest_of_a_text_is_traced_as_a_whole() -> None:
    (part,) = standing(23, "ttp").parts
    assert (part.reference, part.value) == ("", "http://me.example/debug")
    assert [step.reference for step in part.steps] == ["$(HOST)", "$(LEVEL)"]


def test_a_parameter_is_traced_at_its_declaration_and_its_references() -> None:
    for line, text in ((11, "me"), (19, "{WHO"), (22, "{WHO")):
        (parameter,) = standing(line, text).parameters
        assert (parameter.name, parameter.value, parameter.origin) == ("WHO", "me", "its default")
        assert [use.label for use in parameter.uses] == [
            "objects[0].spec.containers[0].args[0], line 19",
            "objects[0].spec.containers[0].env[0].value, line 22",
        ]
    (idle,) = standing(12, "IDLE").parameters
    assert not idle.uses


def test_a_variable_says_where_it_is_used() -> None:
    (part,) = standing(22, "name").parts
    assert (part.steps[0].reference, part.steps[0].value) == ("HOST", "me.example")
    assert [use.label for use in part.uses] == ["env[1].value, line 23"]


def test_a_key_of_a_config_map_and_its_env_entry_trace_the_variable() -> None:
    (part,) = standing(5, "debug").parts
    assert (part.steps[0].reference, [use.label for use in part.uses]) == ("LEVEL", ["env[1].value, line 23"])
    assert [part.steps[0].reference for part in standing(20, "configMapRef").parts] == ["LEVEL", "IDLE"]


def test_most_places_have_no_trace() -> None:
    assert standing(1, "ConfigMap") == standing(19, "plain") == standing(3, "m}") == PlaceTrace()
    assert trace_at(evaluate(""), Position(1, 1)) == PlaceTrace()
    assert trace_at(evaluate("a: ["), Position(9, 9)) == PlaceTrace()


def test_long_traces_are_cut_and_uses_are_counted() -> None:
    keys = "".join(f"  K{n}: v\n" for n in range(MOST_PARTS + 5))
    entry = "{name: c, envFrom: [{configMapRef: {name: m}}], args: [ARGS]}"
    pod = f"kind: Pod\napiVersion: v1\nspec: {{containers: [{entry}]}}\n"
    source = f"kind: ConfigMap\napiVersion: v1\nmetadata: {{name: m}}\ndata:\n{keys}---\n{pod}"
    assert len(standing(len(source.splitlines()), "configMapRef", source).parts) == MOST_PARTS
    used = source.replace("ARGS", f"'{'$(K0)' * (MOST_USES + 2)}'")
    (part,) = standing(5, "K0", used).parts
    assert (len(part.uses), part.uses_left_out) == (MOST_USES, 2)


def test_a_key_has_its_type_its_description_and_the_rules_that_fired() -> None:
    field = standing(21, "env").field
    assert field
    assert (field.name, field.type, field.required) == ("env", "list of EnvVar", False)
    assert field.description == "List of environment variables to set in the container."
    named = standing(18, "name").field
    assert named
    assert named.required
    assert standing(18, "c", SOURCE.replace("name: c", "name:  c")).field is None
    misspelt = standing(21, "envv", SOURCE.replace("      env:", "      envv:")).field
    assert misspelt
    assert (misspelt.type, [code for code, _ in misspelt.rules]) == ("", ["POD609"])
    assert standing(4, "data").field
    assert standing(5, "LEVEL").field is None
