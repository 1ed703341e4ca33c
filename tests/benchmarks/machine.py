"""Describes the machine of a measurement."""

from __future__ import annotations

import os
import platform
import sqlite3
import subprocess
from datetime import UTC, datetime
from pathlib import Path

import yaml
from yaml._yaml import get_version_string

from tests.browser.servers import ROOT

CHROMIUM = "/usr/bin/chromium"  # as people have it, with windows


def facts() -> dict[str, str]:
    """The machine, its programs and the commit, by name; "unknown" for what does not tell its version."""
    return {
        "processor": f"{_processor()}, {len(os.sched_getaffinity(0))} cores",
        "load before": f"{os.getloadavg()[0]:.1f}",
        "system": f"{platform.system()} {platform.release()}",
        "Python": f"{platform.python_implementation()} {platform.python_version()}",
        "PyYAML": f"{yaml.__version__}, libyaml {get_version_string()}",
        "SQLite": sqlite3.sqlite_version,
        "PostgreSQL": _said("psql", "--version"),
        "Chromium": _said(CHROMIUM, "--version"),
        "wrk": _said("wrk", "--version"),
        "commit": _said("git", "describe", "--always", "--dirty"),
        "measured": datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
    }


def _processor() -> str:
    """The name that Linux has for the first processor."""
    lines = Path("/proc/cpuinfo").read_text().splitlines()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "unknown")


def _said(*command: str) -> str:
    """The first line that a program prints. Its exit code is ignored: wrk prints its version and exits with 1."""
    try:
        process = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=30)
    except FileNotFoundError:
        return "unknown"
    return next(iter(process.stdout.splitlines()), "unknown").partition(" Copyright")[0].strip()
