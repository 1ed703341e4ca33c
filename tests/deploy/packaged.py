"""The package, built and installed into an empty environment, for the tests of this folder."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
from pathlib import Path

from playground import __version__

ROOT = Path(__file__).resolve().parents[2]
# What the package is built from, and what installs it from a checkout.
SOURCES = (
    *("deploy", "docs", "playground", "LICENSE", "README.md", "pyproject.toml", "requirements-package.txt"),
    *(".pre-commit-hooks.yaml", "action.yml"),
)


def run(*command: str | Path, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """The ended process of ``command``, in ``cwd``, which has nothing to read."""
    return subprocess.run(
        command,
        cwd=cwd,
        env={**os.environ, "COLUMNS": "80", **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


def packaged(base: Path) -> Path:
    """The folder of the package below ``base``, made by the first of several processes that ask for it.

    It has the distributions in `dist`, their sources in `source`, and an environment with only the package in `env`.
    """
    folder = base / "package"
    folder.mkdir(exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "ready").exists():
            make(folder)
            (folder / "ready").touch()
    return folder


def make(folder: Path) -> None:
    """Build the distributions from a copy of the sources, the wheel from the source distribution; install the wheel."""
    source, python = folder / "source", folder / "env" / "bin" / "python"
    copy_sources(source)
    commands: tuple[list[str | Path], ...] = (
        [sys.executable, "-m", "build", "--no-isolation", "--outdir", folder / "dist"],
        [sys.executable, "-m", "venv", "--without-pip", folder / "env"],
        [sys.executable, "-m", "pip", "--python", python, "install", "--quiet", wheel_name(folder)],
    )
    for command in commands:
        process = run(*command, cwd=source)
        assert process.returncode == 0, process.stdout + process.stderr


def wheel_name(folder: Path) -> Path:
    return folder / "dist" / f"template_playground-{__version__}-py3-none-any.whl"


def copy_sources(folder: Path) -> None:
    """Copy what the package is built from into the new ``folder``: a build writes beside its sources."""
    folder.mkdir()
    for name in SOURCES:
        copy = shutil.copy if (ROOT / name).is_file() else shutil.copytree
        copy(ROOT / name, folder / name)


def shell(folder: Path, line: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """What bash does with a ``line`` when the installed program is found."""
    return run("bash", "-c", line, cwd=cwd, PATH=f"{folder / 'env' / 'bin'}:{os.environ['PATH']}")
