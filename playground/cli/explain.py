"""`explain`: prints the manual of a rule."""

from __future__ import annotations

import textwrap

from playground.cli.arguments import ExplainOptions, RequestError
from playground.cli.streams import write
from playground.engine import RULES, Rule, explain, nearest_name


def run_explain(options: ExplainOptions) -> int:
    """Print the manual of the rule with this code or name; return 0. Raises RequestError for an unknown rule."""
    rule = _rule(options.code)
    manual = explain(rule)
    write([f"{rule.code} {rule.name} ({rule.severity})", "", manual.summary, "", manual.why])
    for title, example in (("Example", manual.example), ("Instead", manual.instead)):
        write(["", f"{title}:", "", textwrap.indent(example.rstrip("\n"), "    ")])
    return 0


def _rule(code_or_name: str) -> Rule:
    rules = {key.lower(): rule for rule in RULES for key in (rule.code, rule.name)}
    key = code_or_name.lower()
    if key in rules:
        return rules[key]
    near = nearest_name(key, rules)
    advice = f"Did you mean {rules[near].code} {rules[near].name}?" if near else "`check` prints codes such as ENV502."
    raise RequestError(f'no rule has the code or name "{code_or_name}". {advice}')
