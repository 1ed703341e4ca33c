"""Walks through an Evaluation that several rules share: strings, Objects, pods, Problems and variables."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from functools import wraps
from typing import Any, NamedTuple, TypeVar

from playground.engine.containers.environment import (
    RESOLVED,
    ContainerEnvironment,
    ExpandedText,
    Fate,
    OriginKind,
    Variable,
    VariableReference,
)
from playground.engine.evaluation import Evaluation
from playground.engine.kubernetes.custom_kinds import kinds_beside
from playground.engine.kubernetes.kinds import Kinds
from playground.engine.kubernetes.pods import POD_KINDS, PodPlace, items_of, mapping, mapping_at, pods_of
from playground.engine.model.deadline import Deadline
from playground.engine.model.diagnostics import Related
from playground.engine.model.location import FieldPath, SourceSpan
from playground.engine.model.problems import Problem
from playground.engine.model.records import record
from playground.engine.reading.objects import DOLLARS, Dollars, TracedObject, strings
from playground.engine.rules.unsettled import is_consequence, unsettled_names

_USUAL_KINDS = frozenset({*POD_KINDS, "Service", "ConfigMap", "Secret"})
MOST_RELATED = 9  # places that a finding lists beside its own
GUESSES = 5_000  # comparisons of a misspelt name with another name, for one rule in one text; each is slow
# Fields of a container in which no rule looks for references that stay: the kubelet expands most of their texts.
UNSEARCHED = ("env", "envFrom", "command", "args", "name")
_FROM_DATA_OBJECTS = (
    OriginKind.SECRET_KEY,
    OriginKind.CONFIG_MAP_KEY,
    OriginKind.ENV_FROM_SECRET,
    OriginKind.ENV_FROM_CONFIG_MAP,
)
Place = tuple[str | int, ...]  # the keys and indexes that lead to a value, like a FieldPath; faster to build
Result = TypeVar("Result")


def once_per_evaluation(compute: Callable[[Evaluation], Result]) -> Callable[[Evaluation], Result]:
    """Decorate a function of an Evaluation: its result is computed once per Evaluation, and shared by all rules."""

    @wraps(compute)
    def remembering(evaluation: Evaluation) -> Result:
        remembered = evaluation.remembered
        if compute not in remembered:
            remembered[compute] = compute(evaluation)
        result: Result = remembered[compute]
        return result

    return remembering


def entries(value: Any, deadline: Deadline) -> Iterator[tuple[str | int, Any]]:
    """The keys or indexes of a mapping or list, with their values, each a step; nothing for a scalar."""
    deadline.spend(len(value) if isinstance(value, dict | list) else 0)
    return iter(value.items() if type(value) is dict else enumerate(value) if type(value) is list else ())


def strings_with_dollars(item: TracedObject, deadline: Deadline) -> Iterator[tuple[FieldPath, str]]:
    """The strings of an Object that contain a `$`, as processing listed them, or else searched again, without a list.

    Each is a step of the ``deadline``.
    """
    listed: Dollars | None = item.remembered.get(DOLLARS)
    if listed is None:
        yield from strings(item.value, deadline)
        return
    for row in listed:
        deadline.spend()
        yield row


def strings_below(
    item: TracedObject, path: FieldPath, excluded: Container[Any], deadline: Deadline
) -> Iterator[tuple[FieldPath, str]]:
    """The strings that contain a `$` below the mapping at ``path``, except in its ``excluded`` fields.

    There are no strings if there is no mapping at ``path``.
    """
    remembered: Dollars | None = item.remembered.get(DOLLARS)
    if remembered is None:  # do not search the excluded fields, which may hold most strings
        below = {name: field for name, field in mapping_at(item.value, path).items() if name not in excluded}
        yield from strings(below, deadline, path)
        return
    depth = len(path)
    by_ancestor = item.once((strings_below, depth), lambda: _by_ancestor(remembered, depth, deadline))
    for place, text in by_ancestor.get(path, ()):
        deadline.spend()
        if place[depth] not in excluded:
            yield place, text


def _by_ancestor(texts: Dollars, depth: int, deadline: Deadline) -> Mapping[FieldPath, Dollars]:
    """The strings that are deeper than ``depth``, by their ancestors at that depth."""
    by_ancestor: dict[FieldPath, list[tuple[FieldPath, str]]] = {}
    for place, text in texts:
        deadline.spend()
        if len(place) > depth:
            by_ancestor.setdefault(FieldPath(place[:depth]), []).append((place, text))
    return by_ancestor


@once_per_evaluation
def every_object(evaluation: Evaluation) -> Sequence[tuple[TracedObject, FieldPath, Any]]:
    """Every Object, also each item of a List: its TracedObject, its path in the TracedObject, its value."""
    return tuple(_every_object(evaluation))


def _every_object(evaluation: Evaluation) -> Iterator[tuple[TracedObject, FieldPath, Any]]:
    return ((item, path, value) for item in evaluation.objects for path, value in items_of(item.value))


@once_per_evaluation
def known_objects(evaluation: Evaluation) -> Sequence[tuple[TracedObject, FieldPath, Mapping[str, Any]]]:
    """Every Object with a pod, and every Service, ConfigMap and Secret, as ``every_object`` gives it."""
    return [row for row in every_object(evaluation) if kind_of_known(evaluation, row[2]) in _USUAL_KINDS]


@once_per_evaluation
def kinds_of(evaluation: Evaluation) -> Kinds:
    """The kinds whose types are known."""
    return kinds_beside(evaluation.objects, evaluation.cluster.version.minor)


def kind_of_known(evaluation: Evaluation, value: Any) -> str:
    """The kind of an Object whose type is known; "" for any other value."""
    version, kind = mapping(value).get("apiVersion"), mapping(value).get("kind")
    if not isinstance(version, str) or not isinstance(kind, str):
        return ""
    return kind if kinds_of(evaluation).type_of(version, kind) else ""


@once_per_evaluation
def pods(evaluation: Evaluation) -> Mapping[tuple[int, FieldPath], tuple[TracedObject, PodPlace]]:
    """Every pod spec with its Object, by the Object's ``id`` and the path of the pod's owner in the Object.

    The owner is the Pod or workload: the Object itself, at ROOT, or an item of a List.
    """
    return _pods(evaluation)


def _pods(evaluation: Evaluation) -> Mapping[tuple[int, FieldPath], tuple[TracedObject, PodPlace]]:
    return {(id(item), pod.owner_path): (item, pod) for item in evaluation.objects for pod in pods_of(item)}


@once_per_evaluation
def all_problems(evaluation: Evaluation) -> Sequence[Problem]:
    """All Problems of the Template, its processing, the cluster and the containers, without mere consequences."""
    listed = evaluation.problems
    evaluation.deadline.spend(len(listed))
    return [problem for problem in listed if not is_consequence(evaluation, problem)]


def hidden_by(evaluation: Evaluation, problem: Problem) -> tuple[Related, ...]:
    """A sentence about the error that the API server names in place of the Problem; empty if it names the Problem."""
    place = problem.detail.get("named")
    if place is None:
        return ()
    return (Related(evaluation.document(problem.document).span(place), "`kubectl` names only this error."),)


def problems(evaluation: Evaluation, *patterns: str) -> Sequence[Problem]:
    """The Problems with one of the ``patterns``, in the order of ``all_problems``."""
    by_pattern = _problems_by_pattern(evaluation)
    groups = [by_pattern[pattern] for pattern in patterns if pattern in by_pattern]
    if len(groups) < 2:
        return groups[0] if groups else ()
    return [problem for problem in all_problems(evaluation) if problem.pattern in patterns]


@once_per_evaluation
def _problems_by_pattern(evaluation: Evaluation) -> Mapping[str, Sequence[Problem]]:
    by_pattern: dict[str, list[Problem]] = {}
    evaluation.deadline.spend(len(all_problems(evaluation)))
    for problem in all_problems(evaluation):
        by_pattern.setdefault(problem.pattern, []).append(problem)
    return by_pattern


@once_per_evaluation
def variables_from_objects(evaluation: Evaluation) -> Sequence[tuple[ContainerEnvironment, Sequence[Variable]]]:
    """The containers that have variables from ConfigMaps or Secrets, by `envFrom` or by key, with these variables."""
    return tuple(_variables_from_objects(evaluation))


def _variables_from_objects(evaluation: Evaluation) -> Iterator[tuple[ContainerEnvironment, Sequence[Variable]]]:
    for container in evaluation.containers:
        own = container.own
        variables = [item for item in own if item.expanded is None and item.origin.kind in _FROM_DATA_OBJECTS]
        if variables:
            yield container, variables


@once_per_evaluation
def declared_names(evaluation: Evaluation) -> frozenset[str]:
    """The distinct names of all entries of `env`."""
    return frozenset(_declared_names(evaluation))


def _declared_names(evaluation: Evaluation) -> Iterator[str]:
    return (variable.name for container in evaluation.containers for variable in container.declared)


def variable_names(evaluation: Evaluation, container: ContainerEnvironment) -> frozenset[str]:
    """The names of a container's variables."""
    key = variable_names, container.object, container.path
    return evaluation.once(key, lambda: frozenset((*container.services, *(own.name for own in container.own))))


def leaves_references(path: Place) -> bool:
    """Whether the kubelet leaves references as they are in the field at ``path``, which begins in a container.

    False in UNSEARCHED."""
    in_probe = str(path[0]).endswith("Probe") and path[1:2] == ("exec",)
    return path[0] not in UNSEARCHED and path[-1] != "subPathExpr" and not in_probe


def is_from_template(evaluation: Evaluation, index: int) -> bool:
    """Whether the Object at this index of ``evaluation.objects`` is from the Template, whose objects come first."""
    return evaluation.processed is not None and index < len(evaluation.processed.objects)


def objects_outside_template(evaluation: Evaluation) -> Sequence[TracedObject]:
    """The Objects that were pasted beside the Template; all Objects if there is no Template."""
    return evaluation.objects[len(evaluation.processed.objects) if evaluation.processed else 0 :]


ContainersByPath = Mapping[Place, ContainerEnvironment]


def containers_by_path(evaluation: Evaluation) -> ContainersByPath:
    """The containers of the Template's objects, by their path in the Template's Document."""
    return {
        evaluation.objects[container.object].where(container.path): container
        for container in evaluation.containers
        if is_from_template(evaluation, container.object)
    }


def container_at(by_path: ContainersByPath, path: FieldPath) -> ContainerEnvironment | None:
    """The container that the field at ``path`` belongs to; None for a field outside of containers."""
    by_depth = (by_path.get(path[:depth]) for depth in range(len(path)))
    return next((container for container in by_depth if container is not None), None)


SHELLS = frozenset({"sh", "bash", "ash", "dash", "ksh", "zsh", "busybox"})
# Also other shells, and programs that pass the text of `-c` to a shell.
_SHELLS_OF_SCRIPTS = SHELLS | {
    "csh", "fish", "mksh", "rbash", "tcsh", "yash", "flock", "runuser", "su",
}  # fmt: skip
_MOST_BEFORE_SHELL = 10  # first arguments that are searched for a shell: `tini`, `gosu` or `timeout` may start it
_POWER_SHELLS = frozenset({"powershell", "pwsh"})
_OPTION_OF_CMD = re.compile(r"/[a-z](?::\w+)?", re.IGNORECASE)
_NAME_OF_VARIABLE = re.compile(r"[A-Z0-9_]+")  # names of commands are in lower case
MOST_ARGUMENTS = 20  # arguments of a command in which a shell and its options are looked for


@record()
class Use:
    """A variable reference (or an escaped one) in a text that Kubernetes expands, with its surroundings."""

    object: TracedObject  # the Object with the container; holding the Evaluation would make a reference cycle
    container: ContainerEnvironment
    text: ExpandedText
    reference: VariableReference
    variable: Variable | None  # the variable whose value the text is; None in command and args
    env_index: int | None  # the index of that variable's entry in `env`
    shell: bool  # whether the container's process is a shell with a script

    @property
    def span(self) -> SourceSpan:
        """The place of the reference in the source."""
        return self.object.span(self.text.path, self.reference.start, self.reference.end)

    @property
    def field(self) -> str:
        """The path of the field with the reference, in the source's Document."""
        return str(self.object.where(self.text.path))

    @property
    def written(self) -> str:
        """The reference as the author wrote it, such as `$(NAME)`."""
        return self.text.text[self.reference.start : self.reference.end]

    @property
    def in_shell(self) -> bool:
        """Whether the text is passed to a shell, which expands it once more."""
        if not self.shell:
            return False
        inside = self.text.path[len(self.container.path) :]
        return inside[:1] in (("command",), ("args",))

    @property
    def is_command(self) -> bool:
        """Whether a shell runs the reference as a command, like `$(date)`, unless Kubernetes replaces it."""
        return self.in_shell and not _NAME_OF_VARIABLE.fullmatch(self.reference.name)


@once_per_evaluation
def uses(evaluation: Evaluation) -> tuple[Use, ...]:
    """Every reference that the kubelet looks up, in the kubelet's order."""
    return tuple(uses_where(evaluation, lambda _reference, _owner: True))


def uses_where(
    evaluation: Evaluation, condition: Callable[[VariableReference, Variable | None], bool]
) -> Iterator[Use]:
    """The uses that meet the ``condition``, in the kubelet's order.

    The condition gets the reference, and the variable whose value contains the reference, or None in command and args.
    Only references that meet the condition become a Use, because to construct a Use takes longer than the condition.
    """
    for container, texts, shell, _ in with_dollars(evaluation):
        for text, owner in texts:
            evaluation.deadline.spend(1 + len(text.references))
            for reference in text.references:
                if condition(reference, owner):
                    index = index_of(owner) if owner is not None else None
                    yield Use(evaluation.objects[container.object], container, text, reference, owner, index, shell)


@once_per_evaluation
def unreplaced_uses(evaluation: Evaluation) -> Sequence[Use]:
    """The uses that no value replaces, without those of Parameters whose missing value has an error of its own."""
    uses_left = uses_where(evaluation, _is_unreplaced)
    return [use for use in uses_left if use.reference.name not in _unsettled_at(evaluation, use)]


def _unsettled_at(evaluation: Evaluation, use: Use) -> frozenset[str]:
    return unsettled_names(evaluation, use.object.document.index, use.object.where(use.text.path))


def _is_unreplaced(reference: VariableReference, _owner: Variable | None) -> bool:
    return reference.fate is not RESOLVED


def unresolved(evaluation: Evaluation) -> Sequence[Use]:
    """The uses of names that the container has no variable for."""
    return [use for use in unreplaced_uses(evaluation) if use.reference.fate is Fate.UNRESOLVED]


def first_indexes(evaluation: Evaluation, container: ContainerEnvironment) -> Mapping[str, int]:
    """For each name in a container's `env`, the index of the first entry that declares it."""
    last_first = reversed(container.declared)  # so that the first of equal names replaces the others
    key = first_indexes, container.object, container.path
    return evaluation.once(key, lambda: {entry.name: int(entry.path[-1]) for entry in last_first if entry.path})


def index_of(variable: Variable) -> int:
    """The index of a declared variable in `env`."""
    assert variable.path is not None
    return int(variable.path[-1])


class WithDollars(NamedTuple):
    """The texts of a container that contain a `$`."""

    container: ContainerEnvironment
    # The texts of `env`, each with the variable whose value it is; then those of `command` and `args`, each with None.
    texts: Sequence[tuple[ExpandedText, Variable | None]]
    shell: bool  # whether the container's process is a shell with a script
    # The texts of probes, which see only the literal values, and of `subPathExpr`, which has rules of its own.
    other_texts: Sequence[ExpandedText]


@once_per_evaluation
def with_dollars(evaluation: Evaluation) -> Sequence[WithDollars]:
    """The containers that have texts with a `$`, with these texts; gathered once for all rules."""
    return tuple(_with_dollars(evaluation))


def any_has_bare_dollar(evaluation: Evaluation) -> bool:
    """Whether a text of a container has a `$` that does not begin `$(`."""
    return has_bare_dollar(all_texts(evaluation))


def has_bare_dollar(text: str) -> bool:
    """Whether the text has a `$` that does not begin `$(`."""
    return text.count("$") > text.count("$(")


@once_per_evaluation
def all_texts(evaluation: Evaluation) -> str:
    """All texts of ``with_dollars`` joined, so that one search tells whether a word occurs in any of them."""
    return "\n".join(_all_texts(with_dollars(evaluation)))


def _all_texts(rows: Sequence[WithDollars]) -> Sequence[str]:
    texts = [text.text for row in rows for text, _ in row.texts]
    return texts + [text.text for row in rows for text in row.other_texts]


def has_shell(evaluation: Evaluation) -> bool:
    """Whether a container that has texts with a `$` runs a shell with a script."""
    return any(row.shell for row in with_dollars(evaluation))


def _with_dollars(evaluation: Evaluation) -> Iterator[WithDollars]:
    for container in evaluation.containers:
        evaluation.deadline.spend(1 + len(container.declared) + len(container.command) + len(container.args))
        texts: list[tuple[ExpandedText, Variable | None]] = [
            (text, own) for own in container.declared if (text := own.expanded) is not None and "$" in text.text
        ]
        texts += [(text, None) for text in (*container.command, *container.args) if "$" in text.text]
        has_others = container.probes or container.sub_paths
        other_texts = [text for text in _other_texts(container) if "$" in text.text] if has_others else []
        if texts or other_texts:
            yield WithDollars(container, texts, runs_shell(container), other_texts)


def _other_texts(container: ContainerEnvironment) -> Sequence[ExpandedText]:
    """The texts of a container's probes and of `subPathExpr` in its mounts."""
    commands = (text for probe in container.probes for text in probe.command)
    return (*commands, *(item.expanded for item in container.sub_paths))


@once_per_evaluation
def with_other_dollars(evaluation: Evaluation) -> frozenset[int]:
    """The ``id`` of each Object that may have a string with a `$` which the kubelet does not expand.

    An Object is left out only if processing has listed its strings with a `$`, and the kubelet expands that number of
    its strings: then no other string has a `$`.
    """
    return frozenset(_with_other_dollars(evaluation))


def _with_other_dollars(evaluation: Evaluation) -> Iterator[int]:
    expanded = Counter[int]()
    for container, texts, _, other_texts in with_dollars(evaluation):
        expanded[container.object] += len(texts) + len(other_texts)
    for index, item in enumerate(evaluation.objects):
        listed: Dollars | None = item.remembered.get(DOLLARS)
        if listed is None or len(listed) > expanded[index]:
            yield id(item)


def sentence_about_further(further: Sequence[Use]) -> str:
    """The end of a message about the first of several uses: a sentence about the ``further`` ones, "" without any."""
    references = "reference" if len(further) == 1 else "references"
    return f" The same holds for {len(further)} more {references} in this container." if further else ""


def is_script_of_windows(arguments: Sequence[str]) -> bool:
    """Whether the arguments are PowerShell or `cmd` with a script; they have other variables than Unix shells."""
    names = {argument.replace("\\", "/").rsplit("/", 1)[-1].lower().removesuffix(".exe") for argument in arguments[:2]}
    if "cmd" in names:
        return any(_OPTION_OF_CMD.fullmatch(argument) for argument in arguments[1:])
    return len(arguments) > 1 and not names.isdisjoint(_POWER_SHELLS)


def runs_shell(container: ContainerEnvironment) -> bool:
    """Whether the container's process is a shell that reads a script from its arguments (`sh -c …`)."""
    return is_script([argument.text for argument in (*container.command, *container.args)[:MOST_ARGUMENTS]])


def is_script(command: Sequence[Any]) -> bool:
    """Whether a command is a shell with a script: `sh -c …`, `tini -- sh -c …`, `su - app -c …`, `cmd /c …`."""
    arguments = [argument for argument in command[:MOST_ARGUMENTS] if isinstance(argument, str)]
    if is_script_of_windows(arguments):
        return True
    names = [argument.rsplit("/", 1)[-1] for argument in arguments[:_MOST_BEFORE_SHELL]]
    shell = next((index for index, name in enumerate(names) if name in _SHELLS_OF_SCRIPTS), None)
    if shell is None:
        return False
    options = (argument for argument in arguments[shell + 1 :] if argument.startswith("-") and argument[:2] != "--")
    return any("c" in option for option in options)  # `-c` may be joined with other options: `-ec`
