"""Tells Kubernetes texts from all other YAML and JSON: hooks and editors name every file of a folder.

A document is a Kubernetes text if it has two of the keys `apiVersion`, `kind` and `metadata`: a misspelt third key is
an error, while a Helm chart's `Chart.yaml` and many pipelines have only one of the three.
"""

from __future__ import annotations

import re
from typing import Any, Final

from playground.engine.reading import Source

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


def is_kubernetes_text(source: Source) -> bool:
    """Whether one of the documents is a Kubernetes text; of those that cannot be read, whether they begin like one."""
    if any(_is_object(document.value) for document in source.documents):
        return True
    return any(problem.refused for problem in source.problems) and begins_like_kubernetes(source.text.text)


def begins_like_kubernetes(text: str) -> bool:
    """Whether two of the keys begin lines of a text that cannot be read, or are anywhere in JSON."""
    pattern = _JSON_KEY if text.lstrip("\ufeff \t\r\n")[:1] in ("{", "[") else _HEAD_LINE
    return len(set(pattern.findall(text))) >= _LEAST


def _is_object(value: Any) -> bool:
    if not isinstance(value, dict) or sum(key in value for key in _HEAD) < _LEAST:
        return False
    return not str(value.get("apiVersion")).startswith(_OTHER_PROGRAMS)
