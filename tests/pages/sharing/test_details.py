"""The details page works for the author, and not for strangers."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from playground.engine import Evaluation, evaluate
from playground.pages.sharing.details import DetailsPanel, details_panel
from playground.pages.sharing.panel import share_panel
from playground.storage.models import Revision, Share
from tests.pages.sharing.shares import POD, TEMPLATE, share, update

pytestmark = pytest.mark.django_db

CHANGES: tuple[tuple[str, dict[str, str]], ...] = (
    ("rename", {"title": "Stall"}),
    ("expiry", {"expiry": "day"}),
    ("delete", {}),
)


def details(client: Client, address: str, query: str = "") -> str:
    response = client.get(f"{address}/details{query}")
    assert response.status_code == 200
    assert response["X-Robots-Tag"] == "noindex, nofollow, noarchive"
    return response.content.decode()


def row() -> dict[str, object]:
    return dict(Share.objects.values("title", "expires", "deleted", "head").get())


def test_revisions_are_listed_newest_first_and_two_can_be_compared(client: Client) -> None:
    address = share(client, source=TEMPLATE, value__HOST="one")
    assert "Compare" not in details(client, address)
    update(client, address, 1, source=f"{TEMPLATE}# <two>\n", value__HOST="two")
    page = details(Client(), address, "?from=1&to=2")
    assert page.index(f'href="{address}/r/2"') < page.index(f'href="{address}/r/1"')
    assert "1 line new, 0 lines gone." in page
    assert '<ins><span class="sign" aria-hidden="true">+</span># &lt;two&gt;</ins>' in page
    assert "</span>HOST = one</del>" in page
    assert "</span>HOST = two</ins>" in page
    assert f"{len(TEMPLATE.splitlines()) - 2} unchanged lines" in page


@pytest.mark.parametrize("query", ["?from=1", "?from=1&to=9", "?from=a&to=b", "?from=0&to=1", f"?from={'9' * 99}&to=1"])
def test_revisions_that_are_not_there_are_not_compared(client: Client, query: str) -> None:
    assert 'id="comparison"' not in details(client, share(client, source=POD), query)


def test_a_title_and_an_expiry_are_changed_by_their_owner(client: Client) -> None:
    address = share(client, source=POD)
    assert client.post(f"{address}/rename", {"title": " Stall "})["Location"] == f"{address}/details"
    assert client.post(f"{address}/expiry", {"expiry": "never"}).status_code == 303
    assert (row()["title"], row()["expires"]) == ("Stall", None)
    assert "<h1>Stall</h1>" in details(client, address)
    client.post(f"{address}/expiry", {"expiry": "day"})
    expires = Share.objects.get().expires
    assert expires is not None
    assert timedelta(hours=23) < expires - timezone.now() < timedelta(hours=25)


def test_a_title_that_cannot_be_stored_is_refused(client: Client) -> None:
    address = share(client, source=POD, title="Shop")
    response = client.post(f"{address}/rename", {"title": "t" * 101})
    assert response.status_code == 400
    assert "at most 100 characters" in response.content.decode()
    assert row()["title"] == "Shop"


def test_what_is_deleted_is_gone_with_all_that_belongs_to_it(client: Client) -> None:
    address = share(client, source="c4n4ry: true\n")
    slug = address.rpartition("/")[2]
    assert client.post(f"{address}/delete")["Location"] == f"/shares?deleted={slug}"
    for end in ("", "/r/1", "/raw", "/details"):
        response = client.get(address + end)
        assert response.status_code == 410
        assert "was deleted by its author on" in response.content.decode()
        assert "c4n4ry" not in response.content.decode()
    assert client.post(f"{address}/delete").status_code == 410
    assert share(client, source="c4n4ry: true\n") != address


@pytest.mark.parametrize(("change", "form"), CHANGES)
def test_a_stranger_changes_nothing(client: Client, change: str, form: dict[str, str]) -> None:
    address = share(client, source=POD)
    before = row()
    stranger = Client()
    assert stranger.post(f"{address}/{change}", form).status_code == 403
    stranger.cookies["workspace"] = "A" * 43
    assert stranger.post(f"{address}/{change}", form).status_code == 403
    assert row() == before
    other_browser = Client()
    share(other_browser, source="a: 1\n")
    assert other_browser.post(f"{address}/{change}", form).status_code == 403
    assert "Change it" not in details(other_browser, address)


@pytest.mark.parametrize(("change", "form"), CHANGES)
def test_a_change_needs_a_form_of_ours(client: Client, change: str, form: dict[str, str]) -> None:
    address = share(client, source=POD)
    before = row()
    strict = Client(enforce_csrf_checks=True)
    strict.cookies["workspace"] = client.cookies["workspace"].value
    assert strict.post(f"{address}/{change}", form).status_code == 403
    assert client.get(f"{address}/{change}").status_code == 405
    assert row() == before


def test_what_no_workspace_owns_is_nobodys(client: Client) -> None:
    address = share(client, source=POD)
    Share.objects.update(workspace=None)
    assert client.post(f"{address}/delete").status_code == 403
    assert "Change it" not in details(client, address)


def test_the_commands_name_what_has_to_be_given_and_nothing_a_shell_would_change(client: Client) -> None:
    needs = TEMPLATE.replace('{name: DB_PASSWORD, value: ""}', "{name: DB_PASSWORD, required: true}")
    needs = needs.replace('{name: REPLICAS, value: "1"}', '{name: "$(rm)", required: true}')
    address = share(client, source=needs)
    page = details(client, address)
    site = f"http://testserver{address}"
    assert f"kubectl apply -f &#x27;{site}/processed.yaml?param.DB_PASSWORD=VALUE&#x27;" in page
    assert f"oc process --local -f {site}.yaml -p DB_PASSWORD=VALUE | oc apply -f -" in page
    assert "$(rm)" not in page
    pod = details(client, share(client, source=POD))
    assert "kubectl apply -f http://testserver/s/" in pod
    assert "oc process" not in pod


def test_the_button_for_a_readme_leads_here(client: Client) -> None:
    address = share(client, source=POD)
    page = details(client, address)
    site = "http://testserver"
    assert f"[![Open in Template Playground]({site}/static/badge.svg)]({site}{address})" in page
    assert f"&lt;iframe src=&quot;{site}{address}/embed&quot;" in page


ADDRESS = "https://playground.example.org/s/x"


def panel(evaluation: Evaluation) -> DetailsPanel:
    revision = Revision(number=1, text="four")
    return details_panel(share_panel(Share(slug="x"), revision, owned=False), [revision], evaluation, ADDRESS, "b.svg")


def test_commands_apply_a_text_without_a_template_unchanged() -> None:
    lines = [command.line for command in panel(evaluate("kind: Pod\n")).commands]
    assert lines == [f"curl -o shared.yaml {ADDRESS}/raw", f"kubectl apply -f {ADDRESS}/processed.yaml"]


def test_only_required_parameters_are_named_in_commands() -> None:
    parameters = "parameters:\n- {name: A, required: true}\n- {name: B}\n- {name: C, required: true, value: c}\n"
    details = panel(evaluate(f"kind: Template\napiVersion: template.openshift.io/v1\n{parameters}objects: []\n"))
    assert f"kubectl apply -f '{ADDRESS}/processed.yaml?param.A=VALUE'" in [
        command.line for command in details.commands
    ]


def test_only_commands_that_work_for_the_text_are_offered() -> None:
    def lines(text: str) -> str:
        return "\n".join(command.line for command in panel(evaluate(text)).commands)

    assert "oc process --local" in lines(TEMPLATE)
    proposal = lines(TEMPLATE.replace("template.openshift.io/v1", "v1"))
    assert "oc process" not in proposal
    assert "kubectl apply" in proposal
    assert "apply" not in lines("kind: [")


def test_a_revision_is_listed_with_its_length_and_the_button_leads_to_the_share() -> None:
    details = panel(evaluate(""))
    assert [(row.number, row.size) for row in details.revisions] == [(1, "4 characters")]
    assert details.markdown == f"[![Open in Template Playground](b.svg)]({ADDRESS})"
    assert f'src="{ADDRESS}/embed"' in details.frame
