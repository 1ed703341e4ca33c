"""The commands that check and install a chart, and those that let it take over objects that run already.

Helm 3.17 and newer have `--take-ownership`. Every Helm takes over an object that has its label and its annotations.
"""

from __future__ import annotations

import re
import shlex
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from playground.engine.kubernetes.pods import items_of, mapping, name_of
from playground.engine.model.location import FieldPath
from playground.engine.model.records import record
from playground.engine.templates import Origin, ProcessedTemplate
from playground.engine.templates.objects import group_and_version

PLACEHOLDER: Final = "VALUE"  # in a command, for each value that whoever runs it has to fill in
NAMESPACE: Final = "NAMESPACE"  # the same, for the namespace
_MOST_OBJECTS: Final = 50  # in one command
_KIND: Final = re.compile(r"[A-Za-z][A-Za-z0-9]*")
_GROUP: Final = re.compile(r"[a-z0-9.-]*")
_OBJECT_NAME: Final = re.compile(r"[A-Za-z0-9][^\s/%=$]*")  # `%` and `/`: no name of Kubernetes has them
_NAME: Final = FieldPath(("metadata", "name"))


@record()
class NeededValue:
    """A value that whoever installs a chart has to give. ``is_private``: the file of private values has it."""

    name: str
    is_json: bool
    is_private: bool

    @property
    def option(self) -> str:
        """The option of Helm that gives the value."""
        return f"{'--set-json' if self.is_json else '--set-string'} {self.name}={PLACEHOLDER}"


@record()
class RunningObject:
    """What `kubectl` calls an object of the chart, such as `deployment.apps/web`, and its namespace; "": any."""

    address: str
    namespace: str


def running_objects(processed: ProcessedTemplate) -> Iterator[RunningObject]:
    """The objects of a Template as they run; without those whose names nobody knows, or that cannot exist."""
    unknown = {value.parameter.name for value in processed.values if value.origin in (Origin.GENERATED, Origin.MISSING)}
    for item in processed.objects:
        named = [piece.parameter for path, pieces in item.pieces.items() if path[-2:] == _NAME for piece in pieces]
        if not unknown.intersection(named):
            yield from filter(None, (_running(value) for _, value in items_of(item.value)))


def _running(value: Any) -> RunningObject | None:
    fields = mapping(value)
    kind, name, namespace = fields.get("kind"), name_of(value), mapping(fields.get("metadata")).get("namespace")
    group = (group_and_version(fields.get("apiVersion")) or ("", ""))[0]
    if not isinstance(kind, str) or not _KIND.fullmatch(kind) or not _GROUP.fullmatch(group):
        return None
    if not isinstance(name, str) or not _OBJECT_NAME.fullmatch(name):
        return None
    is_text = isinstance(namespace, str) and _OBJECT_NAME.fullmatch(namespace)
    return RunningObject(f"{kind.lower()}{group and f'.{group}'}/{name}", str(namespace) if is_text else "")


def install_line(release: str, place: str, needed: Iterable[NeededValue], values_files: Sequence[str]) -> str:
    """The command that installs the chart at ``place``, or upgrades it. ``values_files``: with the private values."""
    return f"helm upgrade --install {release} {shlex.quote(place)}{_options(needed, values_files)}"


def lint_line(place: str, needed: Iterable[NeededValue], values_files: Sequence[str]) -> str:
    """The command that checks the chart at ``place``."""
    return f"helm lint {shlex.quote(place)}{_options(needed, values_files)}"


def _options(needed: Iterable[NeededValue], values_files: Sequence[str]) -> str:
    files = [f" -f {shlex.quote(file)}" for file in values_files]
    return "".join((*files, *(f" {value.option}" for value in needed if not (value.is_private and values_files))))


def ownership_lines(release: str, objects: Iterable[RunningObject]) -> Iterator[str]:
    """The commands after which a Helm before 3.17 takes the running ``objects`` over, without `--take-ownership`."""
    by_namespace: Mapping[str, list[str]] = defaultdict(list)
    for item in objects:
        by_namespace[item.namespace].append(shlex.quote(item.address))
    label = "app.kubernetes.io/managed-by=Helm"
    annotations = f"meta.helm.sh/release-name={release} meta.helm.sh/release-namespace={NAMESPACE}"
    for namespace, addresses in by_namespace.items():
        option = f"-n {shlex.quote(namespace) if namespace else NAMESPACE}"
        for start in range(0, len(addresses), _MOST_OBJECTS):
            names = " ".join(addresses[start : start + _MOST_OBJECTS])
            yield f"kubectl {option} label --overwrite {names} {label}"
            yield f"kubectl {option} annotate --overwrite {names} {annotations}"
