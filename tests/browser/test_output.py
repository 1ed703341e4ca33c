"""The output's views, syntaxes and shapes, copied and downloaded."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from html.parser import HTMLParser
from pathlib import Path

import pytest
from playwright.sync_api import Download, Locator, Route, expect

from tests.browser.texts import POD, TEMPLATE
from tests.browser.visits import Visit


def output_text(visit: Visit) -> str:
    """The output as it stands on the page."""
    return str(visit.page.evaluate("() => document.querySelector('#output pre').textContent"))


def content(download: Download) -> str:
    return Path(download.path()).read_bytes().decode()


def test_diff_shows_what_expansion_changed_and_unfolds_and_copies_the_rest(visit: Visit) -> None:
    visit.paste(POD.replace("http://$(HOST):$(PORT)/", "plain").replace("$(PUBLIC_URL)", "$(HOST)"))
    visit.choose("view", "diff")
    expect(visit.output.locator("del")).to_have_text(["-    - --url=$(HOST)"])
    expect(visit.output.locator("ins")).to_have_text(["+    - --url=web.example"])
    expect(visit.output).to_contain_text("1 change between the source's objects and the output.")
    fold = visit.output.locator("details.fold").last
    expect(fold.locator("summary")).to_have_text(re.compile(r"^… \d+ unchanged lines$"))
    line = fold.locator(".line").last
    expect(line).not_to_be_visible()
    visit.page.locator("#pane-output .copy").click()
    expect(visit.status).to_have_text("Copied.")
    assert "value: web.example\n" in visit.clipboard()
    fold.locator("summary").press("Enter")
    expect(line).to_be_visible()
    visit.choose("view", "expanded")
    expect(visit.output.locator("del")).to_have_count(0)


def test_environment_lists_each_variable_and_shows_spaces_and_line_ends(visit: Visit) -> None:
    visit.paste(POD)
    visit.choose("view", "environment")
    rows = visit.output.locator("table.variables tbody tr")
    expect(rows).to_have_count(3)
    expect(rows.nth(1)).to_contain_text("HOST")
    expect(rows.nth(1)).to_contain_text("web.example")
    expect(rows.nth(1)).to_contain_text("env[1]")
    rows.nth(1).locator(".place").click()
    assert "HOST" in visit.selection()
    expect(visit.output).to_contain_text("--url=http://$(HOST):$(PORT)/")
    visit.paste('kind: Pod\nspec: {containers: [{name: c, args: ["a b ", "x\\ny", ""]}]}\n')
    expect(rows).to_have_count(0)
    arguments = visit.output.locator(".texts li")
    expect(arguments.nth(0).locator("code.value")).to_have_text("a b·")
    expect(arguments.nth(0).get_by_role("img", name="1 space")).to_be_visible()
    expect(arguments.nth(1).get_by_role("img", name="line end")).to_be_visible()
    expect(arguments.nth(2)).to_contain_text("empty")


def use(visit: Visit) -> Locator:
    """Open "Use it"; its dialog."""
    visit.page.get_by_role("button", name="Use it").click()
    return visit.page.locator("dialog#use")


def choose_shape(visit: Visit, shape: str) -> None:
    """Choose ``shape`` under "Use it"."""
    use(visit)
    with visit.answer():
        visit.choose("shape", shape)
    visit.page.keyboard.press("Escape")


def test_each_shape_and_syntax_is_shown_copied_and_downloaded(visit: Visit) -> None:
    visit.paste(TEMPLATE)
    expect(visit.output).to_contain_text("colour: blue")
    visit.page.locator("#pane-output button.copy").click()
    expect(visit.status).to_have_text("Copied.")
    assert visit.clipboard() == output_text(visit)
    for shape, kind in (("list", "kind: List"), ("template", "kind: Template")):
        choose_shape(visit, shape)
        expect(visit.output).to_contain_text(kind)
        expect(visit.output.locator(".note")).to_contain_text("Use it")
    choose_shape(visit, "documents")
    expect(visit.output).not_to_contain_text("kind: Template")
    visit.page.locator("#title").fill("My shop: été")
    for syntax, line in (("json", '"colour": "blue"'), ("yaml", "colour: blue")):
        visit.choose("syntax", syntax)
        expect(visit.output).to_contain_text(line)
        dialog = use(visit)
        with visit.page.expect_download() as download:
            dialog.get_by_role("button", name=f"Download My-shop-t.{syntax}").click()
        assert download.value.suggested_filename == f"My-shop-t.{syntax}"
        assert content(download.value) == output_text(visit)
        with visit.page.expect_download() as source:
            dialog.get_by_role("button", name="Download the source").click()
        assert source.value.suggested_filename == "My-shop-t-source.yaml"
        assert content(source.value) == visit.text() == TEMPLATE
        visit.page.keyboard.press("Escape")


@pytest.mark.nightly
def test_the_aligned_output_keeps_the_source_line_for_line(visit: Visit) -> None:
    source = TEMPLATE.replace("labels:\n  app: ${NAME}\n", "# by hand\n")
    visit.paste(source)
    expect(visit.output).to_contain_text("colour: blue")
    choose_shape(visit, "aligned")
    expect(visit.output).to_contain_text("# by hand")
    expect(visit.output).to_contain_text("colour: blue")
    expect(visit.page.locator("#stage")).not_to_be_visible()
    assert visit.output.locator(".line").count() == source.count("\n")
    visit.page.locator("#pane-output button.copy").click()
    expect(visit.status).to_have_text("Copied.")
    dialog = use(visit)
    with visit.page.expect_download() as download:
        dialog.get_by_role("button", name="Download shop.yaml").click()
    assert visit.clipboard() == content(download.value)
    visit.page.keyboard.press("Escape")
    visit.paste(TEMPLATE)
    expect(visit.output.locator(".note")).to_contain_text("No aligned output: processing adds")


def test_the_first_step_alone_leaves_variable_references(visit: Visit) -> None:
    visit.go("/?example=both-steps").alive()
    whole = output_text(visit)
    visit.page.locator("#stage").select_option("processed")
    expect(visit.output.locator("pre")).not_to_have_text(whole)
    assert "$(" in output_text(visit)


@pytest.mark.nightly
def test_a_long_output_is_cut_until_all_is_asked_for(visit: Visit) -> None:
    numbers = "".join(f"  n{number}: '{number}'\n" for number in range(2500))
    visit.paste(f"apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: c}}\ndata:\n{numbers}")
    cut = visit.output.locator(".left-out")
    expect(cut).to_contain_text("The first 2,000 of 2,505 lines.")
    expect(visit.output).not_to_contain_text("n2499")
    cut.get_by_role("button", name="Show all").click()
    expect(visit.output).to_contain_text("n2499")
    visit.source.focus()
    with visit.answer():
        visit.page.keyboard.type("# more\n")
    expect(visit.output).to_contain_text("n2499")


class Parsed(HTMLParser):
    """What HTML says, however it is written, but for what scripts set: sizes of blocks, tab stops."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.parts: list[object] = []
        output = re.search(r'<pre class="output".*?</pre>', text, re.DOTALL)
        self.feed(output.group() if output else "")
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.parts.append((tag, {name: value for name, value in attrs if name not in ("style", "tabindex")}))

    def handle_endtag(self, tag: str) -> None:
        self.parts.append(tag)

    def handle_data(self, data: str) -> None:
        self.parts.append(data)


def config(count: int, more: str = "") -> str:
    data = "".join(
        f"  key-{number}: $(A) a\n" if number % 7 == 3 else f"  key-{number}: a\n" for number in range(count)
    )
    return f"kind: ConfigMap\ndata:\n{data}{more}"


MARK = "() => document.querySelectorAll('#output .line').forEach((line) => (line.seen = true))"
SEEN = "() => [...document.querySelectorAll('#output .line')].filter((line) => line.seen).length"
WHOLE = """
async () => {
  const form = document.querySelector("#playground");
  return (await fetch(form.getAttribute("hx-post"), { method: "POST", body: new FormData(form) })).text();
}
"""


def whole_output(visit: Visit) -> list[object]:
    """The output that the server sends to a page that says nothing of what it has."""
    return Parsed(str(visit.page.evaluate(WHOLE))).parts


@pytest.mark.nightly
def test_lines_that_are_as_they_were_stay_and_all_becomes_what_the_answer_says(visit: Visit) -> None:
    for text in (config(119), config(120)):  # the page itself does not say what lines it has
        with visit.answer():
            visit.paste(text)
    visit.page.evaluate(MARK)
    texts = [
        config(120).replace("key-50: a", "key-50: other"),
        config(120).replace("key-50: a", "key-50: $(B) <b>"),
        config(120).replace("data:", "metadata: {name: a, labels: {b: c}}\ndata:"),
        config(120).replace("data:", "immutable: true\ndata:").replace("  key-90: a\n", ""),
        config(120, "  key-2a: more\n"),
        config(121),
        config(40),
        config(170, "  key-200: |\n    first\n    second\n"),
        "[",
        config(3),
        "",
        config(60),
    ]
    marked = []
    for text in texts:
        with visit.answer():
            visit.paste(text)
        if text != "[":
            assert Parsed(visit.output.inner_html()).parts == whole_output(visit)
        marked.append(visit.page.evaluate(SEEN))
    assert marked[:2] == [122, 122]  # one line is another one, in its place
    assert marked[2] > 100  # what comes before them moves lines; only one that changes its block is a new one
    assert marked[-1] == 0


@contextmanager
def late_answer(visit: Visit, edit: Callable[[], None]) -> Iterator[None]:
    """What happens inside happens while the answer to an edit is on its way."""
    routes: list[Route] = []
    visit.page.route("**/evaluate", lambda route: routes.append(route))
    edit()
    visit.page.locator("#playground.is-busy").wait_for()
    yield
    visit.until_held(routes).continue_()
    visit.page.unroute("**/evaluate")


@pytest.mark.nightly
def test_lines_that_an_answer_does_not_change_stay_selected_and_where_they_are(visit: Visit) -> None:
    visit.paste(config(900))
    line = visit.output.locator(".line", has_text="key-700: a")
    line.wait_for()
    visit.page.keyboard.press("Control+Home")
    insert = partial(visit.page.keyboard.insert_text, "immutable: true\n")
    with visit.answer(), late_answer(visit, insert):
        visit.output.focus()
        line.scroll_into_view_if_needed()
        line.evaluate("(line) => getSelection().selectAllChildren(line)")
        before = line.bounding_box()
    assert visit.selection() == "  key-700: a"
    assert line.bounding_box() == before
    assert output_text(visit).startswith("immutable: true\nkind: ConfigMap\ndata:\n")
    assert visit.page.evaluate("() => window.find('key-42: a', false, false, true)")
    visit.page.locator("#pane-output .copy").click()
    expect(visit.status).to_have_text("Copied.")
    assert visit.clipboard() == output_text(visit)


COLOURED = """
() => [...CSS.highlights.get("key")].map((range) => range.startContainer.data.slice(range.startOffset, range.endOffset))
"""


@pytest.mark.nightly
def test_the_keys_of_lines_in_sight_are_coloured_and_no_others(visit: Visit) -> None:
    visit.paste("kind: ConfigMap\ndata:\n" + "".join(f"  key-{number}: a\n" for number in range(600)))
    expect(visit.output.locator(".line")).to_have_count(602)
    visit.page.wait_for_function(f"() => ({COLOURED})().length === 100")  # two blocks
    assert visit.page.evaluate(COLOURED)[:3] == ["kind", "data", "key-0"]
    visit.output.locator(".line").last.scroll_into_view_if_needed()
    visit.page.wait_for_function(f"() => ({COLOURED})().at(-1) === 'key-599' && !({COLOURED})().includes('key-60')")
    with visit.answer():
        visit.choose("syntax", "json")
    assert visit.page.evaluate(COLOURED)[-1] == '"key-599"'  # at once, where they were in sight before


@pytest.mark.nightly
def test_a_value_has_the_same_tint_in_form_source_and_output(visit: Visit) -> None:
    visit.paste(TEMPLATE)
    expect(visit.output.locator('mark[data-parameter="NAME"]').first).to_be_visible()
    visit.field("NAME").focus()
    expect(visit.output.locator("mark.is-lit")).to_have_text(["shop"] * visit.output.locator("mark.is-lit").count())
    expect(visit.page.locator(".cm-content .ref.is-lit").first).to_have_text("${NAME}")
    expect(visit.row("NAME")).to_have_class("field is-lit")
    visit.field("COLOUR").focus()
    expect(visit.output.locator("mark.is-lit")).to_have_text(["blue"])


def test_an_assumed_value_fills_in_what_nothing_defines(visit: Visit) -> None:
    visit.paste(POD.replace("$(PORT)", "$(DB_SERVICE_HOST)"))
    expect(visit.page.locator("#parameters-heading")).to_have_text("Environment")
    field = visit.page.locator('[name="assumed.DB_SERVICE_HOST"]')
    field.fill("10.1.2.3")
    expect(visit.output).to_contain_text("10.1.2.3")
    expect(field).to_have_value("10.1.2.3")
    assert visit.focused('[name="assumed.DB_SERVICE_HOST"]')
    field.fill("")
    expect(visit.output).not_to_contain_text("10.1.2.3")
    expect(field).to_be_visible()
