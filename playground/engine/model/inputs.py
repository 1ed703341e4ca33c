"""The Inputs of an evaluation: what the user chose, gave and assumed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any

from playground.engine.model.records import record


@record()
class Inputs:
    """What the user chose, gave and assumed.

    ``expressions`` replace the ``from`` of Parameters. ``generated`` are values that an earlier evaluation generated:
    this evaluation keeps them.
    ``cluster`` is what the pod would find beside the Objects of the text; its keys are CLUSTER_KEYS. ``kubernetes`` is
    the cluster's version, one of KUBERNETES_VERSIONS or "", the newest; ``evaluate`` raises ValueError for any other.
    """

    values: Mapping[str, str] = field(default_factory=dict)  # of Parameters, by name (``-p NAME=value``)
    expressions: Mapping[str, str] = field(default_factory=dict)  # by the Parameter's name
    generated: Mapping[str, str] = field(default_factory=dict)  # by the Parameter's name
    dialect: str = "auto"  # the value of a Dialect; "auto": the Template's apiVersion decides
    cluster: Mapping[str, Any] | None = None
    assumed: Mapping[str, str] = field(default_factory=dict)  # variables to take as defined, by name
    kubernetes: str = ""  # the newest
    labels: Mapping[str, str] = field(default_factory=dict)  # set besides the Template's, or in their place (``-l``)


NO_INPUTS = Inputs()
