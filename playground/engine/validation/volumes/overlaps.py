"""The API server's warnings for files of one volume that have the same path, or of which one is the other's folder.

Kubernetes v1.36 ``pkg/api/pod/warnings.go`` (``warningsForOverlappingVirtualPaths``, since v1.32).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Final, NamedTuple

from playground.engine.kubernetes.pods import mapping, mappings, text
from playground.engine.kubernetes.versions import KubernetesVersion
from playground.engine.model.location import FieldPath
from playground.engine.text.go import quote
from playground.engine.validation.errors import FieldError

MOST_OVERLAPS: Final = 100  # warned of in one pod
MOST_CHARACTERS: Final = 100_000  # of the paths that are compared in one pod; each folder in a path takes memory
# Two more sources of a projected volume are off by default: the API server drops them.
_SOURCES: Final = ("configMap", "secret", "downwardAPI", "serviceAccountToken")


class _File(NamedTuple):
    """One file of a volume."""

    path: str
    source: str = ""  # of a projected volume, such as `Secret "tls"`; "" in other volumes

    def __str__(self) -> str:
        """The file as the warning prints it."""
        return f"{quote(self.path)} ({self.source})" if self.source else quote(self.path)


def overlap_warnings(
    volumes: Sequence[Mapping[str, Any]], path: FieldPath, version: KubernetesVersion
) -> Iterator[FieldError]:
    """The warnings for the ``volumes`` of a pod; ``path`` is that of their list.

    The API server warns of every pair of overlapping paths; here the warnings end after MOST_OVERLAPS. Of all paths,
    the first MOST_CHARACTERS are compared.
    """
    if version.overlapping_paths:
        yield from islice(_all_warnings(volumes, path), MOST_OVERLAPS)


def _all_warnings(volumes: Sequence[Mapping[str, Any]], path: FieldPath) -> Iterator[FieldError]:
    room = _Room()
    for index, volume in enumerate(volumes):
        name = quote(text(volume.get("name")))
        for field, label in (("configMap", "ConfigMap"), ("secret", "Secret"), ("downwardAPI", "DownwardAPI")):
            source = mapping(volume.get(field))
            if source.get("items") is not None:
                named = _named(label, text(source.get("secretName" if field == "secret" else "name")))
                files = map(_File, _item_paths(source))
                yield from _Files(path / index / field, f"volume {name} ({named})", room).add_all(files)
        if volume.get("projected") is not None:
            yield from _projected_warnings(mapping(volume["projected"]), path / index / "projected", name, room)


def _projected_warnings(projected: Mapping[str, Any], path: FieldPath, name: str, room: _Room) -> Iterator[FieldError]:
    files = _Files(path, f"volume {name} (Projected)", room)
    for index, source in enumerate(mappings(projected.get("sources"))):
        if all(source.get(field) is None for field in _SOURCES):
            message = f"{files.volume} has no sources provided"
            yield FieldError(path / "sources" / index, "", "no-sources", message, stage="warning")
        yield from files.add_all(_projected_files(source))


def _projected_files(source: Mapping[str, Any]) -> list[_File]:
    for field, label in (("configMap", "ConfigMap"), ("secret", "Secret"), ("downwardAPI", "DownwardAPI")):
        values = mapping(source.get(field))
        if values.get("items") is not None:
            return [_File(file_path, _named(label, text(values.get("name")))) for file_path in _item_paths(values)]
    token = source.get("serviceAccountToken")
    return [] if token is None else [_File(text(mapping(token).get("path")), "ServiceAccountToken")]


def _item_paths(source: Mapping[str, Any]) -> list[str]:
    return [text(item.get("path")) for item in mappings(source.get("items"))]


def _named(label: str, name: str) -> str:
    return label if label == "DownwardAPI" else f"{label} {quote(name)}"


class _Room:
    """Counts the characters of the paths that are compared in one pod: up to MOST_CHARACTERS."""

    def __init__(self) -> None:
        self._characters = 0

    def take(self, file_path: str) -> bool:
        """Whether there is room for another path."""
        self._characters += len(file_path)
        return self._characters <= MOST_CHARACTERS


class _Files:
    """The files of one volume at ``path``; ``volume`` is its name in warnings."""

    def __init__(self, path: FieldPath, volume: str, room: _Room) -> None:
        self.path, self.volume, self._room = path, volume, room
        self._files: list[_File] = []
        self._root = _Folder()

    def add_all(self, files: Iterable[_File]) -> Iterator[FieldError]:
        """Add the files in their order, and yield a warning for each earlier file that one of them overlaps."""
        for file in files:
            file = _File(file.path.rstrip("/"), file.source)
            if file.path and self._room.take(file.path):
                for number in self._root.overlapping(file.path):
                    body = f"overlapping paths: {file} with {self._files[number]}"
                    yield FieldError(self.path, body, "overlapping-paths", self.volume, stage="warning")
                self._root.add(file.path, len(self._files))
                self._files.append(file)


class _Folder:
    """The files of a volume as a tree; so a path is compared only with those that overlap it."""

    def __init__(self) -> None:
        # Numbers count the files of the volume in their order.
        self.numbers: list[int] = []  # of the files with this path
        self.below: list[int] = []  # of the files below this path
        self.inside: dict[str, _Folder] = {}

    def add(self, file_path: str, number: int) -> None:
        folder = self
        for part in file_path.split("/"):
            folder.below.append(number)
            folder = folder.inside.setdefault(part, _Folder())
        folder.numbers.append(number)

    def overlapping(self, file_path: str) -> list[int]:
        """The numbers of the files with this path, in a folder on its way, or below it."""
        folder = self
        numbers: list[int] = []
        for part in file_path.split("/"):
            numbers += folder.numbers
            if part not in folder.inside:
                return sorted(numbers)
            folder = folder.inside[part]
        return sorted([*numbers, *folder.numbers, *folder.below])
