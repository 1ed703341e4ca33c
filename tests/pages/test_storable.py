"""What a Share would leave out is known before it is created."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from playground.pages.draft_evaluation import evaluate_draft
from playground.pages.form.draft import Draft, GeneratedValue
from playground.pages.storable import LeftOut, left_out_in_preview, storable_of
from tests.cost import steps

TEMPLATE = """\
kind: Template
apiVersion: template.openshift.io/v1
metadata: {name: t}
parameters:
- {name: HOST, value: db}
- {name: TOKEN}
- {name: MADE, generate: expression, from: "[a-z]{8}"}
- {name: INSIDE}
objects:
- {kind: Secret, apiVersion: v1, stringData: {a: "${INSIDE}"}}
- kind: Pod
  apiVersion: v1
  spec: {containers: [{name: c, args: [$(PORT), $(MY_SECRET)]}]}
"""
CANARY = "c4n4ry"


def left_out(draft: Draft) -> LeftOut:
    """What a Share of ``draft`` leaves out."""
    return storable_of(evaluate_draft(draft)).left_out


def stored(**draft: Any) -> dict[str, str]:
    """All that is stored beside the source, by name."""
    evaluation = evaluate_draft(Draft(source=TEMPLATE, **draft))
    contents, title, _ = storable_of(evaluation)
    return {"title": title, **contents.values, **contents.expressions, **contents.assumed, **contents.cluster}


def test_secrets_and_generated_values_are_left_out_in_the_order_of_their_declaration() -> None:
    draft = Draft(source=TEMPLATE, values={"HOST": "h", "TOKEN": "t"}, assumed={"MY_SECRET": "s", "PORT": "80"})
    evaluation = evaluate_draft(draft)
    assert storable_of(evaluation).left_out == LeftOut(("TOKEN", "MADE", "MY_SECRET"))
    contents = storable_of(evaluation).contents
    assert (contents.values, contents.assumed) == ({"HOST": "h"}, {"PORT": "80"})


def test_a_fact_is_stored_as_long_as_there_is_a_container_and_an_address_while_its_service_is_there() -> None:
    facts = {"nodeName": "n", "service:db": "10.0.0.9"}
    assert storable_of(evaluate_draft(Draft(source=TEMPLATE, cluster=facts))).contents.cluster == {"nodeName": "n"}
    service = f"{TEMPLATE}---\nkind: Service\napiVersion: v1\nmetadata: {{name: db}}\n"
    assert storable_of(evaluate_draft(Draft(source=service, cluster=facts))).contents.cluster == facts
    assert storable_of(evaluate_draft(Draft(source="kind: ConfigMap", cluster=facts))).contents.cluster == {}


def test_an_expression_that_tells_its_value_is_left_out() -> None:
    assert stored(expressions={"MADE": CANARY}) == {"title": ""}
    assert stored(expressions={"MADE": CANARY}, dialect="proposal") == {"title": ""}
    assert stored(expressions={"MADE": "[0-9]{3}"}) == {"title": "", "MADE": "[0-9]{3}"}


def test_expressions_that_generate_are_stored_and_a_few_others() -> None:
    names = [f"MADE{number}" for number in range(30)]
    source = (
        "kind: Template\napiVersion: template.openshift.io/v1\nmetadata: {name: t}\nobjects: []\nparameters:\n"
        + "".join(f'- {{name: {name}, generate: expression, from: "[a-z]{{8}}"}}\n' for name in names)
    )
    drawn = Draft(source=source, expressions={name: f"[0-9]{{{10 + number}}}" for number, name in enumerate(names)})
    assert list(storable_of(evaluate_draft(drawn)).contents.expressions) == names
    with_values = replace(drawn, values=dict.fromkeys(names, "x"))
    assert list(storable_of(evaluate_draft(with_values)).contents.expressions) == names[:8]
    assert storable_of(evaluate_draft(with_values)).left_out.names == tuple(names)


def test_a_value_that_goes_into_a_secret_is_left_out() -> None:
    assert stored(values={"INSIDE": CANARY}) == {"title": ""}


@pytest.mark.parametrize("text", ["-----BEGIN PRIVATE KEY-----\n", "AKIAIOSFODNN7EXAMPLE", "postgres://u:c4n4ry@h"])
def test_a_secret_under_an_innocent_name_is_left_out(text: str) -> None:
    assert stored(values={"HOST": text}, assumed={"PORT": text}, title=text) == {"title": ""}


@pytest.mark.parametrize(
    "fields",
    [
        {"values": {"TOKEN": CANARY, "HOST": f"a {CANARY} b"}},
        {"values": {"INSIDE": CANARY, "HOST": CANARY}},
        {"values": {"HOST": CANARY}, "generated": {"MADE": GeneratedValue(CANARY, "openshift [a-z]{8}")}},
        {"values": {"HOST": CANARY}, "expressions": {"MADE": CANARY}},
        {"values": {"TOKEN": CANARY}, "assumed": {"PORT": CANARY}},
        {"values": {"TOKEN": CANARY}, "title": f"our {CANARY}"},
        {"assumed": {"MY_SECRET": CANARY}, "title": CANARY},
    ],
)
def test_what_holds_a_text_that_is_left_out_is_left_out_too(fields: dict[str, Any]) -> None:
    assert stored(**fields) == {"title": ""}
    assert "HOST" not in fields.get("values", {}) or "HOST" in left_out(Draft(source=TEMPLATE, **fields)).names


def test_what_holds_a_short_secret_by_chance_is_stored() -> None:
    assert stored(values={"TOKEN": "a", "HOST": "bar"}, title="bazaar") == {"title": "bazaar", "HOST": "bar"}


def test_an_assumption_that_nothing_refers_to_is_not_stored() -> None:
    assert stored(assumed={"PORT": "80", "ZZZ": CANARY}, cluster={"ZZZ": CANARY}) == {"title": "", "PORT": "80"}
    assert stored(cluster={"nodeName": "node-7"}) == {"title": "", "nodeName": "node-7"}


def test_of_secrets_that_begin_alike_each_is_searched_for() -> None:
    alike = {f"TOKEN{number}": f"begins{number}" for number in range(9)}
    assert stored(assumed={**alike, "PORT": "begins9"})["PORT"] == "begins9"
    assert "PORT" not in stored(assumed={**alike, "PORT": "it begins7"})


def test_what_takes_too_long_to_search_is_left_out() -> None:
    alike = {f"TOKEN{number}": f"{'x' * (20 + number)}{number}" for number in range(100)}  # of a hundred lengths
    assert stored(assumed={**alike, "PORT": "x" * 9_000}, values={"HOST": "h"})["PORT"] == "x" * 9_000
    assert stored(assumed={**alike, "PORT": "x" * 11_000}, values={"HOST": "h"}) == {"title": "", "HOST": "h"}


def test_the_search_for_secrets_takes_as_long_as_the_texts_whatever_the_number_of_secrets() -> None:
    def searched(size: int) -> int:
        secrets = {f"TOKEN{number}": f"{number:06}".rjust(70, "x") for number in range(size)}
        more = {f"TOKEN_{number}": f"{number:06}" for number in range(size)}
        texts = {f"V{number}": f"{'x' * 200}{number}" for number in range(size)}
        evaluated = evaluate_draft(Draft(source=TEMPLATE, assumed={**secrets, **more, **texts}, title="x" * 200))
        return steps(lambda: storable_of(evaluated))

    assert searched(80) < 5 * searched(20)


def test_a_preview_names_what_is_left_out_for_what_it_is_and_searches_no_other_text() -> None:
    evaluated = evaluate_draft(Draft(source=TEMPLATE, values={"TOKEN": CANARY, "HOST": CANARY}, title=f"our {CANARY}"))
    assert left_out_in_preview(evaluated) == LeftOut(("TOKEN", "MADE"))
    assert storable_of(evaluated).left_out == LeftOut(("HOST", "TOKEN", "MADE", "title"))


def test_a_long_expression_that_generates_nothing_is_left_out_and_not_examined() -> None:
    long = "[a-z]{8}" * 1_000
    assert stored(values={"MADE": "x"}, expressions={"MADE": long}) == {"title": ""}


def test_a_title_that_is_not_stored_is_told() -> None:
    assert left_out(Draft(source="kind: Pod\n", title="AKIAIOSFODNN7EXAMPLE")) == LeftOut(("title",))


def test_a_value_given_in_place_of_a_generated_one_is_left_out() -> None:
    assert left_out(Draft(source=TEMPLATE, values={"MADE": "mine"})) == LeftOut(("MADE",))


def test_values_of_a_text_that_cannot_be_read_are_left_out() -> None:
    assert left_out(Draft(source="a: [", values={"HOST": "h", "EMPTY": ""})) == LeftOut(("HOST",))


def test_nothing_is_left_out_of_a_text_without_values() -> None:
    assert not left_out(Draft(source="kind: Pod\n"))


def test_of_many_long_names_only_the_first_are_told() -> None:
    names = [f"TOKEN_{number}_{'x' * 100}" for number in range(50)]
    names_told = left_out(Draft(source="kind: Pod\n", assumed=dict.fromkeys(names, "v")))
    assert 0 < sum(map(len, names_told.names)) <= 1000
    assert len(names_told.names) + names_told.more == 50


def test_value_sets_are_stored_without_their_secrets() -> None:
    sets = {"prod": {"HOST": "h", "TOKEN": CANARY, "INSIDE": "i"}, "dev": {"HOST": f"x{CANARY}x"}}
    evaluated = evaluate_draft(Draft(source=TEMPLATE, sets=sets, set="prod", values={"HOST": "db"}))
    contents, _, names = storable_of(evaluated)
    assert (contents.values, list(contents.sets.items())) == ({"HOST": "db"}, [("prod", {"HOST": "h"}), ("dev", {})])
    assert names == LeftOut(("MADE", "dev.HOST", "prod.INSIDE", "prod.TOKEN"))
