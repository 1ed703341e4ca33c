"""`-o jsonpath=…`: fields, indexes and `[*]` of what is printed; filters and ranges are refused in words.

k8s.io/client-go ``util/jsonpath``: text stands outside of braces, several results are separated by a space.
"""

from __future__ import annotations

import json
import re
from typing import Any

from playground.commands.request import RequestError
from playground.engine import go_json

_PART = re.compile(r"\{([^{}]*)\}|([^{}]+)")
_STEP = re.compile(r"\.([A-Za-z_][\w-]*|\*)|\[(?:'([^']*)'|(-?[0-9]+|\*))\]")
_TEXT = re.compile(r"\"((?:[^\"\\]|\\.)*)\"|'([^'\\]*)'")


def jsonpath(template: str, value: Any) -> str:
    """What ``template`` finds in ``value``; raises RequestError for what is not there or not supported.

    >>> jsonpath("{.items[0].name}: {.items[*].n}", {"items": [{"name": "a", "n": 1}, {"n": [2]}]})
    'a: 1 [2]'
    """
    done, parts = 0, []
    for match in _PART.finditer(template if "{" in template else f"{{{template}}}"):
        if match.start() != done:
            break
        done = match.end()
        parts.append(match[2] if match[1] is None else _expression(match[1].strip(), value))
    if done != len(template) + (0 if "{" in template else 2):
        raise RequestError(f'jsonpath "{template}" has a brace that is not closed')
    return "".join(parts)


def _expression(expression: str, value: Any) -> str:
    text = _TEXT.fullmatch(expression)
    if text:
        return text[2] if text[1] is None else _unquoted(text[1], expression)
    return " ".join(_shown(found) for found in _found(expression, value))


def _unquoted(inside: str, expression: str) -> str:
    """What stands for ``inside`` of double quotes; the escapes are JSON's, which are most of Go's."""
    try:
        return str(json.loads(f'"{inside}"', strict=False))
    except ValueError:
        raise RequestError(f"jsonpath {expression}: the text in quotes has an escape that is none") from None


def _found(expression: str, value: Any) -> list[Any]:
    found, at = [value], int(expression.startswith(("$", "@")))
    if expression[at:] in ("", "."):
        return found
    while at < len(expression):
        step = _STEP.match(expression, at)
        if step is None:
            raise RequestError(f'jsonpath "{expression}": only fields, indexes and [*] are supported')
        found = [child for item in found for child in _children(item, step, expression)]
        at = step.end()
    return found


def _children(item: Any, step: re.Match[str], expression: str) -> list[Any]:
    name = step[1] if step[1] is not None else step[2]
    if name == "*" or step[3] == "*":
        return list(item.values()) if isinstance(item, dict) else list(item) if isinstance(item, list) else []
    if name is not None:
        if not isinstance(item, dict) or name not in item:
            raise RequestError(f'jsonpath "{expression}": {name} is not found')
        return [item[name]]
    # The digits are counted first: Python refuses to read more than 4,300 of them.
    if not isinstance(item, list) or len(step[3]) > 20 or not -len(item) <= int(step[3]) < len(item):
        raise RequestError(f'jsonpath "{expression}": array index out of bounds: index {step[3]}')
    return [item[int(step[3])]]


def _shown(value: Any) -> str:
    return value if isinstance(value, str) else go_json(value)
