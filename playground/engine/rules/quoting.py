"""Quotes for fixes: the text of a scalar as a double-quoted one that YAML and JSON read alike."""

from __future__ import annotations

import json


def quoted(text: str) -> str:
    """``text`` as a double-quoted scalar.

    >>> quoted('say "8080"')
    '"say \\\\"8080\\\\""'
    """
    return json.dumps(text, ensure_ascii=False)
