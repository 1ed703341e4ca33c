"""The requirements files pin whatever any supported Python needs, not only the one that resolved them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib.metadata import requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[2]
# The first of each version; 3.11.2 is Debian 12's. `pip install --require-hashes` refuses what is not pinned.
PYTHONS = ["3.11.0", "3.11.2", "3.12.0", "3.13.0", "3.14.0"]
FILES = ["requirements.txt", "requirements-dev.txt"]


def pinned(text: str) -> Mapping[str, Requirement]:
    """The pins of a requirements file, by the package's name."""
    lines = (line.removesuffix(" \\") for line in text.splitlines() if line[:1].isalnum())
    return {requirement.name.lower().replace("_", "-"): requirement for requirement in map(Requirement, lines)}


def missing(text: str, python: str) -> Iterator[str]:
    """What the pinned packages need with this version of Python, and the file does not pin: "package: requirement"."""
    pins = pinned(text)
    version = {"python_full_version": python, "python_version": python.rpartition(".")[0]}
    for name, pin in pins.items():
        for needed in map(Requirement, requires(name) or ()):
            marker = needed.marker
            applies = any(marker is None or marker.evaluate({**version, "extra": extra}) for extra in ("", *pin.extras))
            if applies and needed.name.lower().replace("_", "-") not in pins:
                yield f"{name}: {needed}"


@pytest.mark.parametrize("python", PYTHONS)
@pytest.mark.parametrize("file", FILES)
def test_all_that_a_python_needs_is_pinned(file: str, python: str) -> None:
    assert list(missing((ROOT / file).read_text(), python)) == []
