"""Rules about values whose type or form does not fit their field.

Kubernetes v1.36 ``pkg/apis/*/types.go``: the fields of workloads and Services that are numbers or booleans.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import Any, Final

from playground.engine.evaluation import Evaluation
from playground.engine.kubernetes.pods import POD_KINDS, mapping
from playground.engine.model.diagnostics import Edit, Finding, Fix, Severity, write
from playground.engine.model.location import FieldPath
from playground.engine.model.problems import Problem
from playground.engine.reading import Document
from playground.engine.rules.registry import rule
from playground.engine.rules.walks import any_problems, every_object
from playground.engine.text.go import to_json

_KINDS = frozenset(
    {*POD_KINDS, "Service", "HorizontalPodAutoscaler", "PodDisruptionBudget", "Ingress", "Route", "BuildConfig"}
)
_TEXT_FOR_VALUE = re.compile(r"cannot unmarshal string into .* of type (?:u?int\d*|bool)\Z")
_NO_LETTER = "must contain at least one letter (a-z)"
_REFERENCE = re.compile(r"\$\{(\w+)\}", re.ASCII)
_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?", re.ASCII)  # as JSON has it
_SHORT_NUMBER = 16  # digits; a float of 64 bits holds fewer exactly
_LONGEST_NUMBER = 400  # characters; all that are finite are shorter, but for their fractions
_NULL = "inserts null, so the field disappears"

# Fields that are numbers or booleans at any place, and maps whose keys the author chooses.
_NUMBERS: Final = frozenset(
    "replicas minReplicas maxReplicas minReadySeconds revisionHistoryLimit progressDeadlineSeconds backoffLimit"
    " parallelism completions activeDeadlineSeconds ttlSecondsAfterFinished successfulJobsHistoryLimit"
    " failedJobsHistoryLimit startingDeadlineSeconds terminationGracePeriodSeconds containerPort hostPort nodePort"
    " initialDelaySeconds periodSeconds timeoutSeconds successThreshold failureThreshold runAsUser runAsGroup fsGroup"
    " defaultMode weight number intervalSeconds updatePeriodSeconds completionDeadlineSeconds"
    " successfulBuildsHistoryLimit failedBuildsHistoryLimit".split()
)
_BOOLEANS: Final = frozenset(
    "hostNetwork hostPID hostIPC shareProcessNamespace privileged runAsNonRoot readOnlyRootFilesystem"
    " allowPrivilegeEscalation stdin stdinOnce tty readOnly automountServiceAccountToken paused suspend automatic"
    " forcePull noCache incremental".split()
)
# Those that may also be a port's name or a percentage, but no text of digits alone.
_COUNTS: Final = frozenset({"targetPort", "maxSurge", "maxUnavailable", "minAvailable"})
_OWN_NAMES: Final = frozenset(
    {"metadata", "labels", "matchLabels", "selector", "nodeSelector", "limits", "requests", "env"}
)
_NO_TEXT: Final = _NUMBERS | _BOOLEANS | _COUNTS
_NESTED: Final = frozenset({dict, list})


@rule("POD605", Severity.ERROR)
def text_not_value(evaluation: Evaluation) -> Iterator[Finding]:
    """A field for a number or boolean contains text.

    `${NAME}` in a Template always inserts text, even if its value is a number, and so do quotes. The API server refuses
    text for `replicas`, ports, periods and similar fields; `${{NAME}}` inserts the number itself. Digits in quotes are
    also no port of a probe or Service, which would be a name, and no `maxSurge`, which would be a percentage.

    Example::

        apiVersion: template.openshift.io/v1
        kind: Template
        parameters:
        - {name: REPLICAS, value: "2"}
        objects:
        - apiVersion: v1
          kind: ReplicationController
          metadata: {name: web}
          spec:
            replicas: ${REPLICAS}

    Instead::

        apiVersion: template.openshift.io/v1
        kind: Template
        parameters:
        - {name: REPLICAS, value: "2"}
        objects:
        - apiVersion: v1
          kind: ReplicationController
          metadata: {name: web}
          spec:
            replicas: ${{REPLICAS}}
    """
    misplaced = {
        (problem.document, problem.path): (str(problem.detail["value"]), "bool" not in problem.error)
        for problem in any_problems(evaluation)
        if is_text_for_value(problem)
    }
    for item, inside, value in every_object(evaluation):
        kind = str(mapping(value).get("kind"))
        for path, text in _texts(value.get("spec", value.get("template")), inside) if kind in _KINDS else ():
            if kind != "Route" or path[-1] not in _COUNTS:  # any text may be the name of a Route's port
                misplaced.setdefault((item.document.index, item.where(path)), (text, path[-1] not in _BOOLEANS))
    for (index, place), (text, number) in misplaced.items():
        if "$" not in text:  # a reference that stayed has a rule of its own
            yield _misplaced(evaluation.document(index), place, text, number)


def is_text_for_value(problem: Problem) -> bool:
    """Whether the API server refuses text in a field that is a number or a boolean: that is POD605.

    Digits in quotes are read as the name of a port, which needs a letter.
    """
    if problem.detail.get("stage") == "decode":
        return _TEXT_FOR_VALUE.search(problem.error) is not None
    of_port = problem.path[-1:] == ("port",) and problem.error.endswith(_NO_LETTER)
    return of_port and str(problem.detail.get("value")).isdecimal()


def _texts(value: Any, inside: FieldPath) -> Iterator[tuple[FieldPath, str]]:
    """The texts in fields that are numbers or booleans; maps with keys of the author's choice are skipped."""
    waiting: list[tuple[tuple[str | int, ...], Any]] = [(("spec",), value)] if type(value) in _NESTED else []
    while waiting:
        place, item = waiting.pop()
        for key, child in item.items() if type(item) is dict else enumerate(item):
            if type(child) in _NESTED:
                if key not in _OWN_NAMES:
                    waiting.append(((*place, key), child))
            elif key in _NO_TEXT and type(child) is str and (key not in _COUNTS or child.isdecimal()):
                yield inside.join((*place, key)), child


def _misplaced(document: Document, place: FieldPath, text: str, number: bool) -> Finding:
    raw, wanted = document.raw(place), "a number" if number else "`true` or `false`"
    reference = _REFERENCE.fullmatch(raw.strip("\"'"))
    fits = re.fullmatch(r"-?[0-9]+", text) is not None if number else text in ("true", "false")
    new = f"${{{{{reference[1]}}}}}" if reference else text if raw.strip("\"'") == text else ""
    new = f"{raw[0]}{new}{raw[0]}" if reference and raw[0] in "\"'" else new
    if not fits:
        hint = f"Give the parameter a value that is {wanted}, and write `{new}`." if reference else f"Write {wanted}."
    elif reference:
        hint = f"Write `${{{{{reference[1]}}}}}`, which inserts the value itself."
    elif raw == text:
        hint, new = "Remove the tag before it, which makes it text.", ""
    else:
        hint = "Remove the quotes." if new else "Give the parameter the type `int` or `bool`."
    title = f"Write ${{{{{reference[1]}}}}}" if reference else "Remove the quotes"
    return Finding(
        f"`{place[-1]}` must be {wanted}, and this is text: the API server refuses the object.",
        document.span(place),
        hint=hint,
        field=str(place),
        fix=Fix(title, (Edit(document.span(place), new),)) if new and fits else None,
    )


@rule("REF405", Severity.WARNING)
def value_rewritten(evaluation: Evaluation) -> Iterator[Finding]:
    """`${{NAME}}` reads the value as a number and writes it differently, or as null and omits the field.

    A version `1.10` becomes 1.1, a commit `1e5` becomes 100000, and a field that would be `null` is omitted. `${NAME}`
    inserts a value as it is written; in the Template's own labels and message, both forms do.

    Example::

        apiVersion: template.openshift.io/v1
        kind: Template
        parameters:
        - {name: VERSION, value: "1.10"}
        objects:
        - {apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {version: "${{VERSION}}"}}

    Instead::

        apiVersion: template.openshift.io/v1
        kind: Template
        parameters:
        - {name: VERSION, value: "1.10"}
        objects:
        - {apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {version: "${VERSION}"}}
    """
    if evaluation.processed is None:
        return
    substituted = (reference for reference in evaluation.processed.references if reference.fate == "substituted")
    raw = [reference for reference in substituted if reference.form == "${{}}"]
    names = {reference.name for reference in raw}
    values = (value for value in evaluation.processed.values if value.parameter.name in names)
    texts = {value.parameter.name: value.text for value in values}
    effects = {name: _effect(text) for name, text in texts.items()}
    document = evaluation.processed.template.document
    for reference in raw:
        effect = effects[reference.name]
        if not effect:
            continue
        if reference.object is None or reference.in_key or (effect == _NULL and isinstance(reference.path[-1], int)):
            continue  # labels and the message take the text as it is; on the others `oc` crashes (another rule)
        if not document.raw(reference.path):
            continue  # the kind that a list gives its items: it is reported where it is written
        span = document.text_span(reference.path, reference.start, reference.end)
        yield Finding(
            f"`${{{{{reference.name}}}}}` {effect}; the value is written `{texts[reference.name].strip()}`.",
            span,
            hint=f"Write `${{{reference.name}}}` for the text as it is.",
            field=str(reference.path),
            fix=write(f"${{{reference.name}}}", span),
        )


def _effect(text: str) -> str:
    """How `${{NAME}}` changes a value; "" if it does not."""
    number = _as_number(text)
    return f"inserts the number {number}" if number else _NULL if text.strip(" \t\r\n") == "null" else ""


def _as_number(text: str) -> str:
    """How `${{NAME}}` writes a number; "" for a number that it does not change, and for other text.

    Every number is a float of 64 bits there, so that long ones lose digits.

    >>> _as_number("1.10"), _as_number("1e5"), _as_number("8080"), _as_number("007"), _as_number("9007199254740993")
    ('1.1', '100000', '', '', '9007199254740992')
    """
    if len(text) < _SHORT_NUMBER and text.isdecimal() and text.isascii():
        return ""  # as most are: a whole number that a float holds exactly
    if len(text) > _LONGEST_NUMBER or not _NUMBER.fullmatch(text) or math.isinf(float(text)):
        return ""
    number_text = to_json(float(text))
    return "" if number_text == text else number_text
