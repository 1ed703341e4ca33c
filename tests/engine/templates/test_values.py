"""The values of Parameters and their origins."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from playground.engine.model.deadline import Deadline
from playground.engine.model.inputs import Inputs
from playground.engine.model.limits import Limits
from playground.engine.model.problems import Problem
from playground.engine.reading import read
from playground.engine.templates.generators import GENERATORS, GeneratorError
from playground.engine.templates.substitution import Dialect
from playground.engine.templates.template import Template, find_templates
from playground.engine.templates.values import Origin, ParameterValue, Supply, parameter_values, unknown_names
from tests.cost import steps

GENERATED = "generate: expression, from: '[a-z]{3}'"


def template(*parameters: str) -> Template:
    return find_templates(
        read("kind: Template\nparameters:\n" + "".join(f"- {{{fields}}}\n" for fields in parameters)).documents
    )[0]


def supply(dialect: Dialect = Dialect.OPENSHIFT, generators: Mapping[str, Any] = GENERATORS, **inputs: Any) -> Supply:
    limits = inputs.pop("limits", Limits())
    instances = {name: make(dialect, Random(1)) for name, make in generators.items()}
    return Supply(dialect, Inputs(**inputs), limits, instances)


def answer(
    parameter: str, dialect: Dialect = Dialect.OPENSHIFT, **inputs: Any
) -> tuple[ParameterValue, list[tuple[str, str, str]]]:
    [value], problems = parameter_values(template(f"name: P, {parameter}"), supply(dialect, **inputs), Deadline())
    return value, [(problem.pattern, str(problem.path), problem.error) for problem in problems]


def only_problem(parameter: str, dialect: Dialect) -> Problem:
    [problem] = parameter_values(template(f"name: P, {parameter}"), supply(dialect), Deadline())[1]
    return problem


@pytest.mark.parametrize(
    ("parameter", "values", "text", "origin"),
    [
        ("value: d", {"P": "g"}, "g", Origin.GIVEN),
        (f"value: d, {GENERATED}", {"P": "g"}, "g", Origin.GIVEN),
        ("value: d", {"P": ""}, "", Origin.GIVEN),
        (GENERATED, {"P": ""}, "", Origin.GIVEN),
        (f"value: d, {GENERATED}", {}, "d", Origin.DEFAULT),
        ("value: ''", {}, "", Origin.DEFAULT),
        ("value: null", {}, "", Origin.MISSING),
        ("from: '[a-z]{3}'", {}, "", Origin.MISSING),
        ("generate: expression", {}, "", Origin.MISSING),
    ],
)
def test_a_given_value_has_precedence_over_default_and_default_over_generated(
    parameter: str, values: dict[str, str], text: str, origin: Origin
) -> None:
    value, problems = answer(parameter, values=values)
    assert (value.text, value.origin, value.settled, problems) == (text, origin, True, [])


@pytest.mark.parametrize("declared", [GENERATED, f"value: '', {GENERATED}"])
def test_a_generator_runs_where_there_is_no_value(declared: str) -> None:
    value, problems = answer(declared)
    assert (len(value.text), value.text.isalpha(), value.origin, problems) == (3, True, Origin.GENERATED, [])
    assert value.expression == "[a-z]{3}"
    assert value.generation is not None
    assert value.generation.length == (3, 3)


def test_a_given_expression_takes_the_place_of_the_declared_one() -> None:
    value, problems = answer(GENERATED, expressions={"P": "[0-9]{5}"})
    assert (value.expression, value.text.isdigit(), len(value.text), problems) == ("[0-9]{5}", True, 5, [])


def test_a_generated_value_is_kept_only_where_one_would_be_generated() -> None:
    assert answer(GENERATED, generated={"P": "abc"})[0].text == "abc"
    assert answer(f"value: d, {GENERATED}", generated={"P": "abc"})[0].text == "d"
    assert answer(GENERATED, generated={"P": "abc"}, values={"P": "g"})[0].text == "g"
    assert answer("required: true", generated={"P": "abc"})[0].text == ""


def test_a_generated_value_does_not_hide_a_bad_expression() -> None:
    value, problems = answer("generate: expression, from: '[a]{3}'", generated={"P": "abc"})
    assert (value.text, value.settled, problems[0][0]) == ("", False, "generator-failed")


def test_of_two_parameters_of_one_name_the_first_gets_the_given_value() -> None:
    values, _ = parameter_values(
        template("name: P, value: a", "name: P, value: b"), supply(values={"P": "g"}), Deadline()
    )
    assert [value.text for value in values] == ["g", "b"]


REQUIRED = (
    "template.parameters[0]: Required value: template.parameters[0]: parameter P is required and must be specified"
)


@pytest.mark.parametrize(
    ("parameter", "values"),
    [
        ("required: true", {}),
        ("required: true, value: ''", {}),
        (f"required: true, {GENERATED}", {"P": ""}),
        ("required: true, generate: expression", {}),
    ],
)
def test_a_required_parameter_needs_a_value(parameter: str, values: dict[str, str]) -> None:
    value, problems = answer(parameter, values=values)
    assert (value.origin, value.settled) == (Origin.MISSING, False)
    assert problems == [("required-parameter-missing", "parameters[0]", REQUIRED)]


def test_an_unknown_generator_is_refused_only_where_it_would_run() -> None:
    message = "template.parameters[0]: Invalid value: \"uuid\": Unknown generator name 'uuid' for parameter P"
    assert answer("generate: uuid, required: true")[1] == [("unknown-generator", "parameters[0].generate", message)]
    assert answer("generate: uuid, value: d")[1] == []
    assert only_problem("generate: expresion", Dialect.OPENSHIFT).detail["nearest"] == "expression"


def test_a_bad_expression_is_refused_in_the_words_of_oc() -> None:
    value, [problem] = answer("description: '<b>', generate: expression, from: '[Z-A]{2}', required: true")
    assert (value.settled, problem[:2]) == (False, ("generator-failed", "parameters[0].from"))
    declared = '{"name":"P","description":"\\u003cb\\u003e","generate":"expression","from":"[Z-A]{2}","required":true}'
    assert problem[2] == f"template.parameters[0]: Invalid value: {declared}: invalid range specified: Z-A"


def test_a_bad_expression_that_was_given_is_not_placed_in_the_text() -> None:
    _, [problem] = answer(GENERATED, expressions={"P": "[Z-A]{2}"})
    assert problem[:2] == ("generator-failed", "parameters[0]")
    assert '"from":"[Z-A]{2}"' in problem[2]


def test_a_bad_expression_is_marked_at_its_part_where_the_template_has_it() -> None:
    problem = only_problem("generate: expression, from: 'ab[Z-A]{2}'", Dialect.OPENSHIFT)
    assert (problem.start, problem.end) == (2, 10)
    supplied = supply(expressions={"P": "ab[Z-A]{2}"})
    [problem] = parameter_values(template(f"name: P, {GENERATED}"), supplied, Deadline())[1]
    assert (problem.start, problem.end) == (None, None)


def test_another_generator_can_be_added() -> None:
    class Shout:
        def generate_value(self, expression: str) -> str:
            if not expression:
                raise GeneratorError("nothing to shout")
            return expression.upper()

    generators = {"shout": lambda dialect, random: Shout()}
    assert answer("generate: shout, from: hello", generators=generators)[0].text == "HELLO"
    assert answer("generate: shout", generators=generators)[1][0][2].endswith(": nothing to shout")


def test_values_that_are_generated_together_are_limited() -> None:
    limit = Limits().all_generated_characters
    count = limit // 4080 + 2
    tokens = "[a-z]{255}" * 16
    values, problems = parameter_values(
        template(*(f"name: P{number}, generate: expression, from: '{tokens}'" for number in range(count))),
        supply(),
        Deadline(),
    )
    assert sum(len(value.text) for value in values) <= limit
    assert [problem.pattern for problem in problems] == ["generator-failed"] * 2


def test_the_clock_is_read_after_each_generated_value() -> None:
    declared = template(*(f"name: P{number}, {GENERATED}" for number in range(3)), "name: Q, value: d")
    clock = itertools.count()
    parameter_values(declared, supply(), Deadline(clock=clock.__next__))
    assert next(clock) == 1 + 3  # the first was at the beginning


def test_the_longest_values_of_an_expression_count() -> None:
    declared = [f"name: P{number}, generate: expression, from: '[ab]{{1,20}}'" for number in range(3)]
    for together, refused in ((60, 0), (59, 1)):
        limits = Limits(all_generated_characters=together)
        problems = parameter_values(template(*declared), supply(Dialect.PROPOSAL, limits=limits), Deadline())[1]
        assert [problem.pattern for problem in problems] == ["generator-failed"] * refused


@pytest.mark.parametrize("dialect", Dialect)
def test_a_generated_value_that_would_be_too_long_is_never_drawn(dialect: Dialect) -> None:
    limits = Limits(generated_characters=20)
    for length in (20, 21):
        declared = template(f"name: P, generate: expression, from: '[a-z]{{{length}}}'")
        [value], problems = parameter_values(declared, supply(dialect, limits=limits), Deadline())
        assert len(value.text) == (20 if length == 20 else 0)
        assert [problem.detail["message"] for problem in problems] == (
            [] if length == 20 else ["the expression can generate 21 characters; the limit is 20"]
        )


def test_all_problems_are_found_at_once() -> None:
    _, problems = parameter_values(
        template("name: A, required: true", "name: B", "name: C, generate: x"), supply(), Deadline()
    )
    assert [problem.pattern for problem in problems] == ["required-parameter-missing", "unknown-generator"]


def test_unknown_names_have_a_suggestion() -> None:
    problems = list(unknown_names(template("name: REPLICAS"), supply(values={"REPLCAS": "1"}, expressions={"X": "a"})))
    assert [(problem.pattern, problem.error, problem.detail["nearest"]) for problem in problems] == [
        ("unknown-parameter", 'unknown parameter name "REPLCAS"', "REPLICAS"),
        ("unknown-parameter", "", ""),
    ]


@pytest.mark.parametrize(
    "parameter",
    [
        "value: '5'",
        "type: string, value: '5'",
        "type: int, value: '-5'",
        "type: bool, value: 'true'",
        "type: base64, value: aGk=",
        "type: int",
    ],
)
def test_a_value_of_its_type_is_no_problem(parameter: str) -> None:
    assert answer(parameter, Dialect.PROPOSAL)[1] == []


@pytest.mark.parametrize("type_", ["int", "what"])
def test_openshift_has_no_types(type_: str) -> None:
    assert answer(f"type: {type_}, value: x")[1] == []
    assert len(answer(f"type: {type_}, value: x", Dialect.PROPOSAL)[1]) == 1


@pytest.mark.parametrize(
    ("parameter", "place"),
    [
        ("type: int, value: 12x", (2, 3)),
        ("type: bool, value: 'yes'", (0, 3)),
        ("type: base64, value: aG-=", (2, 3)),
        ("type: int, value: '9223372036854775808'", (0, 19)),
    ],
)
def test_a_value_of_the_wrong_type_is_reported_at_its_place(parameter: str, place: tuple[int, int]) -> None:
    problem = only_problem(parameter, Dialect.PROPOSAL)
    assert (problem.pattern, str(problem.path)) == ("conversion-failed", "parameters[0].value")
    assert (problem.start, problem.end) == place


def test_a_given_value_of_the_wrong_type_is_named_at_its_parameter() -> None:
    assert answer("type: int, value: '1'", Dialect.PROPOSAL, values={"P": "x"})[1][0][:2] == (
        "conversion-failed",
        "parameters[0]",
    )


def test_the_position_of_an_invalid_character_is_reported() -> None:
    assert only_problem("type: base64, value: aG-=", Dialect.PROPOSAL).detail["character"] == 3
    assert only_problem("type: int, value: 12x", Dialect.PROPOSAL).detail["character"] == 3
    assert only_problem("type: base64, value: aGVsbG8", Dialect.PROPOSAL).detail["character"] is None


def test_of_many_unknown_names_only_the_first_few_have_a_suggestion() -> None:
    problems = unknown_names(template("name: REPLICAS"), supply(values={f"REPLICA{n}": "1" for n in range(30)}))
    assert [problem.detail["nearest"] for problem in problems] == ["REPLICAS"] * 10 + [""] * 20


def test_the_steps_of_unknown_names_do_not_grow_with_their_number_times_that_of_the_parameters() -> None:
    def suggested(size: int) -> int:
        declared = template(*(f"name: {'AB' * 20}{number:03}" for number in range(size)))
        given_values = supply(values={f"{'BA' * 20}{number:03}": "" for number in range(size)})
        return steps(lambda: list(unknown_names(declared, given_values)))

    assert suggested(200) < 5 * suggested(50)


def test_an_unknown_type_has_a_suggestion() -> None:
    problem = only_problem("type: integer, value: '1'", Dialect.PROPOSAL)
    assert (problem.pattern, str(problem.path)) == ("unknown-parameter-type", "parameters[0].type")
    assert only_problem("type: String, value: x", Dialect.PROPOSAL).detail["nearest"] == "string"
