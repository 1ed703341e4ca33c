"""From a Draft to its Evaluation."""

from __future__ import annotations

from dataclasses import replace

from playground.pages.draft_evaluation import evaluate_draft, evaluate_with_fix
from playground.pages.form.draft import Draft, GeneratedValue

TEMPLATE = """\
kind: Template
apiVersion: v1
parameters:
- {name: A, value: a}
- {name: G, generate: expression, from: "[a-z]{4}"}
objects: []
"""
KEPT = GeneratedValue("kept", "proposal [a-z]{4}")


def test_values_that_are_not_declared_are_left_out_without_a_word() -> None:
    evaluation = evaluate_draft(Draft(source=TEMPLATE, values={"A": "b", "OLD": "x"}, expressions={"OLD": "x"}))
    assert evaluation.draft.values == {"A": "b"}
    assert evaluation.draft.expressions == {}
    assert evaluation.notices == ()
    assert all(problem.pattern != "unknown-parameter" for problem in evaluation.evaluation.problems)


def test_names_of_a_link_that_are_not_declared_are_reported() -> None:
    evaluation = evaluate_draft(Draft(source=TEMPLATE, values={"B": "b", "AA": "x"}), prefilled=["B", "AA"])
    assert "Unknown parameter `B` in the link was ignored." in evaluation.notices[0]
    assert len(evaluation.notices) == 2


def test_names_of_a_link_to_a_text_without_a_template_are_reported() -> None:
    notices = evaluate_draft(Draft(source="kind: Pod\n", values={"B": "b"}), prefilled=["B"]).notices
    assert notices == ("Unknown parameter `B` in the link was ignored.",)


def test_the_nearest_name_is_looked_for_only_for_the_first_few_names_of_a_link() -> None:
    names = [f"HOSTX{number}" for number in range(30)]
    draft = Draft(source=TEMPLATE.replace("name: A", "name: HOSTX"), values=dict.fromkeys(names, "x"))
    notices = evaluate_draft(draft, prefilled=names).notices
    assert [notice.endswith("ignored.") for notice in notices] == [False] * 10 + [True] * 20


def test_emptied_field_of_a_generated_parameter_generates() -> None:
    evaluation = evaluate_draft(Draft(source=TEMPLATE, values={"G": ""}))
    assert evaluation.evaluation.processed is not None
    assert len(evaluation.evaluation.processed.values[1].text) == 4


def test_generated_value_is_kept_as_long_as_dialect_and_expression_are() -> None:
    evaluation = evaluate_draft(Draft(source=TEMPLATE, generated={"G": KEPT}))
    assert evaluation.draft.generated == {"G": KEPT}
    assert evaluation.evaluation.processed is not None
    assert evaluation.evaluation.processed.values[1].text == "kept"
    of_other_dialect = evaluate_draft(Draft(source=TEMPLATE, generated={"G": KEPT}, dialect="openshift"))
    assert of_other_dialect.draft.generated == {}


def test_values_are_kept_while_the_text_holds_no_template() -> None:
    assert evaluate_draft(Draft(source="a: [", values={"A": "b"})).draft.values == {"A": "b"}


def test_fix_is_applied_once() -> None:
    source = "kind: Pod\napiVersion: v1\nspec:\n  containers:\n  - name: c\n    env:\n"
    source += "    - {name: A, value: $(B)}\n    - {name: B, value: b}\n"
    evaluation = evaluate_with_fix(Draft(source=source, fix=(0, 0), shown_digest=Draft(source=source).digest))
    assert evaluation.draft.fix is None
    assert evaluation.draft.source.index("name: B") < evaluation.draft.source.index("name: A")
    assert "ENV502" not in [diagnostic.code for diagnostic in evaluation.evaluation.diagnostics]


def test_fix_for_another_text_changes_nothing() -> None:
    evaluation = evaluate_with_fix(Draft(source=TEMPLATE, fix=(0, 0), shown_digest="other"))
    assert evaluation.draft.source == TEMPLATE
    assert len(evaluation.notices) == 1


WHO = "kind: Pod\napiVersion: v1\nspec:\n  containers:\n  - name: c\n    args: [$(WHO)]\n"


def test_each_fix_of_an_issue_can_be_chosen() -> None:
    codes = [diagnostic.code for diagnostic in evaluate_draft(Draft(source=WHO)).evaluation.diagnostics]
    digest, number = Draft(source=WHO).digest, codes.index("ENV501")
    texts = [
        evaluate_with_fix(Draft(source=WHO, fix=(number, way), shown_digest=digest)).draft.source for way in (0, 1)
    ]
    assert '    - name: WHO\n      value: ""\n' in texts[0]
    assert texts[1] == WHO.replace("$(WHO)", "$$(WHO)")
    beyond = evaluate_with_fix(Draft(source=WHO, fix=(number, 2), shown_digest=digest))
    assert (beyond.draft.source, len(beyond.notices)) == (WHO, 1)


def test_an_assumed_variable_is_declared_and_assumed_no_more() -> None:
    evaluation = evaluate_with_fix(Draft(source=WHO, assumed={"WHO": "me", "OTHER": "x"}, define="WHO"))
    assert '    - name: WHO\n      value: "me"\n' in evaluation.draft.source
    assert (evaluation.draft.assumed, evaluation.draft.define) == ({"OTHER": "x"}, "")
    assert evaluation.evaluation.containers[0].args[0].result == "me"


def test_what_cannot_be_declared_leaves_the_text_as_it_is() -> None:
    assert evaluate_with_fix(Draft(source=WHO, define="WHO")).draft == Draft(source=WHO)


def test_the_draft_chooses_the_version_of_kubernetes() -> None:
    source = '{kind: Pod, spec: {containers: [{name: c, args: ["$£"]}]}}'
    results = {
        version: evaluate_draft(Draft(source=source, kubernetes=version)).evaluation.containers[0].args[0].result
        for version in ("1.33", "1.36")
    }
    assert results == {"1.33": "$Â\ufffd", "1.36": "$£"}


def test_the_values_of_the_chosen_set_have_priority_and_an_unknown_set_is_named() -> None:
    source = "kind: Template\napiVersion: v1\nparameters: [{name: A, value: a}, {name: B, value: b}]\n"
    draft = Draft(source=source, values={"A": "1", "B": "2"}, sets={"dev": {"B": "3", "GONE": "4"}}, set="dev")
    evaluated = evaluate_draft(draft)
    assert evaluated.evaluation.processed
    assert [value.text for value in evaluated.evaluation.processed.values] == ["1", "3"]
    assert (evaluated.draft.sets, evaluated.notices) == ({"dev": {"B": "3"}}, ())
    added = evaluate_draft(replace(draft, added_set="dev"))
    assert added.notices == ("`GONE` is no parameter of this Template, so the set has no such value.",)
    unknown = evaluate_draft(replace(draft, set="prod"))
    assert (unknown.draft.set, unknown.notices) == ("", ("There is no value set `prod`.",))
