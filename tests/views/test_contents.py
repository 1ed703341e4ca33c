"""What a Share would leave out is known before it is made."""

from __future__ import annotations

from playground.forms import Draft
from playground.views.contents import LeftOut, contents, left_out
from playground.views.evaluations import evaluated

TEMPLATE = """\
kind: Template
apiVersion: template.openshift.io/v1
metadata: {name: t}
parameters:
- {name: HOST, value: db}
- {name: TOKEN}
- {name: MADE, generate: expression, from: "[a-z]{8}"}
objects: []
"""


def test_secrets_and_generated_values_are_left_out_in_the_order_of_their_declaration() -> None:
    draft = Draft(source=TEMPLATE, values={"HOST": "h", "TOKEN": "t"}, assumed={"MY_SECRET": "s", "PORT": "80"})
    found = evaluated(draft)
    assert left_out(found) == LeftOut(("TOKEN", "MADE", "MY_SECRET"))
    stored = contents(found)
    assert (stored.values, stored.assumed) == ({"HOST": "h"}, {"PORT": "80"})


def test_a_value_given_in_place_of_a_generated_one_is_left_out() -> None:
    assert left_out(evaluated(Draft(source=TEMPLATE, values={"MADE": "mine"}))) == LeftOut(("MADE",))


def test_values_of_a_text_that_cannot_be_read_are_left_out() -> None:
    assert left_out(evaluated(Draft(source="a: [", values={"HOST": "h", "EMPTY": ""}))) == LeftOut(("HOST",))


def test_nothing_is_left_out_of_a_text_without_values() -> None:
    assert not left_out(evaluated(Draft(source="kind: Pod\n")))


def test_of_many_long_names_only_the_first_are_told() -> None:
    names = [f"TOKEN_{number}_{'x' * 100}" for number in range(50)]
    told = left_out(evaluated(Draft(source="kind: Pod\n", assumed=dict.fromkeys(names, "v"))))
    assert 0 < sum(map(len, told.names)) <= 1000
    assert len(told.names) + told.more == 50
