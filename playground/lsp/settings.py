"""The settings of an editor: its `initializationOptions`, or the section `templatePlayground` of its configuration."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from playground.engine import KUBERNETES_VERSIONS, Dialect, Inputs, codes_named, did_you_mean, nearest_rule

SECTION: Final = "templatePlayground"
_DIALECTS: Final = ("auto", *(dialect.value for dialect in Dialect))
_EDITORS_OWN: Final = ("command", "trace")  # settings of our extension and of its client, which send the whole section
_FIELDS: Final = {"kubernetesVersion": "kubernetes", "dialect": "dialect", "ignore": "ignored", "inlayHints": "hints"}


@dataclass(frozen=True, slots=True)
class EditorSettings:
    """What an editor's user chose."""

    kubernetes: str = ""  # the newest
    dialect: str = "auto"
    ignored: frozenset[str] = frozenset()  # codes of rules
    hints: bool = False  # whether expanded values are shown behind references

    @property
    def inputs(self) -> Inputs:
        """The engine's Inputs."""
        return Inputs(dialect=self.dialect, kubernetes=self.kubernetes)


def settings_of(value: Any, before: EditorSettings) -> tuple[EditorSettings, tuple[str, ...]]:
    """``before`` with the settings in ``value``, which an editor sent; and a sentence about each that is wrong.

    None stands for no settings. A wrong setting keeps its value of ``before``.
    """
    if value is None:
        return before, ()
    if not isinstance(value, dict):
        return before, (f"`{SECTION}` must be an object with settings such as `kubernetesVersion`.",)
    value = {name: setting for name, setting in value.items() if name not in _EDITORS_OWN}
    errors = {name: _error(name, setting) for name, setting in value.items()}
    right = {_FIELDS[name]: setting for name, setting in value.items() if not errors[name] and setting is not None}
    if "ignored" in right:
        right["ignored"] = frozenset(code for word in right["ignored"] for code in codes_named(word))
    return replace(before, **right), tuple(filter(None, errors.values()))


def _error(name: str, value: Any) -> str:
    """What is wrong with a setting; "" if nothing is."""
    return next(_errors(name, value), "")


def _errors(name: str, value: Any) -> Iterator[str]:
    if name not in _FIELDS:
        yield f"`{SECTION}` has no setting `{name}`.{did_you_mean(name, _FIELDS)}"
    elif value is None:
        return
    elif name == "kubernetesVersion" and value not in ("", *KUBERNETES_VERSIONS):
        yield f"`{SECTION}.{name}` must be one of {', '.join(KUBERNETES_VERSIONS)}."
    elif name == "dialect" and value not in _DIALECTS:
        yield f"`{SECTION}.{name}` must be one of {', '.join(_DIALECTS)}."
    elif name == "inlayHints" and not isinstance(value, bool):
        yield f"`{SECTION}.{name}` must be true or false."
    elif name == "ignore":
        yield from _wrong_codes(value)


def _wrong_codes(value: Any) -> Iterator[str]:
    if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
        yield f'`{SECTION}.ignore` must be a list of codes such as "ENV502".'
        return
    for word in value:
        if not codes_named(word):
            near = nearest_rule(word)
            yield f"`{SECTION}.ignore` names no rule: {word}.{f' Did you mean {near}?' if near else ''}"


def section_of(settings: Any) -> Any:
    """Our section of the settings that a `workspace/didChangeConfiguration` brought; None if they have none."""
    return settings.get(SECTION) if isinstance(settings, Mapping) else None
