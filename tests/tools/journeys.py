"""How far four journeys travel: the modules they enter, and how often a call leads into another module.

Run it from the project's root: ``.venv/bin/python -m tests.tools.journeys``. The text is the first example.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from types import FrameType
from typing import Any

import django

EXAMPLE = Path("playground/examples/10-start-here.yaml")


class Route:
    """The calls of one journey, as ``sys.setprofile`` reports them."""

    def __init__(self) -> None:
        self.modules: set[str] = set()
        self.changes = 0
        self.last = ""

    def __call__(self, frame: FrameType, event: str, _argument: object) -> None:
        module = str(frame.f_globals.get("__name__"))
        if event == "call" and module.startswith("playground"):
            self.modules.add(module)
            self.changes += module != self.last
            self.last = module


def main() -> None:
    """Print one line for each journey."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    from django.test.runner import DiscoverRunner  # noqa: PLC0415 - needs the settings

    runner = DiscoverRunner(verbosity=0, interactive=False)
    databases = runner.setup_databases()
    try:
        for name, journey in journeys().items():
            journey()  # what is computed once is not part of a journey
            route = Route()
            sys.setprofile(route)
            try:
                journey()
            finally:
                sys.setprofile(None)
            print(f"{name:32} {len(route.modules):4} modules {route.changes:6} changes")  # noqa: T201
    finally:
        runner.teardown_databases(databases)


def journeys() -> dict[str, Callable[[], None]]:
    """The four journeys, by name."""
    from django.apps import apps  # noqa: PLC0415 - needs the settings
    from django.test import Client  # noqa: PLC0415

    from playground.cli import main as run_command  # noqa: PLC0415

    text = EXAMPLE.read_text()
    client = Client(headers={"HX-Request": "true"})
    visitor = Client()
    share = visitor.post("/share", {"source": text})["Location"]
    token = visitor.cookies["workspace"].value
    namespace = apps.get_model("playground", "Workspace").objects.get().name
    address = f"/apis/template.openshift.io/v1/namespaces/{namespace}/processedtemplates"

    def expect(status: int, response: Any) -> None:
        if response.status_code != status:
            raise RuntimeError(f"{response.status_code}: {response.content[:500]!r}")

    def command() -> None:
        with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
            run_command(["process", "-f", str(EXAMPLE), "-o", "yaml"])

    def process() -> None:
        bearer = {"Authorization": f"Bearer {token}"}
        expect(201, Client(headers=bearer).post(address, text, content_type="application/yaml"))

    return {
        "a keystroke": lambda: expect(200, client.post("/evaluate", {"source": text})),
        "process -o yaml": command,
        "POST …/processedtemplates": process,
        "opening a Share": lambda: expect(200, Client().get(share)),
    }


if __name__ == "__main__":
    main()
