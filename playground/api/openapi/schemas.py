"""The OpenAPI 3.0 schemas of the bodies that the API accepts and returns.

OpenShift api ``template/v1/types.go`` for the Template; the proposal adds a Parameter's `type`.
"""

from __future__ import annotations

from typing import Any

from playground.api.evaluations import CHOICES, TEXTS
from playground.api.protocol.groups import CORE, GROUPS, Group
from playground.engine import Dialect, Severity

Schema = dict[str, Any]
STRING: Schema = {"type": "string"}
INTEGER: Schema = {"type": "integer", "minimum": 0}
BOOLEAN: Schema = {"type": "boolean"}
_STRING_OR_NULL: Schema = {"type": "string", "nullable": True}
TEXTS_BY_NAME: Schema = {"type": "object", "additionalProperties": STRING}
ANY_OBJECT: Schema = {"type": "object", "x-kubernetes-preserve-unknown-fields": True}


def described(schema: Schema, description: str) -> Schema:
    """``schema`` with a description."""
    return {**schema, "description": description}


def listed(schema: Schema) -> Schema:
    """A list of ``schema``."""
    return {"type": "array", "items": schema}


def mapping(description: str = "", required: tuple[str, ...] = (), /, **properties: Schema) -> Schema:
    """An object with ``properties``, of which those named in ``required`` are required."""
    schema: Schema = {"type": "object", "properties": properties}
    if required:
        schema["required"] = list(required)
    return described(schema, description) if description else schema


def reference(name: str) -> Schema:
    """A reference to the schema ``name`` in the same document."""
    return {"$ref": f"#/components/schemas/{name}"}


def schema_name(group: Group, kind: str) -> str:
    """The name of a kind's schema; it contains the group, because two groups have the kind."""
    prefix = "com.github.openshift.api.template.v1" if group.name else "io.k8s.api.core.v1"
    return f"{prefix}.{kind}"


def all_schemas() -> dict[str, Schema]:
    """Every schema of the API."""
    return {name: schema for group in GROUPS for name, schema in schemas_of(group).items()} | shared_schemas()


def schemas_of(group: Group) -> dict[str, Schema]:
    """The schemas of ``group``; `kubectl explain` finds a kind by the group, version and name in its schema."""
    namespace = (
        {schema_name(CORE, "Namespace"): {**_namespace(), **_marked(CORE, "Namespace")}} if group is CORE else {}
    )
    return {
        **namespace,
        schema_name(group, "Parameter"): _parameter(group),
        schema_name(group, "Template"): {**_template(group), **_marked(group, "Template")},
        schema_name(group, "TemplateList"): {**_template_list(group), **_marked(group, "TemplateList")},
    }


def kinds() -> dict[str, Schema]:
    """The schemas of all kinds, and the schemas that they refer to."""
    shared = shared_schemas()
    own = {name: schema for group in GROUPS for name, schema in schemas_of(group).items()}
    return own | {name: shared[name] for name in ("Metadata", "ListMeta")}


def shared_schemas() -> dict[str, Schema]:
    """The schemas that belong to no group."""
    return {
        "Metadata": _metadata(),
        "ListMeta": mapping(resourceVersion=STRING, **{"continue": STRING}),
        "Status": _status(),
        "Table": _table(),
        "WatchEvent": _watch_event(),
        "WatchLines": described(STRING, "A WatchEvent as JSON on each line; empty if nothing happened."),
        "Position": _position(),
        "Span": _span(),
        "Diagnostic": _diagnostic(),
        "EvaluateRequest": _evaluate_request(),
        "Evaluation": _evaluation(),
    }


def _parameter(group: Group) -> Schema:
    parameter = mapping(
        "A declaration; its value replaces the references to it in the objects.",
        ("name",),
        name=described(STRING, "The name that references use: letters, digits and `_`."),
        displayName=described(STRING, "The name shown to people."),
        description=described(STRING, "What the value is for."),
        value=described(STRING, "The value; if it is set, no value is generated."),
        generate=described(STRING, "How a value is generated: `expression`."),
        **{"from": described(STRING, "The expression of a generated value, such as `[a-z0-9]{8}`.")},
        required=described(BOOLEAN, "Whether processing fails without a value."),
    )
    if group.dialect is Dialect.PROPOSAL:
        parameter["properties"]["type"] = described(STRING, "The type of the value: string, int, bool or base64.")
    return parameter


def _template(group: Group) -> Schema:
    return mapping(
        "Objects with references, and the Parameters that they refer to.",
        ("objects",),
        apiVersion=described(STRING, "The version of this schema."),
        kind=described(STRING, "Template."),
        metadata=reference("Metadata"),
        message=described(STRING, "A message for the user after the objects are created; may contain references."),
        objects=described({**listed(ANY_OBJECT), "nullable": True}, "The objects that the Template creates."),
        parameters=described(
            listed(reference(schema_name(group, "Parameter"))), "The Parameters that the objects may refer to."
        ),
        labels=described(TEXTS_BY_NAME, "Labels that each object gets."),
    )


def _template_list(group: Group) -> Schema:
    return mapping(
        "A page of Templates.",
        ("items",),
        apiVersion=STRING,
        kind=STRING,
        metadata=reference("ListMeta"),
        items=listed(reference(schema_name(group, "Template"))),
    )


def _namespace() -> Schema:
    phase = described(STRING, "Active, always.")
    return mapping(
        "A Workspace; its token opens no other namespace.",
        apiVersion=described(STRING, "The version of this schema."),
        kind=described(STRING, "Namespace."),
        metadata=reference("Metadata"),
        status=mapping("The state of the namespace.", phase=phase),
    )


def _marked(group: Group, kind: str) -> Schema:
    """The extension by which `kubectl` finds the schema of a kind."""
    return {"x-kubernetes-group-version-kind": [{"group": group.name, "version": group.version, "kind": kind}]}


def _metadata() -> Schema:
    texts = ("name", "namespace", "uid", "resourceVersion", "generateName", "selfLink")
    time = described({"type": "string", "format": "date-time", "nullable": True}, "The time of creation (RFC 3339).")
    return mapping(
        "An object's name and other metadata (ObjectMeta).",
        **dict.fromkeys(texts, STRING),
        generation=INTEGER,
        creationTimestamp=time,
        labels=TEXTS_BY_NAME,
        annotations=TEXTS_BY_NAME,
        finalizers=listed(STRING),
        ownerReferences=listed(ANY_OBJECT),
        managedFields=listed(ANY_OBJECT),
    )


def _status() -> Schema:
    return mapping(
        "The outcome of a request.",
        ("kind", "apiVersion", "status", "message", "reason", "code"),
        kind={"type": "string", "enum": ["Status"]},
        apiVersion={"type": "string", "enum": ["v1"]},
        metadata=ANY_OBJECT,
        status={"type": "string", "enum": ["Failure", "Success"]},
        message=STRING,
        reason=STRING,
        details=ANY_OBJECT,
        code=INTEGER,
    )


def _table() -> Schema:
    return mapping(
        "Objects as `kubectl get` prints them, for clients that accept `as=Table`.",
        ("kind", "apiVersion", "metadata", "columnDefinitions", "rows"),
        kind={"type": "string", "enum": ["Table"]},
        apiVersion={"type": "string", "enum": ["meta.k8s.io/v1"]},
        metadata=reference("ListMeta"),
        columnDefinitions=listed(ANY_OBJECT),
        rows=listed(ANY_OBJECT),
    )


def _watch_event() -> Schema:
    return mapping(
        "A change of an object.",
        ("type", "object"),
        type={"type": "string", "enum": ["ADDED", "MODIFIED", "DELETED", "BOOKMARK", "ERROR"]},
        object=described(
            ANY_OBJECT, "The object or a Table with its row; for BOOKMARK only the version, for ERROR a Status."
        ),
    )


def _position() -> Schema:
    return mapping(
        "Line and column from 1; columns count code points.",
        ("line", "column"),
        line={"type": "integer", "minimum": 1},
        column={"type": "integer", "minimum": 1},
    )


def _span() -> Schema:
    return mapping(
        "A range of the text; its end is exclusive.",
        ("start", "end"),
        start=reference("Position"),
        end=reference("Position"),
    )


def _diagnostic() -> Schema:
    span = reference("Span")
    edit = mapping("A range of the text and its replacement.", ("span", "text"), span=span, text=STRING)
    fix = mapping(
        "A change of the text that resolves the diagnostic.", ("title", "edits"), title=STRING, edits=listed(edit)
    )
    return mapping(
        "One finding of a rule.",
        ("code", "name", "severity", "message", "hint", "span", "field", "related", "fix"),
        **dict.fromkeys(("code", "name", "message", "hint", "field"), STRING),
        severity={"type": "string", "enum": [severity.value for severity in Severity]},
        span=span,
        related=listed(mapping("", ("span", "message"), span=span, message=STRING)),
        fix={"nullable": True, "allOf": [fix]},
    )


def _evaluate_request() -> Schema:
    request = mapping(
        "A text and options.",
        ("text",),
        text=described(STRING, "YAML or JSON."),
        **dict.fromkeys(TEXTS, TEXTS_BY_NAME),
        **{name: {"type": "string", "enum": list(choices)} for name, choices in CHOICES.items()},
        cluster=described(
            {**ANY_OBJECT, "nullable": True},
            "The cluster's Services, ConfigMaps, Secrets and other facts that are not in the text.",
        ),
    )
    return {**request, "additionalProperties": False}


def _evaluation() -> Schema:
    return mapping(
        "Everything that was computed from a text.",
        ("readable", "dialect", "documents", "template", "objects", "expanded", "output", "diagnostics"),
        readable=described(BOOLEAN, "Whether every document could be read."),
        dialect=_STRING_OR_NULL,
        documents=listed(_document()),
        template={"nullable": True, "allOf": [_processed_template()]},
        objects=described(listed({"nullable": True}), "The objects that the cluster would get."),
        expanded=described(listed({"nullable": True}), "The same objects with the values that the containers receive."),
        output=described(STRING, "The expanded objects as YAML."),
        environments=described(ANY_OBJECT, "The variables, command and arguments that each container receives."),
        diagnostics=listed(reference("Diagnostic")),
        counts={"type": "object", "additionalProperties": INTEGER},
    )


def _document() -> Schema:
    return mapping(
        "One document of the text, as Kubernetes reads it.",
        ("syntax", "span", "value"),
        syntax={"type": "string", "enum": ["yaml", "json"]},
        span=reference("Span"),
        value={"nullable": True},
    )


def _processed_template() -> Schema:
    return mapping(
        "The first Template, processed.",
        ("name", "message", "parameters", "refusal"),
        name=STRING,
        message=_STRING_OR_NULL,
        parameters=listed(mapping("", ("name", "value", "origin"), name=STRING, value=_STRING_OR_NULL, origin=STRING)),
        refusal=described(_STRING_OR_NULL, "The error message of `oc process` if it refuses the Template, else null."),
    )
