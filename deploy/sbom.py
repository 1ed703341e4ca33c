"""Writes the lists of the site's packages: `deploy/sbom.cdx.json` for programs, `docs/licences.md` for readers.

CycloneDX 1.6 as JSON; SPDX names of licences; package URLs. It has the packages that the running site needs and those
built into the scripts, not the tools of developers.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterator
from importlib.metadata import metadata
from pathlib import Path
from typing import Any
from urllib.parse import quote

from playground import __version__

ROOT = Path(__file__).resolve().parents[1]
SBOM = ROOT / "deploy" / "sbom.cdx.json"
LICENCES = ROOT / "docs" / "licences.md"
# SPDX identifiers of licences that packages name differently.
_SPDX = {
    "AGPLv3+": "AGPL-3.0-or-later",
    "Apache 2": "Apache-2.0",
    "BSD License": "BSD-3-Clause",
    "BSD-0-Clause": "0BSD",
}
_PIN = re.compile(r"^([a-z0-9._-]+)(?:\[[a-z,]+\])?==([^ ]+)", re.MULTILINE)
_BUNDLED = re.compile(r"^(\S+) (\S+) \((\S+)\)$", re.MULTILINE)


def python_packages(requirements: str) -> Iterator[dict[str, Any]]:
    """The components that ``requirements`` pins, with the licences that the installed packages name."""
    for name, version in _PIN.findall(requirements):
        yield _component(name, version, _licence_of(name), f"pkg:pypi/{name}@{version}") | {"scope": "required"}


def script_packages(notices: str, lock: str) -> Iterator[dict[str, Any]]:
    """The components whose notices are in static/LICENSES.txt; checksums are those of ``lock``, a package-lock.json."""
    packages = json.loads(lock)["packages"]
    for name, version, licence in _BUNDLED.findall(notices):
        algorithm, _, checksum = packages[f"node_modules/{name}"]["integrity"].partition("-")
        digest = {"alg": f"SHA-{algorithm[3:]}", "content": base64.b64decode(checksum).hex()}
        purl = f"pkg:npm/{quote(name)}@{version}"
        yield _component(name, version, _SPDX.get(licence, licence), purl) | {"hashes": [digest]}


def sbom() -> dict[str, Any]:
    """The whole bill of materials. The same files always give the same result."""
    components = [
        *python_packages((ROOT / "requirements.txt").read_text()),
        *script_packages(
            (ROOT / "static" / "LICENSES.txt").read_text(), (ROOT / "frontend" / "package-lock.json").read_text()
        ),
    ]
    name, version = "template-playground", __version__
    ours = _component(name, version, "AGPL-3.0-or-later", f"pkg:generic/{name}@{version}") | {"type": "application"}
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": ours},
        "components": components,
    }


def licences(bom: dict[str, Any]) -> str:
    """The bill of materials ``bom`` as the page `docs/licences.md`."""
    rows = [
        f"| {item['name']} | {item['version']} | {item['licenses'][0]['expression']} | {_where(item)} |"
        for item in bom["components"]
    ]
    return "\n".join(
        (
            "# Dependencies and their licences",
            "",
            "`make pin` and `make build` write this list. It has all packages that are installed or built into the",
            "scripts. [`deploy/sbom.cdx.json`](../deploy/sbom.cdx.json) has the same as CycloneDX. The texts of",
            "the scripts' licences are in `static/LICENSES.txt`. Python packages bring their own.",
            "",
            "| package | version | licence | where |",
            "|---|---|---|---|",
            *rows,
            "",
        )
    )


def _component(name: str, version: str, licence: str, purl: str) -> dict[str, Any]:
    return {
        "type": "library",
        "bom-ref": purl,
        "name": name,
        "version": version,
        "licenses": [{"expression": licence}],
        "purl": purl,
    }


def _licence_of(name: str) -> str:
    """The licence in the metadata of an installed package: `License-Expression`, else `License`, else a classifier."""
    fields: Any = metadata(name)
    classifiers = [text for text in fields.get_all("Classifier", []) if text.startswith("License")]
    licence = fields.get("License-Expression") or fields.get("License") or classifiers[0].rpartition(" :: ")[2]
    return _SPDX.get(licence, str(licence))


def _where(component: dict[str, Any]) -> str:
    return "installed" if "scope" in component else "scripts"


if __name__ == "__main__":
    bom = sbom()
    SBOM.write_text(json.dumps(bom, indent=1) + "\n")
    LICENCES.write_text(licences(bom))
