"""Names in templates: as Django's own `{{ item.name }}` and `{% if item.name %}`, but with a third of the calls.

What is found at the first attempt, as nearly everything is (see `page_records.py`), needs none of Django's others. All
that is not plain is left to Django: filters, what is called, what is missing, what is no text.
"""

from __future__ import annotations

from html import escape

from django.template import base
from django.template.base import FilterExpression, Node, NodeList, Token, VariableNode, render_value_in_context
from django.template.context import Context
from django.utils.safestring import SafeString


class Name(FilterExpression):
    """A name without filters, such as `item.name`."""

    __slots__ = ()

    def resolve(self, context: Context, ignore_failures: bool = False) -> object:
        """What the name stands for."""
        found: object = context
        try:
            for part in self.var.lookups:
                found = found[part]  # type: ignore[index]  # if not, Django looks for an attribute
                if callable(found):
                    break
            else:
                return found
        except (TypeError, AttributeError, KeyError, ValueError, IndexError):
            pass
        return super().resolve(context, ignore_failures)


class Shown(VariableNode):
    """`{{ name }}`, escaped."""

    def render(self, context: Context) -> str:
        """The value; a text is no date, number or promise, which Django would ask first."""
        value = self.filter_expression.resolve(context)
        if context.autoescape:
            if type(value) is str:
                return SafeString(escape(value))
            if type(value) is SafeString:
                return value
        return render_value_in_context(value, context)


class Parser(base.Parser):
    """Django's parser of templates, which makes the classes above."""

    def compile_filter(self, token: str) -> FilterExpression:
        """The expression in a tag."""
        found = super().compile_filter(token)
        is_name = found.is_var and found.var.lookups and not found.var.translate and not found.filters
        return Name(token, self) if is_name else found

    def extend_nodelist(self, nodelist: NodeList, node: Node, token: Token) -> None:
        """Add a node to a list of them."""
        super().extend_nodelist(nodelist, Shown(node.filter_expression) if type(node) is VariableNode else node, token)
