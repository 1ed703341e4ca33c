"""The types of custom kinds, from the CustomResourceDefinitions that stand beside their Objects.

apiextensions.k8s.io/v1: structural schemas. A schema that is left open, or that is no structural one, allows any value.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from playground.engine.kubernetes.kinds import Kinds
from playground.engine.kubernetes.pods import items_of, mapping, mapping_at, mappings
from playground.engine.kubernetes.schema import ANY, Field, Type, type_named
from playground.engine.reading.objects import TracedObject

_GROUP: Final = "apiextensions.k8s.io/"
_KIND: Final = "CustomResourceDefinition"
_SCALARS: Final = {"string": "string", "integer": "int64", "number": "float64", "boolean": "bool"}
_TEXT: Final = Type("string", "string")
_MOST_VALUES: Final = 200  # of an enumeration; a longer one is not judged: each text is compared with all values
_OPEN: Final = "x-kubernetes-preserve-unknown-fields"


def kinds_beside(objects: Sequence[TracedObject], minor: int) -> Kinds:
    """The kinds of Kubernetes 1.``minor``, of OpenShift, and of the CustomResourceDefinitions among the ``objects``."""
    values = (value for item in objects for _, value in items_of(item.value))
    definitions = (mapping(value) for value in values if mapping(value).get("kind") == _KIND)
    return Kinds(minor, dict(entry for definition in definitions for entry in _types(definition, minor)))


def _types(definition: Mapping[str, Any], minor: int) -> Iterator[tuple[tuple[str, str], Type]]:
    """The types that a CustomResourceDefinition describes, by apiVersion and kind."""
    spec = mapping(definition.get("spec"))
    group, kind = spec.get("group"), mapping(spec.get("names")).get("kind")
    if not isinstance(kind, str) or not str(definition.get("apiVersion")).startswith(_GROUP):
        return
    for version in mappings(spec.get("versions")):
        schema = mapping_at(version, ("schema", "openAPIV3Schema"))
        if schema and version.get("served") is not False:
            is_open = spec.get("preserveUnknownFields") is True or not schema.get("properties")
            yield (f"{group}/{version.get('name')}", kind), ANY if is_open else _of_object(schema, minor)


def _of_object(schema: Mapping[str, Any], minor: int) -> Type:
    """The type of the Object: its schema need not describe apiVersion, kind and metadata."""
    type_ = _type(schema)
    if type_.shape != "struct":
        return ANY
    head = {
        "apiVersion": Field(_TEXT),
        "kind": Field(_TEXT),
        "metadata": Field(type_named(minor, "meta.v1.ObjectMeta")),
    }
    return Type("object", "struct", read_fields=lambda: {**type_.fields, **head})


def _type(schema: Mapping[str, Any]) -> Type:
    kind, properties, values = schema.get("type"), schema.get("properties"), schema.get("additionalProperties")
    if schema.get(_OPEN) or schema.get("x-kubernetes-embedded-resource"):
        return ANY
    if schema.get("x-kubernetes-int-or-string"):
        return Type("integer or string", "intstr.IntOrString")
    if kind == "object" and isinstance(properties, dict) and properties:
        return Type("object", "struct", read_fields=lambda: _fields(schema))
    if kind == "object" and isinstance(values, dict):
        return Type("object", "map", _type(values))
    if kind == "array" and isinstance(schema.get("items"), dict):
        return Type("array", "list", _type(mapping(schema["items"])))
    return Type(kind, _SCALARS[kind]) if isinstance(kind, str) and kind in _SCALARS else ANY


def _fields(schema: Mapping[str, Any]) -> Mapping[str, Field]:
    required, properties = schema.get("required"), mapping(schema.get("properties"))
    names = set(filter(None, required)) if isinstance(required, list) and all(map(_is_text, required)) else set()
    return {name: _field(mapping(details), name in names) for name, details in properties.items()}


def _field(schema: Mapping[str, Any], required: bool) -> Field:
    description, values = schema.get("description"), schema.get("enum")
    is_listed = isinstance(values, list) and len(values) <= _MOST_VALUES and all(map(_is_text, values))
    listed = tuple(values) if values and is_listed else ()
    return Field(
        _type(schema),
        required,
        description=description if isinstance(description, str) else "",
        values=listed,
        is_closed=bool(listed),
    )


def _is_text(value: Any) -> bool:
    return isinstance(value, str)
