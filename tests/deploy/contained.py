"""Runs the deployment's containers without a container engine: read-only files and a user without rights.

As in `deploy/playground.yaml` and the Dockerfile: `/srv/playground`, Python and its packages, uid 10001, no capability.
Only the mounted emptyDirs can be written.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import sysconfig
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.browser.servers import ROOT

USER = "10001"
_NOT_IN_THE_IMAGE = {"var", "staticfiles", "tests"}
_PYTHON = "LD_LIBRARY_PATH=/srv/python/lib exec /srv/python/bin/python3"  # Python may need its libpython.so
_PROGRAMS = {"python": f'{_PYTHON} "$@"', "gunicorn": f'{_PYTHON} -m gunicorn "$@"'}


def arranged(folder: Path, binds: Mapping[str, str]) -> str:
    """A script that mounts the container's file system, for a mount namespace. ``binds``: more files (path: source)."""
    own = {
        "/srv/python": sys.base_prefix,
        "/srv/packages": sysconfig.get_path("purelib"),
        "/srv/bin": str(programs(folder)),
        **{
            f"/srv/playground/{entry.name}": str(entry)
            for entry in ROOT.iterdir()
            if not entry.name.startswith(".") and entry.name not in _NOT_IN_THE_IMAGE
        },
        **binds,
    }
    lines = ["set -eu", "mount --make-rprivate /", "mount -t tmpfs -o mode=755 tmpfs /srv"]
    for target, source in own.items():
        make = "mkdir -p" if Path(source).is_dir() else 'mkdir -p "$(dirname {0})"; touch'
        lines += [f"{make.format(target)} {target}", f"mount --bind {shlex.quote(source)} {target}"]
        lines += [f"mount -o remount,bind,ro {target}"]
    return "\n".join([*lines, "mount -o remount,ro /srv", "mount -o remount,bind,ro /"])


def programs(folder: Path) -> Path:
    """The folder of programs in the container."""
    folder_of_programs = folder / "bin"
    folder_of_programs.mkdir(exist_ok=True)
    for name, text in _PROGRAMS.items():
        (folder_of_programs / name).write_text(f"#!/bin/sh\n{text}\n")
        (folder_of_programs / name).chmod(0o755)
    return folder_of_programs


def writable(spec: Mapping[str, Any], container: Mapping[str, Any]) -> list[str]:
    """The mount paths in ``container`` of the emptyDirs of the pod ``spec``."""
    empty = {volume["name"] for volume in spec.get("volumes", []) if "emptyDir" in volume}
    return [mount["mountPath"] for mount in container.get("volumeMounts", []) if mount["name"] in empty]


def as_root() -> list[str]:
    """The prefix of a command that needs root."""
    return [] if os.geteuid() == 0 else ["sudo", "-n", "--preserve-env"]


def start(
    folder: Path,
    command: Sequence[str],
    environment: Mapping[str, str],
    *,
    empty: Sequence[str] = (),
    binds: Mapping[str, str] | None = None,
) -> subprocess.Popen[str]:
    """Run ``command`` as the container would, with a new file system at each path of ``empty``; needs root."""
    mounts = [f"mount -t tmpfs -o size=64m,mode=777 tmpfs {path}" for path in empty]
    rights = "--no-new-privs --bounding-set=-all --inh-caps=-all --clear-groups"
    command_line = shlex.join(command)
    script = "\n".join(
        [
            arranged(folder, binds or {}),
            *mounts,
            "cd /srv/playground",
            f"exec setpriv --reuid {USER} --regid {USER} {rights} {command_line}",
        ]
    )
    return subprocess.Popen(
        [*as_root(), "unshare", "-m", "sh", "-c", script],
        env={"PATH": "/srv/bin:/usr/sbin:/usr/bin:/sbin:/bin", "PYTHONPATH": "/srv/packages", **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
