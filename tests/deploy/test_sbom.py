"""The bill of materials lists exactly what runs: pinned, few, with compatible licences and their texts."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest

from deploy.sbom import LICENCES, SBOM, licences, python_packages, sbom, script_packages

ROOT = Path(__file__).resolve().parents[2]
MOST = 12
# What may be part of a program under the AGPL, version 3 or later.
COMPATIBLE = {
    "0BSD",
    "AGPL-3.0-or-later",
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "LGPL-3.0-only",
    "MIT",
    "MPL-2.0",  # with which its section 3.3 permits the AGPL, unless a file says otherwise
    "PSF-2.0",
}
REQUIREMENTS = (ROOT / "requirements.txt").read_text()
NOTICES = (ROOT / "static" / "LICENSES.txt").read_text()
LOCK = (ROOT / "frontend" / "package-lock.json").read_text()


def test_it_is_up_to_date() -> None:
    assert json.loads(SBOM.read_text()) == sbom()
    assert LICENCES.read_text() == licences(sbom())


def test_it_names_every_pinned_package_and_every_bundled_one() -> None:
    named = {component["purl"]: component for component in sbom()["components"]}
    pins = re.findall(r"^([\w.-]+)(?:\[\w+\])?==(\S+)", REQUIREMENTS, re.MULTILINE)
    locked = {
        name.removeprefix("node_modules/"): entry
        for name, entry in json.loads(LOCK)["packages"].items()
        if name and not entry.get("dev")
    }
    bundled = re.findall(r"^(\S+) (\d\S+) \(\S+\)$", NOTICES, re.MULTILINE)
    assert {purl for purl in named if purl.startswith("pkg:pypi/")} == {f"pkg:pypi/{n}@{v}" for n, v in pins}
    assert {purl for purl in named if purl.startswith("pkg:npm/")} == {
        f"pkg:npm/{name.replace('@', '%40')}@{version}" for name, version in bundled
    }
    assert len(bundled) > 15
    assert [name for name, version in bundled if locked[name]["version"] != version] == []


def test_it_has_the_checksum_of_every_package_in_the_scripts() -> None:
    for component in sbom()["components"]:
        if component["purl"].startswith("pkg:npm/"):
            (digest,) = component["hashes"]
            assert digest["alg"] == "SHA-512"
            assert re.fullmatch("[0-9a-f]{128}", digest["content"])


def test_an_additional_package_would_be_noticed() -> None:
    more = [*python_packages(f"{REQUIREMENTS}\npytest==9.2.0 \\\n    --hash=sha256:00\n")]
    assert {component["name"] for component in more} - {component["name"] for component in sbom()["components"]} == {
        "pytest"
    }
    with pytest.raises(KeyError):
        list(script_packages("left-pad 1.3.0 (MIT)", LOCK))


def test_all_licences_are_compatible() -> None:
    licences = {
        word for component in sbom()["components"] for word in component["licenses"][0]["expression"].split(" AND ")
    }
    assert licences <= COMPATIBLE


def test_the_program_itself_has_few_dependencies() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    direct = [*project["dependencies"], *project["optional-dependencies"]["web"]]
    assert len(direct) <= MOST
    assert {requirement.partition("==")[0] for requirement in project["dependencies"]} == {"exrex", "PyYAML"}
    assert [requirement for requirement in direct if not re.fullmatch(r"[\w-]+(\[\w+\])?==[\d.]+", requirement)] == []


def test_no_package_comes_without_its_checksum() -> None:
    for path in (*ROOT.glob("requirements*.txt"), *ROOT.glob("tests/tools/*.txt")):
        blocks = re.split(r"\n(?=[^\s#])", path.read_text().strip())
        assert [block for block in blocks if "--hash=sha256:" not in block] == []
    fetched = (ROOT / "tests" / "tools" / "fetch_helm.py").read_text()
    assert re.findall(r'"--require-hashes"|"--no-deps"', fetched) == ['"--no-deps"', '"--require-hashes"']
    makefile, dockerfile = (ROOT / "Makefile").read_text(), (ROOT / "Dockerfile").read_text()
    installs = [line for line in (makefile + dockerfile).splitlines() if re.search(r"pip install\b", line)]
    assert len(installs) >= 3
    assert [line for line in installs if "--require-hashes" not in line and "--no-index" not in line] == []
