"""Builds the package `template-playground`: engine, command line and language server, as `template_playground`.

In the repository the package is called `playground`, too general a name for an environment that others share.
setuptools calls the command below (pyproject.toml). It copies the modules and renames `playground` in their imports. It
adds the scripts for completion and the manual page, so that the installed program needs no shtab.

`pip install --editable` does not work: use `python -m playground`. The site runs from the repository, and its packages
are the extra `web`: its code would double the size of the wheel.
"""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from setuptools.command.build_py import build_py

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))  # setuptools loads this file alone

from deploy.man_page import man_page  # noqa: E402
from playground import COMMAND  # noqa: E402
from playground.cli.arguments import command_parser  # noqa: E402
from playground.cli.completion import SCRIPTS, completion_script  # noqa: E402
from playground.cli.options import SHELLS  # noqa: E402

PACKAGE = "template_playground"
SOURCE = ROOT / "playground"
# The parts of `playground` that the package has. The others are the site.
PARTS = ("__init__.py", "__main__.py", "cli", "engine", "lsp")
# What else the package is built from.
OTHERS = ("deploy/man_page.py", "deploy/package.py", "docs/command-line.md")
_IMPORT = re.compile(r"^( *(?:from|import) )playground\b", re.MULTILINE)


class BuildPackage(build_py):
    """The command `build_py`."""

    def run(self) -> None:
        """Write all files of the package below `build_lib`, and the manual page beside them."""
        folder = Path(self.build_lib, PACKAGE)
        shutil.rmtree(folder, ignore_errors=True)  # modules of a former build
        for file in files():
            target = folder / file.relative_to(SOURCE)
            target.parent.mkdir(parents=True, exist_ok=True)
            text = file.read_text(encoding="utf-8")
            target.write_text(renamed(text) if file.suffix == ".py" else text, encoding="utf-8")
        scripts = folder / SCRIPTS.relative_to(SOURCE)
        scripts.mkdir()
        for shell in SHELLS:
            (scripts / shell).write_text(completion_script(command_parser(COMMAND), shell), encoding="utf-8")
        page = Path(self.build_lib).parent / f"{COMMAND}.1"
        page.write_text(man_page(command_parser(COMMAND)), encoding="utf-8")
        self.distribution.data_files = [("share/man/man1", [str(page)])]

    def get_source_files(self) -> list[str]:
        """The files of the source distribution, relative to ROOT; setuptools adds README.md, LICENSE and its own."""
        return [*(file.relative_to(ROOT).as_posix() for file in files()), *OTHERS]


def files() -> Iterator[Path]:
    """The package's files in the repository."""
    for part in PARTS:
        path = SOURCE / part
        yield from [path] if path.is_file() else sorted(file for file in path.rglob("*.*") if file.suffix != ".pyc")


def renamed(module: str) -> str:
    """The text of a ``module`` whose imports name the package by its name outside the repository.

    >>> renamed("from playground.engine import RULES  # of playground.engine")
    'from template_playground.engine import RULES  # of playground.engine'
    """
    return _IMPORT.sub(rf"\g<1>{PACKAGE}", module)
