"""`explain`: prints the manual of a rule, or lists rules."""

from __future__ import annotations

import textwrap

from playground.cli.options import ExplainOptions, RequestError
from playground.cli.streams import write
from playground.engine import RULES, Rule, codes_named, explain, nearest_rule


def run_explain(options: ExplainOptions) -> int:
    """Print the manual of the rule with this code or name, or a line for each rule of a family, or for all; return 0.

    Raises RequestError for an unknown rule."""
    listed = [rule for rule in RULES if not options.code or rule.code in codes_named(options.code)]
    if len(listed) > 1:
        write([f"{rule.code} {rule.name} ({rule.severity}): {explain(rule).summary}" for rule in listed])
        return 0
    rule = _rule(options.code)
    manual = explain(rule)
    write([f"{rule.code} {rule.name} ({rule.severity})", "", manual.summary, "", manual.why])
    for title, example in (("Example", manual.example), ("Instead", manual.instead)):
        write(["", f"{title}:", "", textwrap.indent(example.rstrip("\n"), "    ")])
    return 0


def _rule(code_or_name: str) -> Rule:
    codes = codes_named(code_or_name)
    rule = next((rule for rule in RULES if (rule.code,) == codes), None)
    if rule:
        return rule
    near = codes_named(nearest_rule(code_or_name))
    named = next((f"{rule.code} {rule.name}" for rule in RULES if (rule.code,) == near), "")
    advice = f"Did you mean {named}?" if named else "`explain` without an argument lists all rules."
    raise RequestError(f'no rule has the code or name "{code_or_name}". {advice}')
