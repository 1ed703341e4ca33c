"""The specification's two functions: ``expand`` and ``mapping_func_for``.

Containers are expanded by ``expansion.expand_text``, which also records the fate of every reference. Tests check that
its results are those of ``expand``. Other programs may call ``expand``.

Kubernetes v1.36 ``third_party/forked/golang/expansion/expand.go``; the design document "Variable expansion in pod
command, args, and env" names the mapping function and its events.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from playground.engine.containers.events import ObjectEventRecorder

UNRESOLVED_VARIABLE = "UnresolvedVariable"  # reason of the Event that an unresolved reference raises

# Used only on text up to its last `)`: every `$(` before it is closed, so no search for `)` fails and the time is
# linear. The kubelet's own loop is quadratic on many `$(` without `)`.
_CLOSED = re.compile(r"\$(?:\$|\(([^)]*+)\))")


def expand(text: str, mapping: Callable[[str], str]) -> str:
    """``text`` with every variable reference replaced by ``mapping(NAME)``; values are not scanned again.

    NAME is everything up to the first `)`, spaces and `$` included; `$$` becomes `$`; an unclosed `$(` stays. The time
    is linear in text and values. Nothing limits the result; ``expansion`` has the preview's limits.

    >>> expand("$(A)-$$(A)-$(B", {"A": "1"}.__getitem__)
    '1-$(A)-$(B'
    """
    if "$" not in text:
        return text
    closed = text.rfind(")") + 1
    # By turns: text that stays, and a NAME (None for `$$`). `sub` with a function takes 1.5 times as long.
    parts = _CLOSED.split(text[:closed])
    parts[1::2] = ["$" if name is None else mapping(name) for name in parts[1::2]]
    return "".join(parts) + text[closed:].replace("$$", "$")


def mapping_func_for(recorder: ObjectEventRecorder | None, *contexts: Mapping[str, str]) -> Callable[[str], str]:
    """The mapping function of the specification: the first context that has the name wins, even with the value "".

    For a name that no context has it returns the reference itself, `$(NAME)`, and records one Event per call if there
    is a recorder. Later contexts hold the defaults for earlier ones:

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
