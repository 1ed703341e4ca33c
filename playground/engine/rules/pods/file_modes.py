"""Rules about the modes of files in volumes: `defaultMode` and `mode`.

Kubernetes v1.36 ``pkg/apis/core/validation``: a mode is a number from 0 to 0777.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from playground.engine.evaluation import Evaluation
from playground.engine.kubernetes.pods import sequence
from playground.engine.model.deadline import Deadline
from playground.engine.model.diagnostics import Finding, Severity, write
from playground.engine.model.location import FieldPath
from playground.engine.rules.registry import rule
from playground.engine.rules.walks import entries, pods

# Modes that people write, as octal digits.
_USUAL_MODES: Final = frozenset(
    "400 440 444 500 550 555 600 640 644 660 664 666 700 740 744 750 755 760 770 774 775 776 777".split()
)
_MODES: Final = frozenset({"defaultMode", "mode"})
_DEEPEST: Final = 6  # levels from a volume to the mode of an item of a projected source


@rule("POD619", Severity.WARNING)
def decimal_file_mode(evaluation: Evaluation) -> Iterator[Finding]:
    """The mode of a file looks octal, but is a decimal number.

    `400` is decimal four hundred, which is `0620` in octal: the group may write the file, and the program may not be
    able to read it. YAML reads a number as octal if it begins with a zero. JSON has no octal numbers, so `0400` is
    written as `256` there. The API server refuses numbers above 511, which is `0777`.

    Example::

        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
          - {name: web, image: registry.example/web:1, volumeMounts: [{name: keys, mountPath: /keys}]}
          volumes:
          - name: keys
            secret: {secretName: keys, defaultMode: 400}

    Instead::

        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
          - {name: web, image: registry.example/web:1, volumeMounts: [{name: keys, mountPath: /keys}]}
          volumes:
          - name: keys
            secret: {secretName: keys, defaultMode: 0400}
    """
    for item, pod in pods(evaluation).values():
        for index, volume in enumerate(sequence(pod.spec.get("volumes"))):
            for path, mode in _modes(volume, pod.spec_path / "volumes" / index, _DEEPEST, evaluation.deadline):
                if str(mode) not in _USUAL_MODES or f"{mode:o}" in _USUAL_MODES:
                    continue  # the digits are no usual mode, or the decimal number is one: 420 is 0644
                where, is_json = item.where(path), item.document.syntax == "json"
                meant, reason = (str(int(str(mode), 8)), ": JSON has no octal numbers") if is_json else (f"0{mode}", "")
                span = item.span(path)
                refused = ", which the API server refuses" if mode > 0o777 else ""
                yield Finding(
                    f"`{path[-1]}: {mode}` is a decimal number; in octal, it is `0{mode:o}`{refused}.",
                    span,
                    hint=f"If the octal mode {mode} is meant, as in `chmod {mode}`, write `{meant}`{reason}.",
                    field=str(where),
                    fix=write(meant, span) if item.document.raw(where) == str(mode) else None,
                )


def _modes(value: Any, path: FieldPath, levels: int, deadline: Deadline) -> Iterator[tuple[FieldPath, int]]:
    """The modes that are numbers, below ``value`` and at most ``levels`` levels deeper, with their paths."""
    for key, entry in entries(value, deadline):
        if key in _MODES and type(entry) is int:
            yield path / key, entry
        elif levels:
            yield from _modes(entry, path / key, levels - 1, deadline)
