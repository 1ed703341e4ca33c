"""The commands of a Share work once the missing values are filled in."""

from __future__ import annotations

from playground.engine import Evaluation, evaluate
from playground.storage.models import Revision, Share
from playground.views.panels.details import DetailsPanel, details_panel
from playground.views.panels.shares import share_panel

ADDRESS = "https://playground.example.org/s/x"


def panel(evaluation: Evaluation) -> DetailsPanel:
    revision = Revision(number=1, text="four")
    return details_panel(share_panel(Share(slug="x"), revision, owned=False), [revision], evaluation, ADDRESS, "b.svg")


def test_commands_apply_a_text_without_a_template_unchanged() -> None:
    lines = [command.line for command in panel(evaluate("kind: Pod\n")).commands]
    assert lines == [f"curl -o shared.yaml {ADDRESS}/raw", f"kubectl apply -f {ADDRESS}/processed.yaml"]


def test_only_required_parameters_are_named_in_commands() -> None:
    parameters = "parameters:\n- {name: A, required: true}\n- {name: B}\n- {name: C, required: true, value: c}\n"
    found = panel(evaluate(f"kind: Template\napiVersion: template.openshift.io/v1\n{parameters}objects: []\n"))
    assert f"kubectl apply -f '{ADDRESS}/processed.yaml?param.A=VALUE'" in [command.line for command in found.commands]


def test_a_revision_is_listed_with_its_length_and_the_button_leads_to_the_share() -> None:
    found = panel(evaluate(""))
    assert [(row.number, row.size) for row in found.revisions] == [(1, "4 characters")]
    assert found.markdown == f"[![Open in Template Playground](b.svg)]({ADDRESS})"
    assert f'src="{ADDRESS}/embed"' in found.frame
