"""The terminal page names the Workspace's namespace and Share, or examples."""

from __future__ import annotations

from playground.storage.models import Share
from playground.views.panels.terminal import kubeconfig_of, terminal_panel

SITE = "https://playground.example.org"


def test_without_a_workspace_only_public_commands_are_shown() -> None:
    panel = terminal_panel(SITE, "", None)
    assert (panel.owner, panel.plain, len(panel.anybody)) == ((), False, 1)


def test_over_plain_http_the_page_says_that_kubectl_sends_no_token() -> None:
    assert terminal_panel("http://127.0.0.1:8000", "", None).plain


def test_only_an_object_is_processed_by_its_name() -> None:
    def lines(share: Share) -> str:
        return "\n".join(command.line for command in terminal_panel(SITE, "ws-1", share).owner)

    assert "oc process shop |" in lines(Share(slug="s", object_name="shop"))
    assert "oc process NAME |" in lines(Share(slug="s", object_name=""))


def test_the_parts_of_a_kubeconfig_have_names() -> None:
    config = kubeconfig_of(SITE, "ws-1", "token")
    context = config["contexts"][0]
    assert config["current-context"] == context["name"]
    assert context["context"]["cluster"] == config["clusters"][0]["name"]
    assert context["context"]["user"] == config["users"][0]["name"]
