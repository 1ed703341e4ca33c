"""Runs the real `kubectl kustomize` on kustomizations, and says what it should build."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any, Final

from playground.engine import Kustomization, ProcessedTemplate, Refusal, kustomization, read
from playground.engine.text.go import to_json
from tests.api.servers import KUBECTL
from tests.engine.exporting.texts import HOSTILE, filled, processed, write

# kustomize does not keep these values: the conversion refuses them, if they are in a text that is patched.
_LOST: Final = re.compile(r"[\x7f-\x9f\uffff]|^\t.*\n")
UNFIT: Final = tuple(value for value in HOSTILE if _LOST.search(value))
KEPT: Final = tuple(value for value in HOSTILE if not _LOST.search(value))
# Why a Template, or one with hostile values, is refused: it cannot be deployed either, or kustomize would change it.
REFUSALS: Final = (
    "`oc process` refuses the Template: ", "The Template has no objects.", "An object is `null`.", "has no kind",
    "has no name, so kustomize cannot address it", "has a comma: kustomize fails", "which kustomize takes for a value",
    "is here a second time", "is the name of another object in the base", "from another object while it patches",
    "ustomize rounds the number", "The key has 1,", "does not keep the key `<<`",
)  # fmt: skip


def kustomization_of(text: str, **sets: Mapping[str, str]) -> Kustomization:
    """The kustomization of the Template of ``text``, with an overlay for each of the ``sets`` of values."""
    base = processed(text)
    kustomized = kustomization(base, {name: processed(text, values, base) for name, values in sets.items()})
    assert not isinstance(kustomized, Refusal), kustomized
    return kustomized


def built(folder: Path) -> str:
    """What `kubectl kustomize` prints for ``folder``; its error, if it refuses."""
    process = subprocess.run([KUBECTL, "kustomize", str(folder)], capture_output=True, check=False)
    return (process.stderr if process.returncode else process.stdout).decode("utf-8", "replace")


def objects_in(text: str) -> list[str]:
    """The objects that kustomize printed, as JSON, in the order of the JSON."""
    source = read(text)
    return sorted(map(as_built, (document.value for document in source.documents))) if not source.problems else [text]


def expected(template: ProcessedTemplate) -> list[str]:
    """The Objects of ``template`` as kustomize prints them: without Lists, and annotations as texts."""
    return sorted(as_built(value) for item in template.objects for value in _without_lists(item.value))


def _without_lists(value: Any) -> Iterator[Any]:
    if isinstance(value, dict) and str(value.get("kind")).endswith("List") and "items" in value:
        for inner in value["items"] or ():
            yield from _without_lists(inner)
    else:
        yield value


def as_built(value: Any) -> str:
    """JSON in which 1 is 1.0 and 0 is -0, without empty annotations, and with annotations as texts."""
    metadata = dict(value.get("metadata") or {})
    annotations = metadata.pop("annotations", None) or {}
    texts = {
        key: "" if text is None else text if isinstance(text, str) else to_json(text)
        for key, text in annotations.items()
    }
    return to_json({**value, "metadata": metadata | ({"annotations": texts} if texts else {})}).replace(":-0,", ":0,")


def other_values(base: ProcessedTemplate, random: Random | None = None) -> Mapping[str, str]:
    """Another value for each Parameter: hostile ones by ``random``. What `${{P}}` inserts keeps its type."""
    typed = {item.name for item in base.references if item.form == "${{}}" or not isinstance(item.value, str)}
    required = {value.parameter.name for value in base.values if value.parameter.required}
    values = {}
    for value in base.values:
        name, text = value.parameter.name, value.text
        if name in typed:
            values[name] = str(int(text) + 1) if text.isdigit() and len(text) < 10 else text
        elif random is None:
            values[name] = f"{text}x"
        else:
            values[name] = random.choice([hostile for hostile in KEPT if hostile or name not in required])
    return values


def check_everything(text: str, folder: Path, rounds: int) -> int:
    """Fail unless kustomize builds the base, and overlays with other and hostile values; return how many it built."""
    base = filled(text)
    if base is None or is_refused(base, {}):
        return 0
    sets = {"changed": other_values(base)} | {
        f"hostile{seed}": other_values(base, Random(seed)) for seed in range(rounds)
    }
    overlays = {name: processed(text, values, base) for name, values in sets.items()}
    overlays = {name: overlay for name, overlay in overlays.items() if not is_refused(base, {name: overlay})}
    check_built(base, overlays, folder)
    return 1 + len(overlays)


def check_built(base: ProcessedTemplate, overlays: Mapping[str, ProcessedTemplate], folder: Path) -> None:
    """Fail unless kustomize builds the Objects of ``base``, and those of each of the ``overlays``."""
    kustomized = kustomization(base, overlays)
    assert not isinstance(kustomized, Refusal), kustomized
    write(kustomized.files, folder)
    assert objects_in(built(folder / "base")) == expected(base)
    for name, overlay in overlays.items():
        assert objects_in(built(folder / "overlays" / name)) == expected(overlay), name


def is_refused(base: ProcessedTemplate, overlays: Mapping[str, ProcessedTemplate]) -> bool:
    """Whether no kustomization can be made, for one of REFUSALS, and with a place; fails for any other reason."""
    refusal = kustomization(base, overlays)
    if not isinstance(refusal, Refusal):
        return False
    assert any(reason in refusal.reason for reason in REFUSALS), refusal
    assert refusal.span is not None, refusal
    return True
