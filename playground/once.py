"""The tag `once` of every template: what all answers have in common is rendered once, and kept by the process.

    {% once %}…{% endonce %}
    {% once menu=page.views %}…{% endonce %}

What stands between the tags sees only what the first one names, so it cannot hold a token, a nonce or a user's text;
it is rendered once for each value of that, of which there must be few.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django import template
from django.conf import settings
from django.template.base import FilterExpression, NodeList, Parser, Token, token_kwargs
from django.template.context import Context

MOST_KEPT: Final = 100  # values of one tag; what comes after them is rendered each time

register = template.Library()


class Once(template.Node):
    """The part of a template between the tags, and what became of it for the values that were named so far."""

    child_nodelists = ("nodelist",)

    def __init__(self, nodelist: NodeList, named: Mapping[str, FilterExpression]) -> None:
        self.nodelist = nodelist
        self.named = named
        self.kept: dict[tuple[object, ...], str] = {}

    def render(self, context: Context) -> str:
        """What was kept for the values that are named, or what is kept from now on."""
        values = {name: expression.resolve(context) for name, expression in self.named.items()}
        key = tuple(values.values())
        if (found := self.kept.get(key)) is not None:
            return found
        html = self.nodelist.render(context.new(values))
        if len(self.kept) < MOST_KEPT and not settings.DEBUG:  # who builds the page sees what changed
            self.kept[key] = html
        return html


@register.tag
def once(parser: Parser, token: Token) -> Once:
    """The tag; a mistake in it is told when the template is loaded."""
    words = token.split_contents()[1:]
    named = token_kwargs(words, parser)
    if words:
        raise template.TemplateSyntaxError("`once` takes names with values, as in `once menu=page.views`.")
    nodelist = parser.parse(("endonce",))
    parser.delete_first_token()
    return Once(nodelist, named)
