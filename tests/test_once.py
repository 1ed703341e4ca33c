"""Cached parts of pages are the same for everyone and contain nobody's data."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.conf import settings
from django.template import Context, Engine, Template, TemplateSyntaxError, engines
from django.test import Client

from playground.once import MOST_KEPT, OnceNode
from tests.views.pages import TEMPLATE

THEIRS = "mark5of5a5visitor"


def made(text: str) -> Template:
    engine: Engine = engines["django"].engine  # type: ignore[attr-defined]  # this backend has one
    return engine.from_string(text)


def tags(template: Template) -> list[OnceNode]:
    return [tag for tag in template.nodelist.get_nodes_by_type(OnceNode) if isinstance(tag, OnceNode)]


def kept(template: Template) -> list[str]:
    """What the tags of ``template`` keep."""
    return [html for tag in tags(template) for html in tag.kept.values()]


def loaded() -> Iterator[Template]:
    """All templates that were asked for so far."""
    engine: Engine = engines["django"].engine  # type: ignore[attr-defined]  # this backend has one
    for loader in engine.template_loaders:
        yield from (found for found in vars(loader)["get_template_cache"].values() if isinstance(found, Template))


def test_the_block_is_rendered_once_for_each_value_that_it_names() -> None:
    template = made("{% once word=a.word %}<{{ word }}>{% endonce %}")
    assert [template.render(Context({"a": {"word": word}})) for word in ("x", "y", "x")] == ["<x>", "<y>", "<x>"]
    assert kept(template) == ["<x>", "<y>"]


def test_a_cached_block_is_not_rendered_again() -> None:
    asked = []
    template = made("{% once word=word %}{{ word.told }}{% endonce %}")

    class Word:
        def told(self) -> str:
            asked.append(self)
            return "told"

    word = Word()
    assert [template.render(Context({"word": word})) for _ in range(2)] == ["told", "told"]
    assert asked == [word]


def test_the_block_sees_only_the_values_that_it_names() -> None:
    template = made("{% once %}[{{ user }}{{ csrf_token }}{{ request.path }}]{% endonce %}")
    context = Context({"user": "u", "csrf_token": "t", "request": {"path": "p"}})
    assert template.render(context) == "[]"


def test_beyond_the_maximum_blocks_are_rendered_each_time() -> None:
    template = made("{% once word=word %}{{ word }}{% endonce %}")
    for number in range(2 * MOST_KEPT):
        assert template.render(Context({"word": number})) == str(number)
    assert len(kept(template)) == MOST_KEPT


def test_with_debug_on_nothing_is_cached(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "DEBUG", True)
    template = made("{% once %}x{% endonce %}")
    assert (template.render(Context()), kept(template)) == ("x", [])


@pytest.mark.parametrize("tag", ["{% once word %}x{% endonce %}", "{% once a=b c %}x{% endonce %}", "{% once %}x"])
def test_a_syntax_error_is_reported_when_the_template_is_loaded(tag: str) -> None:
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
def test_every_block_names_all_the_values_it_uses(client: Client) -> None:
    for address in ("/", "/rules"):
        client.get(address)
    everything = [html for template in loaded() for html in kept(template)]
    assert len(everything) > 8
    assert not [html for html in everything if "UNNAMED" in html]


@pytest.mark.usefixtures("telling")
def test_a_value_that_is_not_named_would_be_found() -> None:
    template = made("{% once word=word %}{{ word }}{{ title }}{% endonce %}")
    assert template.render(Context({"word": "w", "title": "t"})) == "wUNNAMED"


@pytest.mark.django_db
def test_no_block_contains_data_of_a_visitor(client: Client) -> None:
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


def test_a_block_with_a_visitors_text_would_be_found() -> None:
    template = made("{% once title=page.title %}{{ title }}{% endonce %}")
    template.render(Context({"page": {"title": THEIRS}}))
    assert THEIRS in kept(template)[0]
