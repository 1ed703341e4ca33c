"""The Inputs of an evaluation: all that its result depends on beside the text, the random source and the deadline."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any

from playground.engine.kubernetes.versions import NEWEST
from playground.engine.records import record
from playground.engine.source import Limits


@record()
class Inputs:
    """What the user chose, gave and assumed, as the arguments of ``evaluate`` that have the same names."""

    values: Mapping[str, str] = field(default_factory=dict)  # for Parameters, by name
    expressions: Mapping[str, str] = field(default_factory=dict)  # a `from` in place of the declared one, by name
    pinned: Mapping[str, str] = field(default_factory=dict)  # generated values to keep, by name
    dialect: str = "auto"  # or a Dialect
    cluster: Mapping[str, Any] | None = None  # Services, ConfigMaps, Secrets, … beside what the text holds
    assumed: Mapping[str, str] = field(default_factory=dict)  # variables to take as defined, by name
    kubernetes: str = str(NEWEST)
    labels: Mapping[str, str] = field(default_factory=dict)  # override those of the Template
    limits: Limits = field(default_factory=Limits)
