"""Tells Kubernetes texts from all other YAML and JSON: `check` passes over the others, because a hook names every file.

A document is a Kubernetes text if it has two of the keys `apiVersion`, `kind` and `metadata`: a misspelt third key is
an error, while a Helm chart's `Chart.yaml` and many pipelines have only one of the three.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

from playground.engine import Evaluation, Source

_HEAD: Final = ("apiVersion", "kind", "metadata")
_LEAST: Final = 2  # keys of _HEAD
_KEY = re.compile(rf"\b({'|'.join(_HEAD)})[\"']?\s*:")
_HEAD_LINE = re.compile(rf"^[\"']?({'|'.join(_HEAD)})[\"']?[ \t]*:", re.MULTILINE)
_JSON_KEY = re.compile(rf"\"({'|'.join(_HEAD)})\"\s*:")
# Files of `kubectl kustomize` and of `process --values`: no cluster reads them.
_OTHER_PROGRAMS: Final = ("kustomize.config.k8s.io/", "playground/")


def may_be_kubernetes(text: str) -> bool:
    """Whether a text has the keys of a Kubernetes text at all; cheap, because nothing is parsed."""
    return sum(key in text for key in _HEAD) >= _LEAST and len(set(_KEY.findall(text))) >= _LEAST


def is_kubernetes(source: Source) -> bool:
    """Whether one of the documents is a Kubernetes text; of those that cannot be read, whether they begin like one."""
    if any(_is_object(document.value) for document in source.documents):
        return True
    return any(problem.refused for problem in source.problems) and begins_like_kubernetes(source.text.text)


def begins_like_kubernetes(text: str) -> bool:
    """Whether two of the keys begin lines of a text that cannot be read, or are anywhere in JSON."""
    pattern = _JSON_KEY if text.lstrip("\ufeff \t\r\n")[:1] in ("{", "[") else _HEAD_LINE
    return len(set(pattern.findall(text))) >= _LEAST


def is_for_another_program(evaluation: Evaluation) -> bool:
    """Whether a text cannot be read because it is meant for another program, as a template of a Helm chart is."""
    return not evaluation.readable and any(diagnostic.likeness for diagnostic in evaluation.diagnostics)


def is_in_chart(file: str) -> bool:
    """Whether a file is a template of a Helm chart: below a folder `templates` that is beside a `Chart.yaml`."""
    folders = Path(file).absolute().parents
    return any(folder.name == "templates" and (folder.parent / "Chart.yaml").exists() for folder in folders)


def _is_object(value: Any) -> bool:
    if not isinstance(value, dict) or sum(key in value for key in _HEAD) < _LEAST:
        return False
    return not str(value.get("apiVersion")).startswith(_OTHER_PROGRAMS)
