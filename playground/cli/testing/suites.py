"""Reads a test file into a Suite: its tests, and what each of them expects. The format: docs/testing-templates.md.

All errors of a file are found at once. Each has its place.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Literal

from playground.cli.input.files import LIMITS, read_existing
from playground.cli.options import DIALECTS, RequestError
from playground.cli.testing.field_paths import PathError, Step, parsed_path, type_name
from playground.engine import (
    KUBERNETES_VERSIONS,
    RULES,
    Document,
    FieldPath,
    Position,
    Severity,
    did_you_mean,
    field_at,
    read,
)

SUFFIXES: Final = (".test.yaml", ".test.yml")
LONGEST_NAME: Final = 200  # characters; names are keys of the snapshot file
_TEMPLATE_SUFFIXES: Final = (".yaml", ".yml", ".json")
_SETTINGS: Final = ("dialect", "kubernetes", "cluster", "paramFile", "values")  # of the file, or of one test
_SUITE_FIELDS: Final = ("template", *_SETTINGS, "tests")
_CASE_FIELDS: Final = ("name", *_SETTINGS, "expect", "refused")
_CHECKS: Final = ("equals", "contains", "matches", "absent", "snapshot")
_EXPECTATION_FIELDS: Final = ("object", "container", "field", "diagnostic", *_CHECKS, "secrets")
_CHOICES: Final[Mapping[str, Sequence[str]]] = {"dialect": DIALECTS, "kubernetes": KUBERNETES_VERSIONS}
_DIAGNOSTICS: Final = frozenset({*Severity, *(rule.code for rule in RULES), *(rule.name for rule in RULES)})

Check = Literal["present", "absent", "equals", "contains", "matches", "snapshot"]


class SuiteError(Exception):
    """A test file cannot be run; each of its ``errors`` is a place and a sentence."""

    def __init__(self, errors: Sequence[tuple[Position, str]]) -> None:
        super().__init__("; ".join(f"{place}: {message}" for place, message in errors))
        self.errors = errors


@dataclass(frozen=True, slots=True)
class Expectation:
    """What must hold. ``object``, ``container`` and ``diagnostic`` are "" unless the expectation is about one."""

    place: Position
    object: str
    container: str
    diagnostic: str
    field: str  # "" for the whole Object or container
    steps: tuple[Step, ...]
    check: Check
    expected: Any = None
    secrets: bool = False  # whether secrets are shown in reports and snapshots

    @property
    def subject(self) -> str:
        """What the expectation is about, in words; in a snapshot file, the key of the snapshot."""
        if self.diagnostic:
            return self.diagnostic
        container = f"container {self.container}" if self.container else ""
        whole = " of ".join(part for part in (container, self.object) if part) or "all objects"
        return f"{whole}: {self.field}" if self.field else whole


@dataclass(frozen=True, slots=True)
class CaseSettings:
    """How a Template is processed for a test. ``places`` are those of the names in ``values`` and of the files."""

    dialect: str = "auto"
    kubernetes: str = ""
    cluster: str = ""  # a file
    parameter_file: str = ""
    values: Mapping[str, str] = field(default_factory=dict)
    places: Mapping[str, Position] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Case:
    """One test. ``refused``: a part of the message with which the Template must be refused; "": it must not be."""

    name: str
    place: Position
    settings: CaseSettings
    expectations: tuple[Expectation, ...]
    refused: str = ""


@dataclass(frozen=True, slots=True)
class Suite:
    """One test file."""

    file: str
    template: str  # the name of the file with the Template
    template_place: Position
    cases: tuple[Case, ...]


def read_suite(file: str, defaults: CaseSettings) -> Suite:
    """Read the test file ``file``; ``defaults`` hold where it has no settings. Raises SuiteError."""
    try:
        source = read(read_existing(file), LIMITS)
    except RequestError as error:
        raise SuiteError([(Position(1, 1), f"{str(error)[0].upper()}{str(error)[1:]}.")]) from None
    errors = [
        (problem.span.start, f"{problem.message} {problem.hint}".rstrip()) for problem in source.errors(unique=True)
    ]
    if not errors and len(source.documents) != 1:
        errors = [(Position(1, 1), f"A test file holds one document, not {len(source.documents)}.")]
    errors = errors or _errors_of_another_kind(source.documents[0], Path(file))
    if errors:
        raise SuiteError(errors)
    reader = _Reader(source.documents[0], Path(file))
    suite = reader.suite(defaults)
    if reader.errors:
        raise SuiteError(sorted(reader.errors))
    return suite


def _errors_of_another_kind(document: Document, file: Path) -> list[tuple[Position, str]]:
    """The error of a Kubernetes text in place of a test file."""
    value = document.value
    if not isinstance(value, dict) or "kind" not in value or "tests" in value:
        return []
    tests = f"{file.stem}{SUFFIXES[0]}"
    return [(document.key_span(("kind",)).start, f"This is no test file. Write the tests of this text into `{tests}`.")]


@dataclass(slots=True)
class _Reader:
    """Reads the fields of one document and collects the errors. After an error a method returns an empty value."""

    document: Document
    file: Path
    errors: list[tuple[Position, str]] = field(default_factory=list)

    def suite(self, project: CaseSettings) -> Suite:
        value = self.mapping(FieldPath(), _SUITE_FIELDS, "The document")
        path = FieldPath(("template",))
        template = self.name_of_file(path) if "template" in value else self.template_beside()
        defaults = self.settings(FieldPath(), value, project)
        tests = FieldPath(("tests",))
        entries = self.entries(tests, value.get("tests"), "`tests` must be a list with at least one test.")
        cases = [self.case(tests / index, defaults) for index in range(len(entries))]
        names: dict[str, Case] = {}
        for case in cases:
            if case.name and names.setdefault(case.name, case) is not case:
                line = names[case.name].place.line
                self.errors.append((case.place, f"The test in line {line} has this name, too: `{case.name}`."))
        return Suite(str(self.file), template, self.place(path), tuple(cases))

    def case(self, path: FieldPath, defaults: CaseSettings) -> Case:
        value = self.mapping(path, _CASE_FIELDS, "A test")
        name = self.text(path / "name", value, "name")
        if value and "name" not in value:
            self.error(path, "Each test needs a `name`.")
        elif len(name) > LONGEST_NAME:
            self.error(path / "name", f"A name has at most {LONGEST_NAME} characters.")
        refused = self.text(path / "refused", value, "refused")
        expectations: list[Expectation] = []
        if "expect" in value:
            expect = path / "expect"
            entries = self.entries(expect, value["expect"], "`expect` must be a list of what must hold.")
            expectations = [self.expectation(expect / index) for index in range(len(entries))]
        elif value and "refused" not in value:
            self.error(path, "The test expects nothing. Write `expect` or `refused`.")
        self.check_together(expectations, is_refused="refused" in value)
        place = self.place(path / "name")
        return Case(name, place, self.settings(path, value, defaults), tuple(expectations), refused)

    def check_together(self, expectations: Sequence[Expectation], *, is_refused: bool) -> None:
        """Refuse expectations that cannot stand in one test."""
        snapshots: set[str] = set()
        for expectation in expectations:
            if is_refused and not expectation.diagnostic:
                message = "A refused Template has no objects. Beside `refused`, only `diagnostic` can be expected."
                self.errors.append((expectation.place, message))
            elif expectation.check == "snapshot" and expectation.subject in snapshots:
                self.errors.append((expectation.place, "The test has this snapshot already."))
            elif expectation.check == "snapshot":
                snapshots.add(expectation.subject)

    def settings(self, path: FieldPath, value: Mapping[str, Any], defaults: CaseSettings) -> CaseSettings:
        """The settings at ``path``; where one is missing, that of ``defaults``. Values are added to the defaults'."""
        texts = {name: self.choice(path / name, value, name) for name in _CHOICES}
        files = {name: self.name_of_file(path / name) if name in value else "" for name in ("cluster", "paramFile")}
        values = self.values(path / "values", value.get("values"))
        places = {name: self.place(path / name) for name in files if name in value}
        places |= {f"values.{name}": self.key_place(path / "values" / name) for name in values}
        return CaseSettings(
            texts["dialect"] or defaults.dialect,
            texts["kubernetes"] or defaults.kubernetes,
            files["cluster"] or defaults.cluster,
            files["paramFile"] or defaults.parameter_file,
            {**defaults.values, **values},
            {**defaults.places, **places},
        )

    def expectation(self, path: FieldPath) -> Expectation:
        value = self.mapping(path, _EXPECTATION_FIELDS, "An expectation")
        checks = [name for name in _CHECKS if name in value]
        texts = {name: self.text(path / name, value, name) for name in ("object", "container", "field", "diagnostic")}
        for name in ("absent", "snapshot", "secrets"):
            if name in value and value[name] is not True:
                self.error(path / name, f"`{name}` can only be `true`. Leave it out otherwise.")
        if value:
            self.check_combination(path, value, checks)
        if texts["object"] and not all(texts["object"].partition("/")[:2]):
            self.error(path / "object", f"`{texts['object']}` is no KIND/NAME, such as `Deployment/shop`.")
        if texts["diagnostic"]:
            self.check_diagnostic(path / "diagnostic", texts["diagnostic"])
        check: Any = checks[0] if checks else "present"
        if check in ("contains", "matches"):
            self.check_expected(path / check, value[check], about_diagnostic="diagnostic" in value)
        steps = self.steps(path / "field", texts["field"])
        expected = value.get(check)
        return Expectation(
            self.place(path), **texts, steps=steps, check=check, expected=expected, secrets="secrets" in value
        )

    def check_combination(self, path: FieldPath, value: Mapping[str, Any], checks: Sequence[str]) -> None:
        """Refuse fields of an expectation that cannot stand together."""
        about_object = "object" in value or "container" in value
        if len(checks) > 1:
            self.error(path / checks[1], f"Write an expectation of its own for `{checks[1]}`.")
        elif "diagnostic" in value:
            for name in value:
                if name not in ("diagnostic", "absent", "contains") and name in _EXPECTATION_FIELDS:
                    self.error(path / name, f"`{name}` cannot stand beside `diagnostic`.")
        elif "field" in value and not about_object:
            self.error(path / "field", "`field` needs the `object` or `container` that has the field.")
        elif not about_object and "snapshot" not in value:
            self.error(path, "Say what the expectation is about: `object`, `container`, `diagnostic` or `snapshot`.")

    def check_diagnostic(self, path: FieldPath, name: str) -> None:
        if name not in _DIAGNOSTICS:
            question = did_you_mean(name, sorted(_DIAGNOSTICS))
            self.error(path, f"No rule has the code or name `{name}`, and no severity.{question}")

    def check_expected(self, path: FieldPath, expected: Any, *, about_diagnostic: bool) -> None:
        """Refuse what `contains` or `matches`, the last part of ``path``, cannot look for."""
        if path[-1] == "contains":
            if expected in ("", None) or expected == [] or expected == {}:
                self.error(path, "`contains` must say what is contained.")
            elif about_diagnostic and not isinstance(expected, str):
                self.error(path, "`contains` must be a text, a part of the diagnostic's message.")
            return
        try:
            re.compile(expected if isinstance(expected, str) else "(")
        except (re.error, RecursionError, OverflowError) as error:
            why = f" ({error})" if isinstance(expected, str) else ""
            self.error(path, f"`matches` must be a regular expression{why}.")

    def steps(self, path: FieldPath, text: str) -> tuple[Step, ...]:
        try:
            return parsed_path(text) if text else ()
        except PathError as error:
            self.error(path, str(error))
            return ()

    def template_beside(self) -> str:
        """The file with the test file's name without `.test`."""
        stem = next((self.file.name.removesuffix(end) for end in SUFFIXES if self.file.name.endswith(end)), "")
        names = [f"{stem}{suffix}" for suffix in _TEMPLATE_SUFFIXES] if stem else []
        for name in names:
            if (self.file.parent / name).is_file():
                return str(self.file.parent / name)
        beside = f"There is no `{names[0]}` beside this file. " if names else ""
        self.error(FieldPath(), f"{beside}Name the Template's file: `template: FILE`.")
        return ""

    def name_of_file(self, path: FieldPath) -> str:
        """The file that the field names, relative to the test file."""
        value = field_at(self.document.value, path)
        if not isinstance(value, str) or not value:
            self.error(path, f"`{path[-1]}` must name a file, relative to this one.")
            return ""
        return str(self.file.parent / value)

    def values(self, path: FieldPath, value: Any) -> dict[str, str]:
        """Values of Parameters as texts; a number or boolean as written."""
        if not isinstance(value, dict | None):
            self.error(path, "`values` must map names of Parameters to texts.")
            return {}
        for name, entry in (value or {}).items():
            if entry is None or isinstance(entry, dict | list):
                self.error(path / name, f'The value of `{name}` must be a text. Write `""` for an empty text.')
        return {name: self.as_written(path / name, entry) for name, entry in (value or {}).items()}

    def choice(self, path: FieldPath, value: Mapping[str, Any], name: str) -> str:
        """A field that has one of the texts in _CHOICES, or "". A number counts as written: `1.30` is no `1.3`."""
        if name not in value:
            return ""
        text, choices = self.as_written(path, value[name]), _CHOICES[name]
        if text not in choices:
            self.error(path, f"`{name}` must be one of {', '.join(f'`{choice}`' for choice in choices)}.")
        return text

    def as_written(self, path: FieldPath, value: Any) -> str:
        return value if isinstance(value, str) else self.document.raw(path)

    def text(self, path: FieldPath, value: Mapping[str, Any], name: str) -> str:
        """The text in the field ``name`` of ``value``; "" if it is missing, and if it is wrong."""
        text = value.get(name, "")
        if text == "" and name in value:
            self.error(path, f"`{name}` must not be empty.")
        elif not isinstance(text, str):
            advice = " Put quotes around it." if type_name(text) in ("number", "boolean") else ""
            self.error(path, f"`{name}` must be a text, not {type_name(text)}.{advice}")
        return text if isinstance(text, str) else ""

    def entries(self, path: FieldPath, value: Any, message: str) -> Sequence[Any]:
        if not isinstance(value, list) or not value:
            self.error(path, message)
            return ()
        return value

    def mapping(self, path: FieldPath, fields: Collection[str], what: str) -> Mapping[str, Any]:
        """The mapping at ``path``; {} if it is none. Keys that are not among ``fields`` are errors."""
        value = field_at(self.document.value, path)
        if not isinstance(value, dict) or not value:
            self.error(
                path, f"{what} must be a mapping with some of the keys {', '.join(f'`{key}`' for key in fields)}."
            )
            return {}
        for key in value:
            if key not in fields:
                advice = did_you_mean(key, fields) or f" Known are {', '.join(f'`{name}`' for name in fields)}."
                self.errors.append((self.key_place(path / key), f"`{key}` is unknown here.{advice}"))
        return value

    def error(self, path: FieldPath, message: str) -> None:
        self.errors.append((self.place(path), message))

    def place(self, path: FieldPath) -> Position:
        return self.document.span(path).start

    def key_place(self, path: FieldPath) -> Position:
        return self.document.key_span(path).start
