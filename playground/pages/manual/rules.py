"""The manual pages of the rules."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from playground.engine import FAMILIES, RULES, Rule, explain
from playground.pages.markup import prose


@dataclass(frozen=True, slots=True)
class RulePanel:
    """One rule's page."""

    code: str
    name: str
    severity: str
    word: str  # the severity with a capital letter
    summary: SafeString
    why: tuple[SafeString, ...]
    example: str
    instead: str


@dataclass(frozen=True, slots=True)
class FamilyPanel:
    """The rules whose codes have the same prefix."""

    title: str
    rules: tuple[RulePanel, ...]


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """All rules by family."""
    return render(request, "manual/rules.html", {"families": _families()})


@require_safe
def rule(request: HttpRequest, code: str) -> HttpResponse:
    """The manual of one rule."""
    known_rule = next((rule for rule in RULES if rule.code == code.upper()), None)
    if known_rule is None:
        raise Http404(f"There is no rule `{code}`.")
    return render(request, "manual/rule.html", {"rule": _panel(known_rule)})


@cache
def _families() -> tuple[FamilyPanel, ...]:
    """The families that have rules; computed once, because rules are part of the code."""
    panels = [_panel(rule) for rule in RULES]
    families = (
        FamilyPanel(title, tuple(panel for panel in panels if panel.code.startswith(letters)))
        for letters, title in FAMILIES.items()
    )
    return tuple(family for family in families if family.rules)


def _panel(rule: Rule) -> RulePanel:
    manual = explain(rule)
    return RulePanel(
        code=rule.code,
        name=rule.name,
        severity=rule.severity.value,
        word=rule.severity.value.capitalize(),
        summary=prose(manual.summary),
        why=tuple(prose(" ".join(part.split())) for part in manual.why.split("\n\n")),
        example=manual.example,
        instead=manual.instead,
    )
