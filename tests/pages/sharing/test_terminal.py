"""A token opens the Workspace in a terminal or another browser, and appears in no address, log or row."""

from __future__ import annotations

import io
import json
import logging

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext, override_settings

from playground.engine import evaluate, read_plain
from playground.pages.draft_evaluation import PageEvaluation
from playground.pages.form.draft import Draft
from playground.pages.sharing.terminal import kubeconfig_of, terminal_panel
from playground.pages.sharing.using.tools import Link
from playground.storage.models import Share, Workspace
from playground.storage.shares.contents import Contents
from tests.pages.sharing.shares import POD, TEMPLATE, share

pytestmark = pytest.mark.django_db

ACTIONS = ("token", "kubeconfig", "begin", "rotate", "enter", "forget")


def owner() -> tuple[Client, str, str]:
    """A browser that has shared a Template, its token and the address."""
    client = Client()
    address = share(client, source=TEMPLATE)
    return client, client.cookies["workspace"].value, address


def page(client: Client, address: str = "/terminal") -> str:
    response = client.get(address)
    assert response.status_code == 200
    assert response["Cache-Control"] == "no-store"
    return response.content.decode()


def test_commands_are_filled_in_with_the_namespace_and_the_latest_share() -> None:
    client, token, address = owner()
    text, workspace = page(client), Workspace.objects.get().name
    assert f"<code>{workspace}</code>" in text
    assert f"http://testserver{address}/processed.yaml?param.DB_PASSWORD=VALUE" in text
    assert "oc process shop -p &#x27;DB_PASSWORD=VALUE&#x27; | oc --kubeconfig ~/.kube/config apply -f -" in text
    assert f"/apis/template.openshift.io/v1/namespaces/{workspace}/templates" in text
    assert "oc login --token=&quot;$TOKEN&quot; http://testserver" in text
    assert token not in text


def test_another_share_can_be_asked_for_and_only_an_own_one() -> None:
    client, _, address = owner()
    later = share(client, source=POD)
    assert later in page(client)
    assert address in page(client, f"/terminal?share={address.removeprefix('/s/')}")
    strange = owner()[2]
    for slug in (strange.removeprefix("/s/"), "%00", "x", "%C3%A4"):
        assert strange not in page(client, f"/terminal?share={slug}")


def test_without_a_workspace_one_can_be_made() -> None:
    client = Client()
    assert "This browser has no workspace yet" in page(client)
    assert client.post("/workspace/begin")["Location"] == "/terminal"
    token = client.cookies["workspace"].value
    assert Workspace.objects.get().name in page(client)
    client.post("/workspace/begin")
    assert Workspace.objects.count() == 1
    assert client.cookies["workspace"].value == token


def test_the_token_is_shown_when_asked_for_and_kept_by_nobody() -> None:
    client, token, _ = owner()
    response = client.post("/workspace/token")
    assert f'value="{token}"' in response.content.decode()
    assert response["Cache-Control"] == "no-store"
    client.cookies["workspace"] = "A" * 43
    assert "A" * 43 not in client.post("/workspace/token").content.decode()


def test_a_kubeconfig_has_all_that_kubectl_needs() -> None:
    client, token, _ = owner()
    with override_settings(PUBLIC_URL="https://playground.example.org"):
        response = client.post("/workspace/kubeconfig")
    assert response["Content-Disposition"] == 'attachment; filename="playground.kubeconfig"'
    assert response["Cache-Control"] == "no-store"
    config = read_plain(response.content.decode())
    assert config["clusters"][0]["cluster"] == {"server": "https://playground.example.org"}
    assert config["users"][0]["user"] == {"token": token}
    assert config["contexts"][0]["context"]["namespace"] == Workspace.objects.get().name
    assert Client().post("/workspace/kubeconfig")["Location"] == "/terminal"


def test_the_kubeconfigs_token_opens_the_api() -> None:
    client, token, _ = owner()
    namespace = Workspace.objects.get().name
    address = f"/apis/template.openshift.io/v1/namespaces/{namespace}/templates"
    answer = Client().get(address, headers={"Authorization": f"Bearer {token}"})
    assert [item["metadata"]["name"] for item in json.loads(answer.content)["items"]] == ["shop"]
    assert client.get(address).status_code == 401  # its cookie is none of the API's business


def test_another_browser_opens_the_workspace_by_its_token() -> None:
    _, token, address = owner()
    other_browser = Client()
    assert other_browser.post("/workspace/enter", {"token": f" {token}\n"})["Location"] == "/shares"
    assert address in other_browser.get("/shares").content.decode()
    assert other_browser.post(f"{address}/rename", {"title": "Mine"}).status_code == 303


@pytest.mark.parametrize("token", ["", "x", "A" * 43, "ä" * 43, "\0", "A" * 5000])
def test_a_token_that_opens_nothing_changes_nothing(token: str) -> None:
    client, own, _ = owner()
    response = client.post("/workspace/enter", {"token": token})
    assert response.status_code == 400
    assert "This token opens no workspace." in response.content.decode()
    assert token not in response.content.decode() or len(token) < 43
    assert client.cookies["workspace"].value == own


def test_a_replaced_token_opens_nothing_any_more() -> None:
    client, former, address = owner()
    client.post("/workspace/rotate")
    assert client.cookies["workspace"].value != former
    assert client.post(f"{address}/rename", {"title": "Mine"}).status_code == 303
    thief = Client()
    thief.cookies["workspace"] = former
    assert thief.post(f"{address}/rename", {"title": "Theirs"}).status_code == 403
    assert Share.objects.get().title == "Mine"


def test_what_is_forgotten_is_gone_from_the_browser() -> None:
    client, _, address = owner()
    response = client.post("/workspace/forget")
    assert response["Clear-Site-Data"] == '"cookies", "storage"'
    assert client.cookies["workspace"].value == ""
    assert client.cookies["workspace"]["max-age"] == client.cookies["csrftoken"]["max-age"] == 0
    assert "No shares yet." in client.get("/shares").content.decode()
    assert client.get(address).status_code == 200


@pytest.mark.parametrize("action", ACTIONS)
def test_every_action_needs_a_form_of_ours(action: str) -> None:
    client, token, _ = owner()
    assert client.get(f"/workspace/{action}").status_code == 405
    strict = Client(enforce_csrf_checks=True)
    strict.cookies["workspace"] = token
    before = Workspace.objects.values_list("token_digest", flat=True).get()
    response = strict.post(f"/workspace/{action}", {"token": token})
    assert response.status_code == 403
    assert token not in response.content.decode()
    assert "workspace" not in response.cookies
    assert Workspace.objects.values_list("token_digest", flat=True).get() == before


def test_no_token_is_in_the_database_the_logs_or_an_address() -> None:
    log = io.StringIO()
    handler = logging.StreamHandler(log)
    logging.getLogger().addHandler(handler)
    try:
        with CaptureQueriesContext(connection) as queries:
            client, token, _ = owner()
            tokens = [token]
            answers = [client.post(f"/workspace/{action}", {"token": token}) for action in ACTIONS[:-1]]
            tokens.append(client.cookies["workspace"].value)
            answers.append(client.post("/workspace/rotate"))
            tokens.append(client.cookies["workspace"].value)
    finally:
        logging.getLogger().removeHandler(handler)
    assert len(set(tokens)) > 1
    for secret in tokens:
        assert secret not in str(queries.captured_queries)
        assert secret not in log.getvalue()
        assert not any(secret in answer.get("Location", "") for answer in answers)


SITE = "https://playground.example.org"


def test_without_a_workspace_only_public_commands_are_shown() -> None:
    panel = terminal_panel(SITE, "")
    assert (panel.owner, panel.plain, len(panel.anybody)) == ((), False, 1)


def test_over_plain_http_the_page_says_that_kubectl_sends_no_token() -> None:
    assert terminal_panel("http://127.0.0.1:8000", "").plain


def lines_about(share: Share, text: str) -> str:
    evaluated = PageEvaluation(Draft(text), evaluate(text))
    panel = terminal_panel(SITE, "ws-1", share, Link(f"{SITE}/s/s", "b.svg", Contents(text)), evaluated)
    return "\n".join(command.line for command in panel.anybody + panel.owner)


def test_only_an_object_is_processed_by_its_name() -> None:
    assert "oc process shop -p 'DB_PASSWORD=VALUE' |" in lines_about(Share(slug="s", object_name="shop"), TEMPLATE)
    assert "oc process" not in lines_about(Share(slug="s", object_name=""), POD)


def test_no_command_is_offered_for_a_share_that_nobody_can_apply() -> None:
    for text in (TEMPLATE.replace('"[a-z]{8}"', '"[z-a]{8}"'), "kind: [", "a: b: c"):
        lines = lines_about(Share(slug="s", object_name="shop"), text)
        assert "kubectl apply" not in lines
        assert "oc process" not in lines


def test_the_parts_of_a_kubeconfig_have_names() -> None:
    config = kubeconfig_of(SITE, "ws-1", "token")
    context = config["contexts"][0]
    assert config["current-context"] == context["name"]
    assert context["context"]["cluster"] == config["clusters"][0]["name"]
    assert context["context"]["user"] == config["users"][0]["name"]
