"""The committed static files are exactly what `frontend/` builds; its packages are pinned and name no registry."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
FRONTEND = ROOT / "frontend"
STATIC = ROOT / "static"
BUILT = (
    "LICENSES.txt",
    "app.css",
    "app.js",
    "badge.svg",
    "complete.js",
    "editor.js",
    "favicon.svg",
    "icons.svg",
    "search.js",
    "theme.js",
)
UNREACHABLE = re.compile(r"ENOTFOUND|ECONNREFUSED|ECONNRESET|EAI_AGAIN|ETIMEDOUT|ENOTCACHED")


LIBRARY = re.compile(r"(cm|tok|htmx)-")  # the beginning of the classes that CodeMirror and htmx set


def unused(style_sheet: str, page: str) -> list[str]:
    """The custom properties of ``style_sheet`` that it reads nowhere, and its classes that ``page`` never names.

    A class may be put together: for `severity-error` it is enough that ``page`` has `severity-{` or `severity-${`.
    """
    sheet = re.sub(r"/\*.*?\*/", "", style_sheet, flags=re.DOTALL)
    properties = set(re.findall(r"(--[\w-]+)\s*:", sheet)) - set(re.findall(r"var\((--[\w-]+)", sheet))
    classes = set(re.findall(r"\.([a-zA-Z][\w-]*)", re.sub(r"\{[^{}]*\}", "{}", sheet)))
    named = {*re.findall(r"[\w-]+", page)}
    begun = {*re.findall(r"[\w-]+-(?=\$?\{)", page)}
    dead = (name for name in classes - named if name[: name.rfind("-") + 1] not in begun and not LIBRARY.match(name))
    return sorted((*properties, *dead))


def run(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """The finished command, run in ``folder``; its output is text."""
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=300)


def test_every_package_is_pinned_to_one_exact_version() -> None:
    package = json.loads((FRONTEND / "package.json").read_text())
    pinned = package["dependencies"] | package["devDependencies"]
    assert {name for name, version in pinned.items() if not re.fullmatch(r"\d+\.\d+\.\d+", version)} == set()
    assert pinned["htmx.org"] == "4.0.1"
    assert "codemirror" not in pinned  # published by mistake from version 5


@pytest.mark.parametrize("folder", ["frontend", "tests/observatory", "tests/benchmarks/lighthouse"])
def test_the_lock_file_holds_a_checksum_and_no_address_for_every_package(folder: str) -> None:
    text = (ROOT / folder / "package-lock.json").read_text()
    packages = {name: entry for name, entry in json.loads(text)["packages"].items() if name}
    assert {name for name, entry in packages.items() if not entry.get("integrity", "").startswith("sha512-")} == set()
    assert "://" not in text


def test_static_files_name_no_source_map() -> None:
    assert [name for name in BUILT if "sourceMappingURL" in (STATIC / name).read_text()] == []


LISTENS = re.compile(r"""postMessage|onmessage\b|addEventListener\(\s*["']message""")


def test_no_script_posts_messages_to_other_windows() -> None:
    assert [name for name in BUILT if LISTENS.search((STATIC / name).read_text())] == []
    assert LISTENS.search('addEventListener("message", act)')
    assert LISTENS.search("parent.postMessage(height, '*')")


def test_the_style_sheet_holds_nothing_that_no_page_uses() -> None:
    folders = (ROOT / "templates", ROOT / "playground" / "pages", FRONTEND / "app", FRONTEND / "editor")
    files = [*FRONTEND.glob("*.js"), *(file for folder in folders for file in folder.rglob("*.*"))]
    page = "".join(file.read_text() for file in files if file.suffix in (".html", ".py", ".js"))
    sheets = "".join(file.read_text() for file in (FRONTEND / "css").rglob("*.css"))
    assert unused(sheets, page) == []
    planted = ".left { --dead: 1; } .a-b { --read: 1; top: var(--read); } .c-d {} .cm-x {}"
    assert unused(planted, 'class="a-{{ kind }}"') == ["--dead", "c-d", "left"]


def test_no_style_is_for_any_element_after_another() -> None:
    any_sibling = re.compile(r"[+~]\s*\*")  # Chromium styles the whole page again when htmx lays an element aside
    assert any_sibling.findall((STATIC / "app.css").read_text()) == []
    assert any_sibling.search(".card > * + * {}")


def test_static_files_hold_the_licence_of_every_bundled_package() -> None:
    notices = (STATIC / "LICENSES.txt").read_text()
    package = json.loads((FRONTEND / "package.json").read_text())
    assert [name for name, version in package["dependencies"].items() if f"\n{name} {version} (" not in notices] == []


@pytest.mark.nightly
@pytest.mark.skipif(shutil.which("npm") is None, reason="npm is not installed")
def test_building_again_gives_the_same_bytes(tmp_path: Path) -> None:
    frontend = tmp_path / "frontend"
    shutil.copytree(FRONTEND, frontend, ignore=shutil.ignore_patterns("node_modules"))
    installed = run(frontend, "npm", "ci", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund")
    if installed.returncode and UNREACHABLE.search(installed.stderr):
        pytest.skip("the packages cannot be fetched here")
    assert installed.returncode == 0, installed.stderr
    built = run(frontend, "node", "build.mjs")
    assert (built.returncode, built.stderr) == (0, "")
    assert sorted(path.name for path in (tmp_path / "static").iterdir()) == sorted(BUILT)
    assert [name for name in BUILT if (tmp_path / "static" / name).read_bytes() != (STATIC / name).read_bytes()] == []
