"""Names of files as programs expect them that show a report beside a repository: relative to its root.

GitHub Actions sets GITHUB_WORKSPACE to the root, GitLab CI sets CI_PROJECT_DIR: a step may work in another folder.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

ROOTS: Final = ("GITHUB_WORKSPACE", "CI_PROJECT_DIR")


def from_root(file: str) -> str:
    """``file`` relative to the root of the repository or, outside of pipelines, to the current folder.

    A file elsewhere keeps its name, without any `.` and `..` that can be left out.
    """
    here = Path.cwd()
    roots = (Path(os.path.realpath(value)) for name in ROOTS if (value := os.environ.get(name)))
    root = next((root for root in roots if here.is_relative_to(root)), here)
    path = Path(os.path.normpath(here / file))
    return str(path.relative_to(root)) if path.is_relative_to(root) else os.path.normpath(file)
