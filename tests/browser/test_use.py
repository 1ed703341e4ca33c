"""“Use it”: the files of the text, and commands to copy."""

from __future__ import annotations

import tarfile
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.accessibility import violations
from tests.browser.conftest import OpenVisit
from tests.browser.texts import TEMPLATE
from tests.browser.visits import Visit


def test_commands_are_copied_and_files_are_downloaded_under_the_name_of_the_text(visit: Visit) -> None:
    visit.paste(TEMPLATE.replace("COLOUR", "SHADE"))
    visit.field("SHADE").fill("it's $(green)")
    expect(visit.output).to_contain_text("colour: it's $(green)")
    dialog = visit.page.locator("dialog#use")
    visit.page.get_by_role("button", name="Use it").press("Enter")
    expect(dialog.get_by_role("radio", name="File")).to_be_focused()
    with visit.page.expect_download() as output:
        dialog.get_by_role("button", name="Download shop.yaml").click()
    assert output.value.suggested_filename == "shop.yaml"
    dialog.get_by_role("radio", name="File").focus()
    with visit.answer():
        dialog.locator("label", has_text="List").click()
    dialog.get_by_role("radio", name="File").focus()
    for _ in ("kubectl", "oc"):
        visit.page.keyboard.press("ArrowRight")
    expect(dialog.get_by_role("button", name="Download shop.yaml")).not_to_be_visible()
    dialog.get_by_role("button", name="Copy: Process").click()
    expect(visit.status).to_have_text("Copied.")
    assert visit.clipboard().startswith("oc process --local -f shop-source.yaml -p ")
    assert " -p 'SHADE=it'\\''s $(green)'" in visit.clipboard()
    assert "each run generates new ones" in dialog.inner_text()
    assert visit.page.evaluate("() => document.querySelector('#use').scrollWidth <= innerWidth")
    visit.page.keyboard.press("Escape")
    expect(visit.page.get_by_role("button", name="Use it")).to_be_focused()
    expect(visit.output).to_contain_text("kind: List")
    visit.page.keyboard.press("Enter")
    dialog.get_by_role("button", name="Share").click()
    link = visit.page.locator("#saved-link").input_value()
    expect(dialog).not_to_be_visible()
    visit.page.keyboard.press("Escape")
    visit.page.get_by_role("button", name="Use it").click()
    expect(dialog).to_contain_text(f"{link}.yaml")
    expect(dialog.get_by_role("button", name="Share")).to_have_count(0)
    visit.page.keyboard.press("Escape")
    visit.field("NAME").fill("")
    expect(visit.row("NAME").locator(".error")).to_be_visible()
    visit.page.get_by_role("button", name="Use it").click()
    dialog.locator("label", has_text="File").click()
    expect(dialog).to_contain_text("NAME Application name is required.")
    with visit.page.expect_download() as wrong:
        dialog.get_by_role("button", name="Download shop.yaml anyway").click()
    assert "name: ${NAME}" in Path(wrong.value.path()).read_text()


def test_without_scripts_the_dialog_is_part_of_the_page(open_visit: OpenVisit) -> None:
    bare = open_visit(java_script_enabled=False)
    bare.page.locator("#source").fill(TEMPLATE.replace("  value: shop\n", ""))
    bare.follow(bare.page.get_by_role("button", name="Use it"))
    dialog = bare.page.locator("dialog#use")
    expect(dialog).to_contain_text("Application name is required.")
    with bare.page.expect_download() as download:
        dialog.get_by_role("button", name="anyway").click()
    assert "name: ${NAME}" in Path(download.value.path()).read_text()
    dialog.locator("label", has_text="kubectl").click()
    expect(dialog).to_contain_text("Share the text")
    dialog.locator("label", has_text="README").click()
    expect(dialog.get_by_role("button", name="anyway")).not_to_be_visible()
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).not_to_be_visible()


def test_a_chart_follows_its_name_and_a_refusal_leads_to_its_place(visit: Visit) -> None:
    visit.paste(TEMPLATE)
    dialog = visit.page.locator("dialog#use")
    visit.page.get_by_role("button", name="Use it").press("Enter")
    for _ in ("kubectl", "oc", "curl", "helm"):
        visit.page.keyboard.press("ArrowRight")
    visit.page.keyboard.press("Tab")
    expect(dialog.get_by_role("textbox", name="Name of the chart")).to_be_focused()
    visit.page.keyboard.type("Web")
    expect(dialog).to_contain_text("Web is no name of a chart.")
    visit.page.keyboard.press("Control+a")
    visit.page.keyboard.type("web")
    button = dialog.get_by_role("button", name="Download web-0.1.0.tgz")
    expect(button).to_be_visible()
    with visit.page.expect_download() as download:
        button.press("Enter")
    assert download.value.suggested_filename == "web-0.1.0.tgz"
    with tarfile.open(download.value.path()) as archive:
        assert "web/Chart.yaml" in archive.getnames()
    expect(dialog.locator("[data-tool=helm] .command code").nth(0)).to_contain_text(
        "helm upgrade --install web web-0.1.0.tgz"
    )
    expect(dialog.get_by_role("button", name="Close")).to_be_in_viewport(ratio=1)
    visit.page.keyboard.press("Escape")
    visit.paste(TEMPLATE.replace("objects:\n", "objects:\n- null\n"))
    visit.page.get_by_role("button", name="Use it").click()
    dialog.locator("label", has_text="Helm").first.click()
    expect(dialog).to_contain_text("An object is null.")
    dialog.get_by_role("link", name="Line ").click()
    expect(dialog).not_to_be_visible()
    expect(visit.page.locator(".cm-content")).to_be_focused()


def test_without_scripts_a_chart_is_downloaded_and_a_wrong_name_is_refused(open_visit: OpenVisit) -> None:
    bare = open_visit(java_script_enabled=False)
    bare.excuse("status 400|Failed to load resource.* 400")
    bare.page.locator("#source").fill(TEMPLATE)
    bare.follow(bare.page.get_by_role("button", name="Use it"))
    dialog = bare.page.locator("dialog#use")
    dialog.locator("label", has_text="Helm").first.click()
    with bare.page.expect_download() as download:
        dialog.get_by_role("button", name="Download shop-0.1.0.tgz").click()
    assert download.value.suggested_filename == "shop-0.1.0.tgz"
    dialog.get_by_role("textbox", name="Name of the chart").fill("Web")
    bare.follow(dialog.get_by_role("button", name="Download shop-0.1.0.tgz"))
    expect(dialog).to_contain_text("Web is no name of a chart.")
    expect(dialog.get_by_role("textbox", name="Name of the chart")).to_have_value("Web")


def test_a_kustomization_has_an_overlay_for_each_value_set(open_visit: OpenVisit) -> None:
    visit = open_visit("/?example=two-places")
    dialog = visit.page.locator("dialog#use")
    visit.page.get_by_role("button", name="Use it").press("Enter")
    for _ in ("kubectl", "oc", "curl", "helm", "kustomize"):
        visit.page.keyboard.press("ArrowRight")
    expect(dialog).to_contain_text("The values of DB_PASSWORD are only in folders secrets")
    expect(dialog).to_contain_text("kubectl apply -k shop-kustomize/overlays/prod")
    assert violations(visit, "kustomize") == []
    visit.page.keyboard.press("Tab")
    button = dialog.get_by_role("button", name="Download shop-kustomize.tgz")
    expect(button).to_be_focused()
    with visit.page.expect_download() as download:
        visit.page.keyboard.press("Enter")
    with tarfile.open(download.value.path()) as archive:
        names = archive.getnames()
    assert "shop-kustomize/.gitignore" in names
    assert "shop-kustomize/overlays/prod/02-deployment.patch.yaml" in names


@pytest.mark.nightly
def test_without_scripts_a_kustomization_is_downloaded_or_refused(open_visit: OpenVisit) -> None:
    bare = open_visit(java_script_enabled=False)
    bare.page.locator("#source").fill(TEMPLATE)
    bare.follow(bare.page.get_by_role("button", name="Use it"))
    dialog = bare.page.locator("dialog#use")
    dialog.locator("label", has_text="Kustomize").click()
    button = dialog.get_by_role("button", name="Download shop-kustomize.tgz")
    with bare.page.expect_download() as download:
        button.click()
    assert download.value.suggested_filename == "shop-kustomize.tgz"
    bare.page.locator("#source").fill(TEMPLATE.replace("objects:\n", "objects:\n- null\n"))
    bare.follow(button)
    expect(dialog).to_contain_text("There is no kustomization.")
    expect(dialog.get_by_role("radio", name="Kustomize")).to_be_checked()
