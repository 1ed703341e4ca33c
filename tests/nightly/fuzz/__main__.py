"""`python -m tests.nightly.fuzz SECONDS [FOLDER]`: for SECONDS, atheris looks for a text that breaks a promise.

FOLDER (by default `var/fuzz`) keeps the texts that broke a promise. FOLDER/corpus keeps those that reached new code;
the next run begins with them. The exit status is libFuzzer's: 0 if no text broke a promise.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import atheris

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
os.environ.setdefault("LOG_LEVEL", "CRITICAL")
with atheris.instrument_imports(include=["playground"]):
    import django

    django.setup()
    from tests.nightly.fuzz.aim import AIMS, one_input
    from tests.nightly.fuzz.seeds import WORDS, seeds

MEGABYTES = 1_024
SLOWEST = 20  # seconds of one input, measured by the machine's clock: it may be busy


def corpus(folder: Path) -> None:
    """Put every seed into ``folder`` once for each promise."""
    folder.mkdir(parents=True, exist_ok=True)
    for number, text in enumerate(seeds()):
        for aim in range(len(AIMS)):
            content = bytes([aim]) + text.encode("utf-8", "surrogatepass")
            (folder / f"seed-{number}-{aim}").write_bytes(content)


def dictionary(file: Path) -> None:
    """Write WORDS as libFuzzer reads them."""
    entries = (word.encode("utf-8", "surrogatepass") for word in WORDS)
    lines = ("".join(f"\\x{byte:02x}" for byte in word) for word in entries)
    file.write_text("".join(f'"{line}"\n' for line in lines))


def run(seconds: int, folder: Path) -> None:
    """Fuzz; ends the process."""
    corpus(folder / "corpus")
    dictionary(folder / "words")
    switches = (
        f"-max_total_time={seconds}",
        f"-timeout={SLOWEST}",
        f"-rss_limit_mb={MEGABYTES}",
        "-max_len=8192",
        f"-dict={folder / 'words'}",
        f"-artifact_prefix={folder}/",
        "-print_final_stats=1",
    )
    atheris.Setup([sys.argv[0], *switches, str(folder / "corpus")], one_input)
    atheris.Fuzz()


if __name__ == "__main__":
    run(int(sys.argv[1]), Path(sys.argv[2] if len(sys.argv) > 2 else "var/fuzz").resolve())
