"""Template and Parameter, as a Document declares them.

OpenShift api ``template/v1``; the Kubernetes proposal "OpenShift Template Syntax" (which adds ``type``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from playground.engine.kubernetes.pods import field_at, items_of, mapping
from playground.engine.model.location import ROOT, FieldPath
from playground.engine.model.problems import Problem
from playground.engine.model.records import record
from playground.engine.reading import Document
from playground.engine.reading.objects import TracedObject
from playground.engine.templates.decoding import decoding_problems, envelope_error, head_key, written_json
from playground.engine.templates.substitution import Dialect
from playground.engine.text.go import quote
from playground.engine.text.secret_names import looks_secret

__all__ = [
    "OPENSHIFT_VERSION",
    "PROPOSAL_VERSIONS",
    "Parameter",
    "Template",
    "decode",
    "decoding_problems_in",
    "dialect_of",
    "envelope_error",
    "find_templates",
    "head_key",
    "is_template",
    "objects_outside",
    "version_problems",
]

OPENSHIFT_VERSION: Final = "template.openshift.io/v1"
PROPOSAL_VERSIONS: Final = ("v1", "")

_SCHEME = "k8s.io/kubectl/pkg/scheme/scheme.go:28"  # Go names kubectl's scheme after its place in the source
_PARAMETER_TEXTS = ("name", "displayName", "description", "type", "value", "generate", "from")
GROUPS_ANNOTATION: Final = "template-playground/parameter-groups"
PARAMETER_NAME: Final = re.compile(r"[a-zA-Z0-9_]+\Z")
_NAME = re.compile(r"[a-zA-Z0-9_]+")
_LONGEST_GROUPS = 10_000  # characters of the annotation that are read


@record()
class Parameter:
    """One declaration of a Template's ``parameters``; a missing field is "" (``value``: None)."""

    name: str
    display_name: str
    description: str
    type: str  # of the proposal; "": not given
    value: str | None
    generate: str
    from_: str
    required: bool
    path: FieldPath  # in the Document
    index: int  # in ``parameters``

    @property
    def looks_secret(self) -> bool:
        """Whether its name or display name is that of a secret."""
        return looks_secret(self.name) or looks_secret(self.display_name)


@record()
class Template:
    """A Template as its author wrote it. Never change ``objects`` and ``labels``: they belong to the Document."""

    document: Document
    path: FieldPath
    api_version: str
    name: str
    parameters: tuple[Parameter, ...]
    objects: tuple[Any, ...] | None
    labels: Mapping[str, Any] | None
    message: str | None
    problems: tuple[Problem, ...]

    def parameter(self, name: str) -> Parameter | None:
        """The Parameter that gets a given value of this name: the first one so called; None if there is none."""
        return next((parameter for parameter in self.parameters if parameter.name == name), None)

    @property
    def parameter_groups(self) -> Mapping[str, tuple[str, ...]]:
        """The names of Parameters under each heading that the annotation GROUPS_ANNOTATION gives.

        Each line of the annotation is a group: `Database: DB_HOST, DB_USER`.
        """
        annotations = mapping(mapping(_own_mapping(self.document, self.path).get("metadata")).get("annotations"))
        text = annotations.get(GROUPS_ANNOTATION)
        lines = [line.partition(":") for line in text.splitlines()] if isinstance(text, str) else []
        return {title.strip(): tuple(_NAME.findall(names)) for title, _, names in lines if title.strip()}


def find_templates(documents: Iterable[Document]) -> tuple[Template, ...]:
    """Every Template that is a Document, then every Template in a `List`, which `oc process` refuses."""
    documents = tuple(documents)
    roots = (_template(document, ROOT) for document in documents if is_template(document))
    listed = (_template(document, path) for document in documents for path in _listed(document))
    return (*roots, *listed)


def objects_outside(templates: Sequence[Template], documents: Sequence[Document]) -> Iterator[TracedObject]:
    """The Objects of the documents that are not Templates; of a List, its items."""
    template_documents = {id(template.document) for template in templates}
    for document in documents:
        if id(document) not in template_documents:
            yield from (TracedObject(item, document, path) for path, item in items_of(document.value))


def decode(document: Document) -> Template:
    """``document``, a mapping, as a Template, whatever its kind; its ``problems`` say what does not fit."""
    return _template(document, ROOT)


def decoding_problems_in(template: Template, dialect: Dialect) -> tuple[Problem, ...]:
    """Every Problem of decoding ``template`` in ``dialect``."""
    return (*version_problems(template, dialect), *template.problems)


def dialect_of(template: Template, choice: str = "auto") -> Dialect:
    """The dialect of ``choice``; for "auto", that of the Template's apiVersion. ValueError for an unknown choice."""
    if choice != "auto":
        return Dialect(choice)
    return Dialect.PROPOSAL if template.api_version in PROPOSAL_VERSIONS else Dialect.OPENSHIFT


def is_template(document: Document) -> bool:
    """Whether `oc` reads a Document as a Template."""
    value = document.value
    return isinstance(value, dict) and value.get(head_key(document, value, "kind")) == "Template"


def _listed(document: Document) -> Iterator[FieldPath]:
    """The paths of the Templates in a List."""
    # A Document that is no List has itself as its only item, at the empty path.
    items = ((path, item) for path, item in items_of(document.value) if path and isinstance(item, dict))
    return (path for path, item in items if item.get("kind") == "Template")


def _own_mapping(document: Document, path: FieldPath) -> dict[str, Any]:
    """The Template's own mapping in its Document."""
    value: dict[str, Any] = field_at(document.value, path)
    return value


def _template(document: Document, path: FieldPath) -> Template:
    value = _own_mapping(document, path)
    metadata, objects, labels = mapping(value.get("metadata")), value.get("objects"), value.get("labels")
    parameters = tuple(_parameters(document, path / "parameters", value.get("parameters")))
    return Template(
        document=document,
        path=path,
        api_version=_text(document, path, head_key(document, value, "apiVersion"), value) or "",
        name=_text(document, path / "metadata", "name", metadata) or "",
        parameters=parameters,
        objects=tuple(objects) if isinstance(objects, list) else None,
        labels=labels if isinstance(labels, dict) else None,
        message=_text(document, path, "message", value),
        problems=tuple(_problems(document, path, value, parameters)),
    )


def _parameters(document: Document, path: FieldPath, value: Any) -> Iterator[Parameter]:
    for index, item in enumerate(value if isinstance(value, list) else ()):
        if item is not None and not isinstance(item, dict):
            continue
        place, fields = path / index, item or {}
        texts = {key: _text(document, place, key, fields) for key in _PARAMETER_TEXTS}
        yield Parameter(
            name=texts["name"] or "",
            display_name=texts["displayName"] or "",
            description=texts["description"] or "",
            type=texts["type"] or "",
            value=texts["value"],
            generate=texts["generate"] or "",
            from_=texts["from"] or "",
            required=fields.get("required") in (True, "true"),  # `oc` refuses the text "true"; here, it counts
            path=place,
            index=index,
        )


def _text(document: Document, path: FieldPath, key: str, fields: Mapping[str, Any]) -> str | None:
    """The text of the field ``key`` of the mapping ``fields``, which is at ``path``.

    For a number or bool, which `oc` refuses, the text as written.
    """
    value = fields.get(key)
    if value is None or isinstance(value, str):
        return value
    return None if isinstance(value, dict | list) else document.raw(path / key)


def _problems(
    document: Document, path: FieldPath, value: Mapping[str, Any], parameters: Sequence[Parameter]
) -> Iterator[Problem]:
    if path:  # only a Template in a List has a path in its Document
        error = "not a valid Template but *v1.List"
        yield Problem("template-in-list", document.index, path, error=error)
    yield from decoding_problems(document, path, value)
    yield from _name_problems(document, parameters)


def _name_problems(document: Document, parameters: Sequence[Parameter]) -> Iterator[Problem]:
    """Missing, invalid and duplicate names. The server refuses the first two; `oc process --local` checks none."""
    first: dict[str, Parameter] = {}
    for parameter in parameters:
        path, detail = parameter.path / "name", {"parameter": parameter.name, "index": parameter.index}
        where = f"parameters[{parameter.index}].name"
        if not parameter.name:
            detail["server"] = f"{where}: Required value"
            yield Problem("parameter-name-missing", document.index, path, detail=detail)
        elif not PARAMETER_NAME.match(parameter.name):
            detail["server"] = f"{where}: Invalid value: {quote(parameter.name)}: does not match ^[a-zA-Z0-9_]+$"
            yield Problem("parameter-name-invalid", document.index, path, detail=detail)
        if parameter.name and parameter.name in first:
            detail["first"] = first[parameter.name].path / "name"
            yield Problem("duplicate-parameter", document.index, path, detail=detail)
        first.setdefault(parameter.name, parameter)


def version_problems(template: Template, dialect: Dialect) -> Iterator[Problem]:
    """Problems with the Template's apiVersion in ``dialect``, and with fields that only the proposal has."""
    version, document = template.api_version, template.document
    value = _own_mapping(document, template.path)
    key = head_key(document, value, "apiVersion")
    path, raw_version = template.path / key, value.get(key)
    error = f'no kind "Template" is registered for version {quote(version)} in scheme "{_SCHEME}"'
    if version.count("/") > 1:
        error = f"unexpected GroupVersion string: {version}"
    if dialect is Dialect.PROPOSAL:
        if version == "v1":
            yield Problem("legacy-api-version", document.index, path, detail={"version": version})
        elif version not in (*PROPOSAL_VERSIONS, OPENSHIFT_VERSION):
            yield Problem("unknown-api-version", document.index, path, detail={"version": version})
        return
    if raw_version is not None and not isinstance(raw_version, str):
        pass  # ``decoding_problems`` reports this
    elif not version.rpartition("/")[2] and version.count("/") < 2:
        received, _ = written_json(document, template.path, value)
        error = f"Object 'apiVersion' is missing in '{received}'"
        yield Problem("api-version-missing", document.index, template.path, error=error)
    elif version != OPENSHIFT_VERSION:
        pattern = "legacy-api-version" if version == "v1" else "unknown-api-version"
        yield Problem(pattern, document.index, path, error=error, detail={"version": version})
    for parameter in template.parameters:
        if parameter.type:
            detail = {"field": "type", "of": "Parameter", "nearest": ""}
            yield Problem("unknown-field", document.index, parameter.path / "type", in_key=True, detail=detail)
