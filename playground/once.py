"""The template tag `once`: parts that all answers have in common are rendered once and cached by the process.

    {% once %}…{% endonce %}
    {% once menu=page.views %}…{% endonce %}

The block sees only the names in the opening tag, so it cannot contain a token, a nonce or a user's text. It is rendered
once for each combination of their values, of which there must be few.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django import template
from django.conf import settings
from django.template.base import FilterExpression, NodeList, Parser, Token, token_kwargs
from django.template.context import Context

MOST_KEPT: Final = 100  # renderings of one tag; beyond that, blocks are rendered each time

register = template.Library()


class OnceNode(template.Node):
    """The block between the tags, and its renderings so far, by value."""

    child_nodelists = ("nodelist",)

    def __init__(self, nodelist: NodeList, named: Mapping[str, FilterExpression]) -> None:
        self.nodelist = nodelist
        self.named = named
        self.kept: dict[tuple[object, ...], str] = {}

    def render(self, context: Context) -> str:
        """The cached rendering for the named values, or a new one, which is cached."""
        values = {name: expression.resolve(context) for name, expression in self.named.items()}
        key = tuple(values.values())
        if (found := self.kept.get(key)) is not None:
            return found
        html = self.nodelist.render(context.new(values))
        if len(self.kept) < MOST_KEPT and not settings.DEBUG:  # so that a developer sees changes
            self.kept[key] = html
        return html


@register.tag
def once(parser: Parser, token: Token) -> OnceNode:
    """Parse the tag; a syntax error is raised when the template is loaded."""
    words = token.split_contents()[1:]
    named = token_kwargs(words, parser)
    if words:
        raise template.TemplateSyntaxError("`once` takes names with values, as in `once menu=page.views`.")
    nodelist = parser.parse(("endonce",))
    parser.delete_first_token()
    return OnceNode(nodelist, named)
