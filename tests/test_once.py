"""What is kept of a page is what all pages have in common, and nothing of anybody's."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.conf import settings
from django.template import Context, Engine, Template, TemplateSyntaxError, engines
from django.test import Client

from playground.once import MOST_KEPT, Once
from tests.views.pages import TEMPLATE

THEIRS = "mark5of5a5visitor"


def made(text: str) -> Template:
    engine: Engine = engines["django"].engine  # type: ignore[attr-defined]  # this backend has one
    return engine.from_string(text)


def tags(template: Template) -> list[Once]:
    return [tag for tag in template.nodelist.get_nodes_by_type(Once) if isinstance(tag, Once)]


def kept(template: Template) -> list[str]:
    """What the tags of ``template`` keep."""
    return [html for tag in tags(template) for html in tag.kept.values()]


def loaded() -> Iterator[Template]:
    """All templates that were asked for so far."""
    engine: Engine = engines["django"].engine  # type: ignore[attr-defined]  # this backend has one
    for loader in engine.template_loaders:
        yield from (found for found in vars(loader)["get_template_cache"].values() if isinstance(found, Template))


def test_it_is_rendered_once_for_each_value_that_it_names() -> None:
    template = made("{% once word=a.word %}<{{ word }}>{% endonce %}")
    assert [template.render(Context({"a": {"word": word}})) for word in ("x", "y", "x")] == ["<x>", "<y>", "<x>"]
    assert kept(template) == ["<x>", "<y>"]


def test_what_is_kept_is_not_rendered_again() -> None:
    asked = []
    template = made("{% once word=word %}{{ word.told }}{% endonce %}")

    class Word:
        def told(self) -> str:
            asked.append(self)
            return "told"

    word = Word()
    assert [template.render(Context({"word": word})) for _ in range(2)] == ["told", "told"]
    assert asked == [word]


def test_it_sees_nothing_that_it_does_not_name() -> None:
    template = made("{% once %}[{{ user }}{{ csrf_token }}{{ request.path }}]{% endonce %}")
    context = Context({"user": "u", "csrf_token": "t", "request": {"path": "p"}})
    assert template.render(context) == "[]"


def test_it_keeps_few_and_renders_what_comes_after_them_each_time() -> None:
    template = made("{% once word=word %}{{ word }}{% endonce %}")
    for number in range(2 * MOST_KEPT):
        assert template.render(Context({"word": number})) == str(number)
    assert len(kept(template)) == MOST_KEPT


def test_who_builds_the_page_sees_each_change(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "DEBUG", True)
    template = made("{% once %}x{% endonce %}")
    assert (template.render(Context()), kept(template)) == ("x", [])


@pytest.mark.parametrize("tag", ["{% once word %}x{% endonce %}", "{% once a=b c %}x{% endonce %}", "{% once %}x"])
def test_a_mistake_is_told_when_the_template_is_loaded(tag: str) -> None:
    with pytest.raises(TemplateSyntaxError):
        made(tag)


@pytest.fixture
def telling(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Each variable that a template does not find is told in its place; what was kept before and meanwhile is not."""
    engine: Engine = engines["django"].engine  # type: ignore[attr-defined]  # this backend has one
    monkeypatch.setattr(engine, "string_if_invalid", "UNNAMED")
    for template in loaded():
        for tag in tags(template):
            monkeypatch.setattr(tag, "kept", {})
    yield
    engine.template_loaders[0].reset()


@pytest.mark.usefixtures("telling")
def test_all_that_stands_in_it_is_named(client: Client) -> None:
    for address in ("/", "/rules"):
        client.get(address)
    everything = [html for template in loaded() for html in kept(template)]
    assert len(everything) > 8
    assert not [html for html in everything if "UNNAMED" in html]


@pytest.mark.usefixtures("telling")
def test_what_is_not_named_would_be_told() -> None:
    template = made("{% once word=word %}{{ word }}{{ title }}{% endonce %}")
    assert template.render(Context({"word": "w", "title": "t"})) == "wUNNAMED"


@pytest.mark.django_db
def test_nothing_of_a_visitor_is_kept(client: Client) -> None:
    source = TEMPLATE.replace("Name of it", THEIRS)
    form = {"source": source, "title": THEIRS, "value.NAME": THEIRS, "assume.X": THEIRS, "view": THEIRS, "lines": "all"}
    answers = [
        client.post("/", form),
        client.post("/share", form, follow=True),
        client.get("/", {"param.NAME": THEIRS}),
    ]
    assert all(THEIRS in answer.content.decode() for answer in answers[:2])
    everything = [html for template in loaded() for html in kept(template)]
    assert len(everything) > 8
    assert not [html for html in everything for theirs in (THEIRS, "csrf", "nonce=") if theirs in html]


def test_what_names_a_visitors_text_would_be_found() -> None:
    template = made("{% once title=page.title %}{{ title }}{% endonce %}")
    template.render(Context({"page": {"title": THEIRS}}))
    assert THEIRS in kept(template)[0]
