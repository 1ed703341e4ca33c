"""The syntax of variable references ``$(NAME)``, and the specification's ``expand`` and ``mapping_func_for``.

Containers are expanded by ``tracing.traced``, which reads the same tokens and records each one's fate. ``expand`` says
in five lines what the result must be: it is for callers from outside, and the tests hold ``traced`` to it.

Kubernetes v1.36 ``third_party/forked/golang/expansion/expand.go``; the design document "Variable expansion in pod
command, args, and env" names the mapping function and its events.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Literal

from playground.engine.containers.events import ObjectEventRecorder
from playground.engine.model.records import record

UNRESOLVED_VARIABLE = "UnresolvedVariable"  # reason of the Event that an unresolved reference raises

# Used only on text up to its last `)`: every `$(` before it is closed, so no search for `)` fails and the time is
# linear. The kubelet's own loop is quadratic on many `$(` without `)`.
_CLOSED = re.compile(r"\$(?:\$|\(([^)]*+)\))")
# The same with the whole of `$$(NAME)` in one match. A NAME with `$` in it is left out: what follows an escaped
# operator is scanned again, so `$$(A$(B))` holds a live reference to B.
_CLOSED_TOKEN = re.compile(r"\$\$(?:\(([^)$]*+)\))?|\$\(([^)]*)\)")
# What kubelets up to v1.33 corrupt: a single operator before a non-ASCII character.
_DAMAGED = r"|(?P<damaged>\$[^\x00-\x7f])"
_CLOSED_TOKEN_DAMAGED = re.compile(_CLOSED_TOKEN.pattern + _DAMAGED)
_OPEN_TOKEN = re.compile(r"\$\$|\$\(([-._A-Za-z0-9]*)")
_OPEN_TOKEN_DAMAGED = re.compile(_OPEN_TOKEN.pattern + _DAMAGED)

TokenKind = Literal["reference", "escaped", "operator", "incomplete", "damaged"]


@record()
class VariableToken:
    """One place where the operator `$` has a meaning, or almost has one: ``text[start:end]``, in code points.

    ``reference``  `$(NAME)`, replaced by what the mapping function returns
    ``escaped``    `$$(NAME)`, becomes `$(NAME)` whether NAME is defined or not
    ``operator``   any other `$$`, becomes `$`; ``name`` is empty
    ``incomplete`` `$(` without any `)` after it, stays; ``name`` is the run of name characters after it
    ``damaged``    `$é`, which old kubelets corrupt (see ``damaged_text``); ``name`` is empty
    """

    start: int
    end: int
    name: str
    kind: TokenKind


def expand(text: str, mapping: Callable[[str], str]) -> str:
    """``text`` with every variable reference replaced by ``mapping(NAME)``; values are not scanned again.

    NAME is everything up to the first `)`, spaces and `$` included; `$$` becomes `$`; an unclosed `$(` stays. Linear in
    text and values, which no limit bounds: ``containers.tracing`` has those of the preview.

    >>> expand("$(A)-$$(A)-$(B", {"A": "1"}.__getitem__)
    '1-$(A)-$(B'
    """
    if "$" not in text:
        return text
    closed = text.rfind(")") + 1
    # Alternately what stays and a NAME (None for `$$`); `sub` with a function takes half again as long.
    parts = _CLOSED.split(text[:closed])
    parts[1::2] = ["$" if name is None else mapping(name) for name in parts[1::2]]
    return "".join(parts) + text[closed:].replace("$$", "$")


def mapping_func_for(recorder: ObjectEventRecorder | None, *contexts: Mapping[str, str]) -> Callable[[str], str]:
    """The mapping function of the specification: the first context that has the name wins, even with the value "".

    For a name that no context has it returns the reference itself, `$(NAME)`, and records one Event per call, if there
    is a recorder. So later contexts hold the defaults for earlier ones:

    >>> host = mapping_func_for(None, {"DB_SERVICE_HOST": "10.0.0.7"}, {"DB_SERVICE_HOST": "localhost"})
    >>> host("DB_SERVICE_HOST"), host("DB_SERVICE_PORT")
    ('10.0.0.7', '$(DB_SERVICE_PORT)')
    """

    def mapping(name: str) -> str:
        for context in contexts:
            if name in context:
                return context[name]
        if recorder is not None:
            message = f"variable reference $({name}) could not be expanded: {name} is not defined"
            recorder.event(UNRESOLVED_VARIABLE, message)
        return f"$({name})"

    return mapping


def damaged_text(written: str) -> str:
    """What kubelets up to v1.33 made of `$` followed by a non-ASCII character (kubernetes/kubernetes#136325).

    They took the first byte of its UTF-8 encoding as a code point; the remaining bytes are invalid UTF-8, shown as
    U+FFFD.

    >>> damaged_text("$£") == "$Â" + chr(0xFFFD)
    True
    """
    first, *rest = written[1:].encode("utf-8", "surrogatepass")
    return "$" + chr(first) + "\ufffd" * len(rest)


def variable_tokens(text: str, *, damaging: bool = False) -> tuple[VariableToken, ...]:
    """Every VariableToken of ``text``, left to right, without overlap; damaged ones only if ``damaging``. Linear time.

    >>> [(token.kind, token.name) for token in variable_tokens("$(A) $$(B) $$ $(C")]
    [('reference', 'A'), ('escaped', 'B'), ('operator', ''), ('incomplete', 'C')]
    """
    if damaging or "$$" in text:
        closed_token = _CLOSED_TOKEN_DAMAGED if damaging else _CLOSED_TOKEN
        closed = text.rfind(")") + 1
        found = [_closed_token(match) for match in closed_token.finditer(text, 0, closed)]
    else:  # only references, as in most texts, which need no pattern
        found, closed = [], 0
        while (start := text.find("$(", closed)) >= 0 and (end := text.find(")", start) + 1):
            found.append(VariableToken(start, end, text[start + 2 : end - 1], "reference"))
            closed = end
    if text.find("$", closed) >= 0:
        open_token = _OPEN_TOKEN_DAMAGED if damaging else _OPEN_TOKEN
        found += [_open_token(match) for match in open_token.finditer(text, closed)]
    return tuple(found)


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
