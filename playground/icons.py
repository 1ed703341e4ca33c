"""The tag `icon` of every template: a picture from `icons.svg`, beside words and without any of its own."""

from __future__ import annotations

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def icon(name: str) -> SafeString:
    """The picture ``name``; a template of its own would cost three times as much, and long lists show hundreds."""
    address = f"{static('icons.svg')}#{name}"
    return format_html('<svg class="icon" aria-hidden="true"><use href="{}"></use></svg>', address)
