"""What storing a text depends on: the kind of its first object, and its name as a Template."""

from __future__ import annotations

from playground.engine import Evaluation
from playground.storage.saving import Described

_LONGEST_KIND = 63


def described(evaluation: Evaluation) -> Described:
    """What ``evaluation`` found: a Template that is the only document and can be decoded is an object, others not."""
    documents = evaluation.source.documents
    value = documents[0].value if documents else None
    kind = value.get("kind") if isinstance(value, dict) else None
    if not isinstance(kind, str) or len(kind) > _LONGEST_KIND or not kind.isprintable():
        return Described()
    template = evaluation.template
    if kind != "Template" or template is None or len(documents) != 1 or not evaluation.readable:
        return Described(kind)
    if any(problem.pattern == "wrong-type" for problem in template.problems):
        return Described(kind)
    return Described(kind, template.name)
