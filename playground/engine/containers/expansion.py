"""Expands the texts of containers and records the fate of every reference; ``tokens`` has the syntax.

The limits are the preview's. The kubelet has none: 25 chained variables of two references each make 168 MB.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from playground.engine.containers.budget import Budget
from playground.engine.containers.environment import RESOLVED, WITHHELD, ExpandedText, Fate, Variable, VariableReference
from playground.engine.containers.tokens import VariableToken, damaged_text, variable_tokens
from playground.engine.kubernetes.names import config_key_errors
from playground.engine.model.location import FieldPath
from playground.engine.model.records import record

_FATES = {"escaped": Fate.ESCAPED, "operator": Fate.OPERATOR, "incomplete": Fate.INCOMPLETE}


@record()
class Scope:
    """The contexts where names are looked up: the first that has the name wins, even with an empty value."""

    contexts: tuple[Mapping[str, Variable], ...]
    unresolved: Callable[[str], str]  # called with each name that no context has; returns the replacement
    budget: Budget
    damaging: bool = False  # whether `$` before a non-ASCII character is corrupted, as by old kubelets
    unknown_prefixes: frozenset[str] = frozenset()  # in `envFrom`, of the ConfigMaps and Secrets with unknown keys

    def find(self, name: str) -> Variable | None:
        """The variable ``name`` of the first context that has it; None if none has."""
        for context in self.contexts:
            if name in context:
                return context[name]
        return None

    def may_have(self, name: str) -> bool:
        """Whether a source with unknown keys could define ``name``: its prefix followed by a valid key."""
        return any(
            name.startswith(prefix) and not config_key_errors(name.removeprefix(prefix))
            for prefix in self.unknown_prefixes
        )


def expand_text(text: str, path: FieldPath, scope: Scope) -> ExpandedText:
    """``text`` expanded in ``scope``: the result of ``specification.expand`` unless a limit is hit. Linear time."""
    if "$" not in text:
        return ExpandedText(path, text, text)
    if not scope.budget.take_references(text.count("$")):
        return ExpandedText(path, text, text, withheld=True)
    pieces: list[str] = []
    references: list[VariableReference] = []
    position = 0  # the end of the part of ``text`` that is expanded so far
    length = 0  # of the result so far
    tokens = variable_tokens(text, damaging=scope.damaging)
    scope.budget.deadline.spend(len(tokens))
    for token in tokens:
        pieces.append(text[position : token.start])
        length += token.start - position
        fate, replacement, variable = _outcome(token, text, scope, length)
        pieces.append(replacement)
        value = replacement if fate is RESOLVED else None
        end = length + len(replacement)
        references.append(VariableReference(token.name, token.start, token.end, fate, value, variable, length, end))
        position, length = token.end, end
    pieces.append(text[position:])
    return ExpandedText(path, text, "".join(pieces), tuple(references))


def _outcome(token: VariableToken, text: str, scope: Scope, length: int) -> tuple[Fate, str, Variable | None]:
    """The fate of one token, its replacement, and the variable of its name. ``length``: the result's length so far."""
    if token.kind != "reference":
        source = text[token.start : token.end]
        if token.kind == "damaged":
            return Fate.DAMAGED, damaged_text(source), None
        fate = _FATES[token.kind]
        if fate is Fate.INCOMPLETE:
            return fate, source, None
        return fate, source[1:], None  # without the first `$`
    variable = scope.find(token.name)
    if variable is None and not scope.may_have(token.name):
        return Fate.UNRESOLVED, scope.unresolved(token.name), None
    if variable is None or variable.value is None:
        return Fate.UNKNOWN, text[token.start : token.end], variable
    fits = length + len(variable.value) <= scope.budget.limits.text_characters
    if fits and scope.budget.take_characters(len(variable.value)):
        return RESOLVED, variable.value, variable
    return WITHHELD, text[token.start : token.end], variable
