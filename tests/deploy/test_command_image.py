"""The image of the command line: what its instructions make runs, without root.

There may be no engine that builds images where the tests run. The instructions are carried out in a mount namespace,
whose `/srv` is a folder of the test. `/data` cannot be made there: it is below `/srv`.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from playground import __version__
from tests.deploy.contained import USER, as_root
from tests.deploy.packaged import copy_sources
from tests.test_dockerfile import COMMAND, ROOT, STAGES, arguments
from tests.texts import POD

pytestmark = pytest.mark.nightly


def script_of(instructions: list[tuple[str, ...]], context: Path) -> Iterator[str]:
    """A shell script that does what ``instructions`` say; ``context`` is the folder that COPY copies from."""
    for word, argument in instructions:
        if word == "ENV":
            yield f"export {argument}"
        elif word == "RUN":
            yield argument
        elif word == "COPY" and not argument.startswith("--from"):
            source, target = argument.split()
            yield f"cp -r {shlex.quote(str(context))}/{source} {target}"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the `/srv` of the image, its files in `srv/data`, and the context from which it was built."""
    folder = tmp_path_factory.mktemp("image")
    context = folder / "context"
    copy_sources(context)
    (folder / "srv" / "python").mkdir(parents=True)
    (folder / "srv" / "data").mkdir()
    (folder / "srv" / "data" / "pod.yaml").write_text(POD)
    build = inside(folder, *script_of(STAGES["build-command"], context))
    assert build.returncode == 0, build.stdout + build.stderr
    return folder


def inside(folder: Path, *lines: str) -> subprocess.CompletedProcess[str]:
    """What a shell does with ``lines`` where ``folder`` has the `/srv`, and Python is no file of root's."""
    prefix = shlex.quote(sys.base_prefix)
    arranged = (
        "set -eu",
        "mount --make-rprivate /",
        f"mount --bind {shlex.quote(str(folder / 'srv'))} /srv",
        f"mount --bind {prefix} /srv/python",
        "export PATH=/srv/python/bin:$PATH LD_LIBRARY_PATH=/srv/python/lib",
    )
    script = "\n".join((*arranged, *lines))
    command = [*as_root(), "unshare", "-m", "sh", "-c", script]
    environment = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def container(folder: Path, *argv: str) -> subprocess.CompletedProcess[str]:
    """What a container of the image does with the arguments ``argv``."""
    (entry,) = arguments("ENTRYPOINT", COMMAND)
    (data,) = arguments("WORKDIR", COMMAND)
    program = shlex.join([entry.strip('["]'), *argv])
    user = f"setpriv --reuid {USER} --regid {USER} --clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all"
    return inside(folder, *script_of(COMMAND, ROOT), f"cd /srv{data}", f"exec {user} {program}")


def test_the_container_checks_the_files_of_the_mounted_folder(folder: Path) -> None:
    process = container(folder, "check", ".")
    assert "pod.yaml:13:29: ENV502 " in process.stdout
    assert (process.returncode, "1 file" in process.stderr) == (0, True)


def test_the_container_has_the_command_line_and_nothing_that_installed_it(folder: Path) -> None:
    assert container(folder, "--version").stdout == f"template-playground {__version__}\n"
    site = next((folder / "srv" / "venv" / "lib").glob("python3*/site-packages"))
    packages = {path.name.partition("-")[0] for path in site.glob("*.dist-info")}
    assert packages == {"exrex", "pyyaml", "template_playground"}
