"""`explain`: prints the manual of a rule."""

from __future__ import annotations

import textwrap

from playground.cli.arguments import ExplainOptions, RequestError
from playground.cli.streams import write
from playground.engine import RULES, Rule, explain, nearest_name


def run_explain(options: ExplainOptions) -> int:
    """Print the manual of the rule with this code or name. Raises RequestError."""
    rule = _rule(options.code)
    manual = explain(rule)
    write([f"{rule.code} {rule.name} ({rule.severity})", "", manual.summary, "", manual.why])
    for title, example in (("Example", manual.example), ("Instead", manual.instead)):
        write(["", f"{title}:", "", textwrap.indent(example.rstrip("\n"), "    ")])
    return 0


def _rule(word: str) -> Rule:
    rules = {key.lower(): rule for rule in RULES for key in (rule.code, rule.name)}
    if word.lower() in rules:
        return rules[word.lower()]
    near = nearest_name(word.lower(), rules)
    meant = f" Did you mean {rules[near].code} {rules[near].name}?" if near else ""
    raise RequestError(f'no diagnostic is called "{word}".{meant}')
