"""Tells files that are meant for other programs, although they look like Kubernetes texts."""

from __future__ import annotations

from pathlib import Path

from playground.engine import Evaluation


def is_for_another_program(evaluation: Evaluation) -> bool:
    """Whether a text cannot be read because it is meant for another program, as a template of a Helm chart is."""
    return not evaluation.readable and any(diagnostic.likeness for diagnostic in evaluation.diagnostics)


def is_in_chart(file: str) -> bool:
    """Whether a file is a template of a Helm chart: below a folder `templates` that is beside a `Chart.yaml`."""
    folders = Path(file).absolute().parents
    return any(folder.name == "templates" and (folder.parent / "Chart.yaml").exists() for folder in folders)
