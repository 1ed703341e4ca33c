"""Names in a chart: of the chart, and of its values."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

LONGEST_CHART_NAME: Final = 53  # characters of a release, which is often named as its chart
_DNS_LABEL: Final = re.compile(r"[a-z0-9](?:[a-z0-9-]*[a-z0-9])?")
_NO_LABEL: Final = re.compile(r"[^a-z0-9]+")
_RESERVED: Final = frozenset({"global"})  # Helm expects a mapping of this name


def is_chart_name(name: str) -> bool:
    """Whether a chart may have this ``name``: a DNS label that may also name a release."""
    return len(name) <= LONGEST_CHART_NAME and _DNS_LABEL.fullmatch(name) is not None


def chart_name(name: str) -> str:
    """The DNS label that is nearest to the ``name`` of a Template.

    >>> chart_name("Shop_Web (dev)"), chart_name("…")
    ('shop-web-dev', 'chart')
    """
    return _NO_LABEL.sub("-", name.lower()).strip("-")[:LONGEST_CHART_NAME].strip("-") or "chart"


def value_names(parameters: Iterable[str]) -> Mapping[str, str]:
    """The name in `values.yaml` of each of the ``parameters``, which are different names.

    The name is in lower camel case. If two Parameters would get the same name, both keep theirs. No name is `global`.

    >>> dict(value_names(["DB_HOST", "imageTag", "APP", "app", "0A"]))
    {'DB_HOST': 'dbHost', 'imageTag': 'imageTag', 'APP': 'APP', 'app': 'app', '0A': '0a'}
    >>> dict(value_names(["GLOBAL", "global"]))
    {'GLOBAL': 'GLOBAL', 'global': 'globalValue_'}
    """
    camel = {name: _camel(name) for name in parameters}
    counts = Counter(camel.values())
    names = {
        name: new if counts[new] == 1 and (new == name or new not in camel) else name for name, new in camel.items()
    }
    for name in _RESERVED & names.keys():
        new = camel[name]
        while new in camel or counts[new] > 1:
            new += "_"
        names[name] = new
    return names


def _camel(name: str) -> str:
    """``name`` in lower camel case; words of mixed case keep their inner capitals."""
    first, *others = [word.lower() if word.isupper() else word for word in name.split("_") if word] or [name]
    camel = "".join((first[:1].lower() + first[1:], *(word[:1].upper() + word[1:] for word in others)))
    return f"{camel}Value" if camel in _RESERVED else camel
