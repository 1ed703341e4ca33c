"""The image, checked as text: there may be no engine to build it where the tests run."""

from __future__ import annotations

import re
from pathlib import Path

from tests.browser.servers import MALLOC

ROOT = Path(__file__).resolve().parents[1]
LINES = re.sub(r"\\\n\s*", "", (ROOT / "Dockerfile").read_text()).splitlines()
INSTRUCTIONS = [tuple(line.split(" ", 1)) for line in LINES if line and not line.startswith("#")]
STARTS = [number for number, (word, _) in enumerate(INSTRUCTIONS) if word == "FROM"]
# The instructions of each stage, by its name.
STAGES = {
    INSTRUCTIONS[start][1].split(" AS ")[1]: INSTRUCTIONS[start + 1 : end]
    for start, end in zip(STARTS, [*STARTS[1:], None], strict=True)
}
SITE, COMMAND = STAGES["site"], STAGES["command"]


def arguments(word: str, instructions: list[tuple[str, ...]] = INSTRUCTIONS) -> list[str]:
    """What follows each ``word``."""
    return [argument for instruction, argument in instructions if instruction == word]


def test_all_stages_are_of_slim_debian_and_the_last_is_the_site() -> None:
    assert [line.split()[0] for line in arguments("FROM")] == ["${BASE}"] * 4
    assert [*STAGES] == ["build", "build-command", "command", "site"]
    assert INSTRUCTIONS[0] == ("ARG", "BASE=python:3.11-slim-bookworm")  # before all stages, so that it is said once


def test_requirements_are_installed_by_hash_before_the_code_is_copied() -> None:
    for stage, file in (("build", "requirements.txt"), ("build-command", "requirements-package.txt")):
        instructions = STAGES[stage]
        names = [word for word, _ in instructions]
        assert f"{file} /srv/" in arguments("COPY", instructions)  # what runs the site, no tools
        assert any(f"--require-hashes -r /srv/{file}" in line for line in arguments("RUN", instructions))
        assert names.index("RUN") < instructions.index(("COPY", ". /srv/playground"))


def test_static_files_are_collected_when_the_image_is_built() -> None:
    assert any("collectstatic" in line for line in arguments("RUN", STAGES["build"]))
    assert not any("collectstatic" in line for line in arguments("CMD", SITE))


def test_the_container_does_not_run_as_root() -> None:
    for stage in (SITE, COMMAND):
        assert arguments("USER", stage) == ["10001"]
        assert stage.index(("USER", "10001")) < [word for word, _ in stage].index("CMD")


def test_data_is_on_a_volume_that_only_its_owner_reads() -> None:
    assert arguments("VOLUME") == ["/data"]
    assert "DATA_DIR=/data" in " ".join(arguments("ENV", SITE))
    assert any("install -d -o 10001 -g 10001 -m 700 /data" in line for line in arguments("RUN", SITE))


def test_health_is_checked_by_a_file_that_exists() -> None:
    (check,) = arguments("HEALTHCHECK")
    script = re.findall(r'"(deploy/[^"]+)"', check)
    assert len(script) == 1
    assert (ROOT / script[0]).is_file()


def test_the_image_contains_no_secret() -> None:
    assert "SECRET" not in "".join(LINES)
    ignored = (ROOT / ".dockerignore").read_text().splitlines()
    assert {"var", ".git", ".venv", "staticfiles"} <= set(ignored)


def test_the_server_is_started_by_exec() -> None:
    (command,) = arguments("CMD", SITE)
    assert "exec gunicorn playground.wsgi" in command  # so that it gets the signal to stop


def test_the_image_and_make_run_set_the_same_for_the_allocator() -> None:
    (environment,) = arguments("ENV", SITE)
    settings = re.findall(r"^run: export (MALLOC_\w+) := (\d+)$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert dict(settings) == dict(re.findall(r"(MALLOC_\w+)=(\d+)", environment)) == MALLOC


def test_the_image_of_the_command_line_has_nothing_but_the_command_line() -> None:
    assert arguments("ENTRYPOINT", COMMAND) == ['["template-playground"]']
    assert arguments("WORKDIR", COMMAND) == ["/data"]
    assert arguments("COPY", COMMAND) == ["--from=build-command /srv/venv /srv/venv"]
