"""Several files, chosen or dropped, become one text that keeps their names."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import FilePayload, Route, expect

from playground.engine import joined
from tests.browser.texts import POD
from tests.browser.visits import Visit

SERVICE = "apiVersion: v1\nkind: Service\nmetadata: {name: shop}\nspec:\n  ports: [{port: 80}]\n"


def payload(name: str, text: str) -> FilePayload:
    """A file as a chooser gives it."""
    return {"name": name, "mimeType": "text/yaml", "buffer": text.encode("utf-8", "surrogatepass")}


def choose(visit: Visit, *files: tuple[str, str]) -> None:
    """Choose ``files``, each a name and a text, on the page."""
    visit.page.locator("#open-file").set_input_files([payload(name, text) for name, text in files])


def drop(visit: Visit, *paths: Path) -> None:
    """Drop files and folders of the disk on the source, as a person does."""
    box = visit.page.locator("#pane-source").bounding_box()
    assert box
    data = {"items": [], "files": list(map(str, paths)), "dragOperationsMask": 1}
    session = visit.context.new_cdp_session(visit.page)
    for kind in ("dragEnter", "dragOver", "drop"):
        place = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        session.send("Input.dispatchDragEvent", {"type": kind, "data": data, **place})
    session.detach()


def test_chosen_files_are_one_text_with_their_names_and_an_undo_takes_it_back(visit: Visit) -> None:
    visit.paste("kind: Former\n")
    expect(visit.page.locator("#source-fact")).to_have_text("Former")
    choose(visit, ("web.yaml", POD), ("notes.md", "# Notes"), ("service.json", json.dumps({"a": "/😀"})), ("x.sh", ""))
    words = "Opened 2 files. 2 files are no YAML or JSON."
    expect(visit.status).to_have_text(words)
    expect(visit.page.locator("#notice")).to_have_text(words)
    assert visit.text() == joined([("service.json", '{"a": "/😀"}'), ("web.yaml", POD)])
    visit.source.focus()
    visit.page.keyboard.press("Control+z")
    expect(visit.page.locator("#source-fact")).to_have_text("Former")
    expect(visit.page.locator("#notice")).to_be_empty()
    assert visit.text() == "kind: Former\n"


def test_the_page_joins_files_as_the_engine_does(visit: Visit) -> None:
    files = [
        ("a.yaml", "a: 1\r\nb: |+\r\n  x\r\n\r\n"),
        ("b \u2028" + "n" * 300 + ".yml", "\ufeffkind: A\n---\nkind: B"),
        ("c.yaml", ""),
        ("d.json", json.dumps({"a/b": "😀\\/", "c": ["\t", "é"]}, indent="\t").replace("/", "\\/")),
        ("e.json", "{a: '\\/'}"),
    ]
    choose(visit, *files)
    expect(visit.status).to_have_text("Opened 5 files.")
    shown = [(name.replace("\u2028", "\ufffd")[:200], text.replace("\r\n", "\n")) for name, text in files]
    assert visit.text().replace("\r\n", "\n") == joined(shown)


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("files", "words"),
    [
        ([("a.md", "a"), ("b.md", "b")], "2 files are no YAML or JSON."),
        ([("a.yaml", "a" * 600_000), ("b.yaml", "b" * 600_000)], "These 2 files have 1.2 MB; the limit is 1 MB."),
    ],
)
def test_files_that_cannot_be_opened_change_nothing(visit: Visit, files: list[tuple[str, str]], words: str) -> None:
    visit.paste(POD)
    choose(visit, *files)
    expect(visit.banner).to_have_text(f"{words} Nothing was opened.")
    assert visit.text() == POD


def test_a_refusal_stays_when_the_answer_to_an_earlier_request_arrives(visit: Visit) -> None:
    held: list[Route] = []
    visit.page.route("**/evaluate", lambda route: held.append(route))
    visit.paste(POD)
    visit.until_held(held)
    choose(visit, ("a.md", "a"), ("b.md", "b"))
    refusal = "2 files are no YAML or JSON. Nothing was opened."
    expect(visit.banner).to_have_text(refusal)
    with visit.answer():
        visit.page.unroute("**/evaluate")  # which lets the held request go on
    expect(visit.output).to_contain_text("web.example")
    expect(visit.banner).to_have_text(refusal)
    with visit.answer():
        visit.paste(SERVICE)
    expect(visit.banner).to_be_empty()


@pytest.mark.nightly
def test_one_file_is_opened_whatever_its_name_is_and_without_a_comment(visit: Visit) -> None:
    choose(visit, ("pod.txt", POD))
    expect(visit.status).to_have_text("Opened pod.txt.")
    assert visit.text() == POD


def test_a_dropped_folder_gives_the_files_in_it_and_below_it(visit: Visit, tmp_path: Path) -> None:
    folder = tmp_path / "shop"
    for name, text in (("base/web.yaml", POD), ("service.yml", SERVICE), (".git/x.yaml", "x: 1"), ("README.md", "#")):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    loose = tmp_path / "z.yaml"
    loose.write_text("kind: Z\n")
    drop(visit, folder, loose)
    expect(visit.page.locator("#notice")).to_have_text("Opened 3 files. 1 file is no YAML or JSON.")
    assert visit.text() == joined([("shop/base/web.yaml", POD), ("shop/service.yml", SERVICE), ("z.yaml", "kind: Z\n")])
    drop(visit, loose)
    expect(visit.status).to_have_text("Opened z.yaml.")
    assert visit.text() == "kind: Z\n"


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("count", "words"), [(0, "The folder has no files."), (1_001, "These are more than 1000 files.")]
)
def test_a_folder_with_no_file_or_too_many_changes_nothing(
    visit: Visit, tmp_path: Path, count: int, words: str
) -> None:
    for number in range(count):
        (tmp_path / f"{number}.{'yaml' if number % 2 else 'md'}").touch()
    visit.paste(POD)
    drop(visit, tmp_path)
    expect(visit.banner).to_have_text(f"{words} Nothing was opened.")
    assert visit.text() == POD
