"""What kustomize cannot build, and what it would change silently: refused, each with its place.

Found with kustomize 5.8: a build of kustomize fails, or its result differs from what it was given.
"""

from __future__ import annotations

import re
from typing import Any, Final

from playground.engine.exporting.refusal import RefusedError
from playground.engine.kubernetes.pods import field_at, mapping, name_of
from playground.engine.model.deadline import Deadline
from playground.engine.model.location import ROOT, FieldPath
from playground.engine.model.refusal import Refusal
from playground.engine.reading.objects import TracedObject
from playground.engine.reading.scalars import means_its_text
from playground.engine.rules.walks import entries
from playground.engine.text.invisible import code_of

ANNOTATIONS: Final = FieldPath(("metadata", "annotations"))
_METADATA: Final = ANNOTATIONS.parent
# kustomize keeps notes of its own in annotations, and leaves out an Object with `config.kubernetes.io/local-config`.
_NOTES: Final = ("config.kubernetes.io/", "internal.config.kubernetes.io/", "kustomize.config.k8s.io/")
_LOST: Final = re.compile("[\x7f-\x9f\ufffe\uffff]")  # kustomize makes a blank of U+0085, and fails at the others
_LONGEST_KEY: Final = 1000  # characters; a few more are the limit of kustomize's reader of YAML


def refuse_unfit(item: TracedObject, deadline: Deadline) -> None:
    """Raise RefusedError for an Object that kustomize does not read, or of which it does not keep something."""
    _refuse_identity(item)
    _refuse_metadata(item)
    _refuse_texts(item, deadline)


def _refuse_identity(item: TracedObject) -> None:
    """Raise RefusedError for a kind, name or namespace by which kustomize cannot know an Object."""
    value, metadata = item.value, item.value.get("metadata")
    kind, name = value.get("kind"), name_of(value)
    if not isinstance(kind, str) or not kind:
        reason = "An object has no kind, so kustomize cannot read it."
        raise RefusedError(Refusal(reason, "Write one.", item.span(ROOT)))
    if not name:
        reason = f"`{kind}` has no name, so kustomize cannot address it; it does not know `generateName`."
        raise RefusedError(Refusal(reason, "Write a name.", item.span(_METADATA if metadata else ROOT)))
    for key in ("kind", "metadata.name", "metadata.namespace"):
        path = FieldPath(key.split("."))
        text = field_at(value, path)
        if text is not None and (not isinstance(text, str) or "," in text):
            reason = f"The {path[-1]} of `{kind}/{name}` is no text, or has a comma: kustomize fails."
            raise RefusedError(Refusal(reason, "Write another one.", item.span(path)))


def _refuse_metadata(item: TracedObject) -> None:
    """Raise RefusedError for labels or annotations that kustomize does not keep."""
    name = f"{item.value['kind']}/{name_of(item.value)}"
    for path in (_METADATA / "labels", ANNOTATIONS):
        texts = field_at(item.value, path)
        is_fit = isinstance(texts, dict) and not any(isinstance(text, dict | list) for text in texts.values())
        if texts is not None and not is_fit:
            reason = f"The {path[-1]} of `{name}` are no mapping of texts: kustomize fails."
            raise RefusedError(Refusal(reason, "Write texts.", item.span(path)))
    for key in mapping(field_at(item.value, ANNOTATIONS)):
        if key.startswith(_NOTES) or not means_its_text(key):
            what = "note of its own" if key.startswith(_NOTES) else "value that is no text"
            reason = f"`{name}` has the annotation `{key}`, which kustomize takes for a {what}."
            raise RefusedError(Refusal(reason, "Remove it.", item.key_span(ANNOTATIONS / key)))


def _refuse_texts(item: TracedObject, deadline: Deadline) -> None:
    """Raise RefusedError for a text or key that kustomize does not keep."""
    waiting: list[tuple[FieldPath, Any]] = [(ROOT, item.value)]
    for path, value in waiting:  # grows in the loop
        waiting += ((path / key, inner) for key, inner in entries(value, deadline))
        key = path[-1] if path else ""
        for text, span in ((value, item.span), (key, item.key_span)):
            if isinstance(text, str) and (lost := _LOST.search(text)):
                reason = f"The text has the character {code_of(lost[0])}, which kustomize does not keep."
                raise RefusedError(Refusal(reason, "Remove it.", span(path)))
        if key == "<<":
            raise RefusedError(Refusal("kustomize does not keep the key `<<`.", "Rename it.", item.key_span(path)))
        if isinstance(key, str) and len(key) > _LONGEST_KEY:
            reason = f"The key has {len(key):,} characters; kustomize reads {_LONGEST_KEY:,}."
            raise RefusedError(Refusal(reason, "Shorten it.", item.key_span(path)))
