"""The syntax of variable references `$(NAME)`: every place in a text where the operator `$` has a meaning.

Kubernetes v1.36 ``third_party/forked/golang/expansion/expand.go``.
"""

from __future__ import annotations

import re
from typing import Literal

from playground.engine.model.records import record

# Used only on text up to its last `)`, where every `$(` is closed. `$$(NAME)` is one match if NAME has no `$`. The text
# after an escaped operator is scanned again, so `$$(A$(B))` has a reference to B.
_CLOSED_TOKEN = re.compile(r"\$\$(?:\(([^)$]*+)\))?|\$\(([^)]*)\)")
# Kubelets up to v1.33 corrupt a single operator before a non-ASCII character.
_DAMAGED = r"|(?P<damaged>\$[^\x00-\x7f])"
_CLOSED_TOKEN_DAMAGED = re.compile(_CLOSED_TOKEN.pattern + _DAMAGED)
# Used only on text after the last `)`, where no `$(` is closed.
_OPEN_TOKEN = re.compile(r"\$\$|\$\(([-._A-Za-z0-9]*)")
_OPEN_TOKEN_DAMAGED = re.compile(_OPEN_TOKEN.pattern + _DAMAGED)

TokenKind = Literal["reference", "escaped", "operator", "incomplete", "damaged"]


@record()
class VariableToken:
    """One place where the operator `$` has a meaning, or almost has one: ``text[start:end]``, in code points.

    ``reference``  `$(NAME)`, replaced by the value of the mapping function
    ``escaped``    `$$(NAME)`, becomes `$(NAME)` whether NAME is defined or not
    ``operator``   any other `$$`, becomes `$`; ``name`` is empty
    ``incomplete`` `$(` without any `)` after it, stays; ``name`` is the run of name characters after it
    ``damaged``    `$é`, which old kubelets corrupt (see ``damaged_text``); ``name`` is empty
    """

    start: int
    end: int
    name: str
    kind: TokenKind


def damaged_text(character: str) -> str:
    """The output of kubelets up to v1.33 for `$` and a non-ASCII character (kubernetes/kubernetes#136325).

    They took the first byte of the character's UTF-8 encoding as a code point. The remaining bytes are invalid UTF-8,
    shown as U+FFFD.

    >>> damaged_text("$£") == "$Â" + chr(0xFFFD)
    True
    """
    first_byte, *other_bytes = character[1:].encode("utf-8", "surrogatepass")
    return "$" + chr(first_byte) + "\ufffd" * len(other_bytes)


def variable_tokens(text: str, *, damaging: bool = False) -> tuple[VariableToken, ...]:
    """Every VariableToken of ``text``, left to right, without overlap; damaged ones only if ``damaging``. Linear time.

    >>> [(token.kind, token.name) for token in variable_tokens("$(A) $$(B) $$ $(C")]
    [('reference', 'A'), ('escaped', 'B'), ('operator', ''), ('incomplete', 'C')]
    """
    if damaging or "$$" in text:
        closed_token = _CLOSED_TOKEN_DAMAGED if damaging else _CLOSED_TOKEN
        closed_end = text.rfind(")") + 1  # from here on, no `$(` is closed
        tokens = [_closed_token(match) for match in closed_token.finditer(text, 0, closed_end)]
    else:  # no `$$`: the closed tokens are all references, and to find them takes no pattern
        tokens, closed_end = [], 0
        while (start := text.find("$(", closed_end)) >= 0 and (end := text.find(")", start) + 1):
            tokens.append(VariableToken(start, end, text[start + 2 : end - 1], "reference"))
            closed_end = end
    if text.find("$", closed_end) >= 0:
        open_token = _OPEN_TOKEN_DAMAGED if damaging else _OPEN_TOKEN
        tokens += [_open_token(match) for match in open_token.finditer(text, closed_end)]
    return tuple(tokens)


def _closed_token(match: re.Match[str]) -> VariableToken:
    escaped, name = match[1], match[2]
    if name is not None:
        return VariableToken(match.start(), match.end(), name, "reference")
    if escaped is not None:
        return VariableToken(match.start(), match.end(), escaped, "escaped")
    return _plain_token(match)


def _open_token(match: re.Match[str]) -> VariableToken:
    if match[1] is None:
        return _plain_token(match)
    return VariableToken(match.start(), match.end(), match[1], "incomplete")


def _plain_token(match: re.Match[str]) -> VariableToken:
    kind: TokenKind = "operator" if match[0] == "$$" else "damaged"
    return VariableToken(match.start(), match.end(), "", kind)
