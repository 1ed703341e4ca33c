"""The template tag `icon`: a picture from `icons.svg`, hidden from screen readers because there is text beside it."""

from __future__ import annotations

from functools import cache

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
@cache
def icon(name: str) -> SafeString:
    """The picture ``name``; there are two dozen, and long lists show hundreds of the same."""
    address = f"{static('icons.svg')}#{name}"
    return format_html('<svg class="icon" aria-hidden="true"><use href="{}"></use></svg>', address)
