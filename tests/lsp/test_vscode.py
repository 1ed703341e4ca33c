"""The extension of VS Code: it is built, and its settings are the server's."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from zipfile import ZipFile

import pytest

from playground.lsp.settings import EditorSettings, settings_of
from tests.test_frontend_build import ROOT, UNREACHABLE

EXTENSION = ROOT / "editors" / "vscode"
PACKAGE = json.loads((EXTENSION / "package.json").read_text())
PROPERTIES = PACKAGE["contributes"]["configuration"]["properties"]


def test_its_settings_are_settings_of_the_server_and_their_defaults_change_nothing() -> None:
    defaults = {name.removeprefix("templatePlayground."): field["default"] for name, field in PROPERTIES.items()}
    assert settings_of(defaults, EditorSettings()) == (EditorSettings(), ())
    assert len(defaults) == 5


def test_its_packages_are_pinned_and_the_lock_holds_a_checksum_and_no_address_for_each() -> None:
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", version) for version in PACKAGE["dependencies"].values())
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", version) for version in PACKAGE["devDependencies"].values())
    text = (EXTENSION / "package-lock.json").read_text()
    packages = {name: entry for name, entry in json.loads(text)["packages"].items() if name}
    assert {name for name, entry in packages.items() if not entry.get("integrity", "").startswith("sha512-")} == set()
    assert "://" not in text


@pytest.mark.nightly
@pytest.mark.skipif(shutil.which("npm") is None, reason="npm is not installed")
def test_it_is_built_into_a_package_with_its_client(tmp_path: Path) -> None:
    folder, package = tmp_path / "vscode", tmp_path / "built.vsix"
    shutil.copytree(EXTENSION, folder, ignore=shutil.ignore_patterns("node_modules"))
    installed = subprocess.run(
        ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    if UNREACHABLE.search(installed.stderr):
        pytest.skip("The registry of packages cannot be reached.")
    assert installed.returncode == 0, installed.stderr
    command = ["npm", "run", "package", "--", "--out", str(package)]
    built = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=300)
    assert built.returncode == 0, built.stdout + built.stderr
    with ZipFile(package) as archive:
        names = set(archive.namelist())
        manifest = json.loads(archive.read("extension/package.json"))
    assert manifest["main"] == "extension.js"
    assert {"extension/extension.js", "extension/node_modules/vscode-languageclient/lib/node/main.js"} <= names
    assert not any("/@vscode/vsce/" in name for name in names)
