"""An included partial sees what it sees with Django's own tag, and is looked up once."""

from __future__ import annotations

import pytest
from django.template import Context, Engine, Template, TemplateSyntaxError

from playground.partials import Include

PARTIALS = {
    "part": "[{{ a }}{{ b }}]",
    "nested": "{% for x in xs %}{{ x.a }}{% include 'nested' with xs=x.xs %}{% endfor %}",
}
TAGS = ["{% include 'part' %}", "{% include 'part' with b=3 %}", "{% include 'part' with b=a only %}"]


def engine(*builtins: str) -> Engine:
    return Engine(loaders=[("django.template.loaders.locmem.Loader", PARTIALS)], builtins=list(builtins))


def rendered(text: str, *builtins: str) -> str:
    names = {"a": 1, "b": "<", "xs": [{"a": 1, "xs": [{"a": 2, "xs": [{"a": 3}]}]}, {"a": 4}]}
    return engine(*builtins).from_string(text).render(Context(names))


@pytest.mark.parametrize("tag", [*TAGS, "{% include 'nested' %}"])
def test_a_partial_sees_what_it_sees_with_djangos_tag(tag: str) -> None:
    ours = rendered(f"{tag}{{{{ b }}}}{tag}", "playground.partials")
    assert ours == rendered(f"{tag}{{{{ b }}}}{tag}")
    assert "1" in ours


def test_a_tag_looks_its_partial_up_once(monkeypatch: pytest.MonkeyPatch) -> None:
    found = engine("playground.partials")
    page = found.from_string("{% for x in 'abc' %}{% include 'part' %}{% endfor %}")
    names, look_up = [], found.get_template

    def counted(name: str) -> Template:
        names.append(name)
        return look_up(name)

    monkeypatch.setattr(found, "get_template", counted)
    assert [page.render(Context({"a": number})) for number in (1, 2)] == ["[1][1][1]", "[2][2][2]"]
    assert names == ["part"]


def test_a_name_that_is_not_in_quotes_is_a_syntax_error() -> None:
    with pytest.raises(TemplateSyntaxError, match="in quotes"):
        rendered("{% include name %}", "playground.partials")


def test_the_pages_use_this_tag() -> None:
    page = Engine.get_default().get_template("playground/page.html")
    assert page.nodelist.get_nodes_by_type(Include)
