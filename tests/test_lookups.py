"""A name in a template stands for what it does with Django's own parser, and is escaped alike."""

from __future__ import annotations

import datetime

import pytest
from django.template import Context, Engine, base
from django.test import override_settings
from django.utils.functional import SimpleLazyObject, lazystr
from django.utils.safestring import SafeString, mark_safe

from playground.lookups import Name, Parser, Shown
from playground.page_records import page_record


@page_record
class Record:
    """A record with a property."""

    name: str
    again: object = None

    @property
    def loud(self) -> str:
        """The name in capitals."""
        return self.name.upper()


class Called:
    """What Django calls when it meets it."""

    def __call__(self) -> Record:
        return Record("<called>")


class Escapable(str):
    """A text that brings its own HTML."""

    __slots__ = ()

    def __html__(self) -> str:
        return "<i>"


VALUES = {
    "text": "<a href='\"'>&amp;",
    "safe": mark_safe("<b>"),
    "lazy": lazystr("<lazy>"),
    "put_off": SimpleLazyObject(lambda: "<later>"),
    "escapable": Escapable("<x>"),
    "number": 1234567.5,
    "day": datetime.datetime(2026, 1, 2, 3, 4, tzinfo=datetime.UTC),
    "nothing": None,
    "items": [Record("<first>"), {"name": "<second>", "items": "a key, no method"}],
    "record": Record("<name>", Record("<again>")),
    "called": Called(),
    "kind": Record,
    "empty": "",
}
NAMES = [
    *VALUES,
    *(
        "items.0.name",
        "items.1.name",
        "items.1.items",
        "items.1.keys",
        "items.7",
        "text.upper",
        "text.0",
        "text.nothing",
    ),
    *("record.name", "record.loud", "record.again.name", "record.nothing", "record.again.again.again", "nothing.name"),
    *("called.name", "called.nothing", "kind.name", "missing", "missing.name", "True", "None", "1.5", "'<quoted>'"),
    *("text|upper", "text|safe", "items|length", "_('text')", "missing|default:text"),
]
TEXTS = [
    "{{{{ {0} }}}}",
    "{{% if {0} %}}yes{{% elif not {0} %}}no{{% endif %}}{{% if {0} == text or {0} and empty %}}both{{% endif %}}",
    "{{% for one in {0} %}}{{{{ one }}}},{{% empty %}}none{{% endfor %}}",
    "{{% with other={0} %}}{{{{ other }}}}{{% endwith %}}{{% autoescape off %}}{{{{ {0} }}}}{{% endautoescape %}}",
]


def rendered(text: str) -> str:
    """What a page with this text is, or the class of the error."""
    try:
        return Engine().from_string(text).render(Context(VALUES))
    except TypeError as error:
        return type(error).__name__


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("name", NAMES)
def test_a_name_stands_for_what_it_does_with_djangos_parser(
    name: str, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert base.Parser is Parser
    ours = rendered(text.format(name))
    monkeypatch.setattr(base, "Parser", Parser.__base__)
    assert ours == rendered(text.format(name))


def test_the_names_of_these_tests_have_values() -> None:
    assert "&lt;again&gt;" in rendered("{{ record.again.name }}")
    assert rendered("{{ called.name }}{{ safe }}{{ record.loud }}") == "&lt;called&gt;<b>&lt;NAME&gt;"


@override_settings(DEBUG=True)
def test_an_error_in_a_property_is_not_hidden() -> None:
    class Broken:
        @property
        def name(self) -> str:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        Engine(debug=True).from_string("{{ broken.name }}").render(Context({"broken": Broken()}))


def test_the_pages_are_read_by_this_parser() -> None:
    nodes = Engine.get_default().get_template("playground/page.html").nodelist.get_nodes_by_type(base.VariableNode)
    assert nodes
    assert all(isinstance(node, Shown) for node in nodes)
    assert any(isinstance(node.filter_expression, Name) for node in nodes if isinstance(node, Shown))
    assert isinstance(nodes[0].render(Context({"page": {"title": "<"}})), SafeString)
