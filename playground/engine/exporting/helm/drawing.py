"""Values that the chart itself draws: once for all their uses, and kept if a Secret of the cluster has them already.

Helm's functions `lookup`, `randAlphaNum`, `randAlpha` and `randNumeric`. `helm template`, by which Argo CD renders
charts, finds nothing in the cluster: there each run draws new values.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from string import ascii_letters, ascii_lowercase, ascii_uppercase, digits
from typing import Final

from playground.engine.exporting.helm.expressions import Value, formatted
from playground.engine.exporting.helm.writer import ChartWriter
from playground.engine.exporting.parts import own_pieces
from playground.engine.kubernetes.pods import field_at
from playground.engine.model.location import FieldPath
from playground.engine.model.records import record
from playground.engine.reading.objects import TracedObject
from playground.engine.templates import Origin, ParameterValue, ProcessedTemplate
from playground.engine.templates.generators.plan import Plan, Run
from playground.engine.text.yaml import double_quoted

# The expression that draws `{}` of these characters. SHA-256 gives 64 hexadecimal digits.
_FUNCTIONS: Final[Mapping[str, str]] = {
    ascii_letters + digits: "randAlphaNum {}",
    ascii_letters: "randAlpha {}",
    digits: "randNumeric {}",
    ascii_lowercase + digits: "randAlphaNum {} | lower",
    ascii_uppercase + digits: "randAlphaNum {} | upper",
    ascii_lowercase: "randAlpha {} | lower",
    ascii_uppercase: "randAlpha {} | upper",
    "abcdef" + digits: "randAlphaNum 64 | sha256sum | trunc {}",
    "ABCDEF" + digits: "randAlphaNum 64 | sha256sum | upper | trunc {}",
}
_BY_CHARACTERS: Final = {frozenset(characters): function for characters, function in _FUNCTIONS.items()}
_LONGEST_HASH: Final = 64
_COMMENT: Final = (
    "{{- /* Draws each value that is not given, once for the whole chart."
    " A value that the cluster has already is kept. */ -}}\n"
)
_NAME: Final = FieldPath(("metadata", "name"))
_NAMESPACE: Final = FieldPath(("metadata", "namespace"))
_DATA: Final = ("stringData", "data")


@record()
class DrawnValue:
    """How the chart draws a value: by ``function``, unless the Secret with this ``name`` has it under this ``key``.

    All are expressions of Helm. ``is_plain``: the Secret has the value as it is, not in base64.
    """

    function: str
    namespace: str
    name: str
    key: str
    is_plain: bool


def drawn_in_chart(
    processed: ProcessedTemplate, probed: ProcessedTemplate, writer: ChartWriter
) -> Mapping[str, DrawnValue]:
    """What the chart can draw, by Parameter: generated values that stand alone in a Secret.

    Not a value that is used as JSON, one with characters that Helm cannot draw, or one in the name of its Secret.
    """
    functions: dict[str, str] = {}
    for value in processed.values:
        function = _function(value)
        if function and value.parameter.name in writer.values and not writer.values[value.parameter.name].is_json:
            functions[value.parameter.name] = function
    drawn: dict[str, DrawnValue] = {}
    for item in probed.objects:
        if item.value.get("kind") == "Secret" and item.value.get("apiVersion") == "v1" and "items" not in item.value:
            for name, drawn_value in _drawn_of(item, functions, writer):
                drawn.setdefault(name, drawn_value)
    return drawn


def _function(value: ParameterValue) -> str:
    """The expression of Helm that draws what the generator of a Parameter draws; "" if there is none."""
    if value.origin is not Origin.GENERATED or not isinstance(value.plan, Plan):
        return ""
    parts: list[str] = []
    for step in filter(None, value.plan.steps):
        if isinstance(step, str):
            parts.append(double_quoted(step))
            continue
        function = _BY_CHARACTERS.get(frozenset(step.characters)) if isinstance(step, Run) else None
        if not isinstance(step, Run) or not function or step.least != step.most:
            return ""
        if "trunc" in function and step.most > _LONGEST_HASH:
            return ""
        parts.append(function.replace("{}", str(step.most)))
    if all(part.startswith('"') for part in parts):
        return ""  # nothing is drawn
    if len(parts) == 1:
        return parts[0]
    return " ".join(("print", *(part if part.startswith('"') else f"({part})" for part in parts)))


def _drawn_of(
    item: TracedObject, functions: Mapping[str, str], writer: ChartWriter
) -> Iterator[tuple[str, DrawnValue]]:
    """The values that stand alone in the Secret ``item``, of those that Helm's ``functions`` draw, by Parameter."""
    name, name_parameters = _term(item, _NAME, writer)
    namespace, namespace_parameters = _term(item, _NAMESPACE, writer)
    for path, pieces in own_pieces(item, writer.labels):
        parameter = pieces[0].parameter if len(pieces) == 1 and len(path) == 2 and path[0] in _DATA else None
        if parameter is None or parameter not in functions:
            continue
        written = item.keys.get(path, str(path[-1]))
        key_pieces = writer.pieces_of(written) if path in item.keys else ()
        key = formatted(written, key_pieces, writer.values) if key_pieces else double_quoted(written)
        used = {*name_parameters, *namespace_parameters, *(piece.parameter for piece in key_pieces)}
        if name and not used & functions.keys():
            namespace = namespace or ".Release.Namespace"
            yield parameter, DrawnValue(functions[parameter], namespace, name, key, path[0] == "data")


def _term(item: TracedObject, path: FieldPath, writer: ChartWriter) -> tuple[str, set[str]]:
    """The text at ``path`` as an expression, and the Parameters in it; "" without a text there."""
    text = field_at(item.value, path)
    if not isinstance(text, str) or not text:
        return "", set()
    if path not in item.pieces:
        return double_quoted(text), set()
    pieces = item.pieces[path]
    written = field_at(item.document.value, item.where(path))
    term = formatted(written, pieces, writer.values)
    return term, {piece.parameter for piece in pieces if piece.parameter is not None}


def drawing_helper(drawn: Mapping[str, DrawnValue], writer: ChartWriter) -> str:
    """The helper that draws the values, for `_helpers.tpl`."""
    actions = (action for name, value in drawn.items() for action in _actions(writer.values[name], value))
    lines = (f"{{{{- {action} -}}}}\n" for action in (f'define "{writer.chart}.draw"', *actions, "end"))
    return _COMMENT + "".join(lines)


def _actions(value: Value, drawn: DrawnValue) -> Iterator[str]:
    """The actions that draw one value. Without the Secret, `lookup` finds an empty mapping."""
    namespace, name, key = map(_argument, (drawn.namespace, drawn.name, drawn.key))
    yield f"if not {value.argument}"
    yield f'$secret := lookup "v1" "Secret" {namespace} {name}'
    yield f"$kept := get ($secret.data | default dict) {key}{'' if drawn.is_plain else ' | b64dec'}"
    yield f"$_ := set .Values {double_quoted(value.name)} ($kept | default ({drawn.function}))"
    yield "end"


def _argument(term: str) -> str:
    """An expression as an argument of a function."""
    return f"({term})" if term.startswith(("printf ", "index ")) else term


def drawing_line(chart: str) -> str:
    """The first line of each file of ``chart``: whichever Helm reads first draws the values."""
    return f'{{{{- include "{chart}.draw" . -}}}}\n'
