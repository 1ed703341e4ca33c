"""What both exports are tried with: real, recorded and example Templates, and values that are hostile to a format."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from playground.engine import Inputs, ProcessedTemplate, read
from playground.engine.model.limits import Limits
from playground.engine.pipeline import process_template
from tests.recordings.suite import rows_of

_ROOT: Final = Path(__file__).resolve().parents[3]
_CORPUS: Final = _ROOT / "../shared/corpus/templates"
_EXAMPLES: Final = _ROOT / "playground/examples"
# Values that a reader or a writer of YAML, JSON, JSON pointers or Go templates may take for something else.
# YAML has no keys of more than 1,024 characters.
HOSTILE: Final = (
    *('it"s', "it's", '"', "a\\b", "\\", "{{ .Values.x }}", "{{", "}}", "1e3", "0777", "%v", "%d%%", "*a", "&a"),
    *("@a", "`a`", "!tag", "a\nb", "\n", "\nlead", "trail\n", "a\n\nb\n", "  lead", "trail  ", "a\tb", "\ttab", "😀"),
    *("é", "x" * 900, "true", "yes", "~", "123456789", "1000000", "1.50", "a: b", "a #b", "- a", "0x10", "1_000"),
    *("[1,2]", '{"a":1}', "$(A)", "${B}", " ", "|", ">", "<<", "2001-01-01", ".inf", "-1", "a\u200bb", "---", "}"),
    *("9007199254740993", "<a>&", "nul", "a,b", "# a", "? a", "%", "=", "\t", "a  b", "\\n", "$a", "0o17", "0x1F"),
    *("1:30", ".5", "+1", "-0", "12345678901234567890", "null", "y", "", "-", "...", "?", "%YAML", "`a", "!a"),
    *("!!str x", "# c", "[a]", "{a}", "{{ x }}", "$(X)", "${X}", "$$", "a, b", "a\"b'c", "'", "~1/~0", "/", "  x"),
    *(
        "x  ",
        "\ta",
        "\na",
        "a\n",
        "a\n\n b\n  c\n",
        " \n a",
        "a \nb ",
        "a\n\tb",
        "a" * 300,
        "a b " * 60,
        "\r",
        "a\r\nb",
    ),
    *("\x07", "\x00", "\u2028", "é\u2028x", "\ufeff", "\ufeffx", "\x9f", "\u0085x", "a\x85b", "a\x7fb"),
    *("\uffff", "\ta\nb"),
)


class Text(NamedTuple):
    """A text with a Template, and the dialect that processes it."""

    id: str
    text: str
    dialect: str


def corpus() -> list[Text]:
    """The real Templates beside the project; none without the corpus."""
    files = sorted(_CORPUS.glob("*")) if _CORPUS.is_dir() else []
    return [Text(file.name, file.read_text(encoding="utf-8"), "openshift") for file in files]


def vectors() -> list[Text]:
    """The texts of the recorded calls of `oc process`; of calls with the same text, one that has printed something."""
    rows = sorted((row for name in ("process", "process-2") for row in rows_of(name)), key=lambda row: row["exit"] != 0)
    texts: dict[str, str] = {}
    for row in rows:
        for text in [row["template"]] if row["template"] is not None else row["files"].values():
            texts.setdefault(text, row["id"])
    return [Text(name, text, "openshift") for text, name in texts.items()]


def examples() -> list[Text]:
    """The texts of the gallery."""
    return [Text(file.name, file.read_text(encoding="utf-8"), "auto") for file in sorted(_EXAMPLES.glob("*.yaml"))]


def processed(
    text: str,
    values: Mapping[str, str] | None = None,
    base: ProcessedTemplate | None = None,
    *,
    dialect: str = "auto",
) -> ProcessedTemplate:
    """The first Template of ``text``, processed with ``values`` and the generated values of ``base``."""
    template = _processed(text, Inputs(values=values or {}, generated=base.generated if base else {}, dialect=dialect))
    assert template is not None
    return template


def filled(text: str) -> ProcessedTemplate | None:
    """The Template of ``text`` with a value for each required Parameter; None without a Template."""
    template = _processed(text, Inputs())
    return processed(text, missing(template)) if template else None


def _processed(text: str, inputs: Inputs) -> ProcessedTemplate | None:
    return process_template(read(text), inputs, random=Random(1), limits=Limits(), deadline=None)


def missing(template: ProcessedTemplate) -> dict[str, str]:
    """A value for each required Parameter without one."""
    return {value.parameter.name: "filled" for value in template.values if not value.settled}


def write(files: Mapping[str, str], folder: Path) -> None:
    """Write ``files`` into ``folder``."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(text.encode())
