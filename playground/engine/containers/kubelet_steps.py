"""Builds one container's environment, step by step in the kubelet's order.

Kubernetes v1.36 ``makeEnvironmentVariables``, ``ExpandContainerCommandAndArgs`` and ``ExpandContainerVolumeMounts``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, NamedTuple

from playground.engine.cluster import DataObject
from playground.engine.cluster.pod_facts import FIRST_INDEX, JOB_INDEX_LABEL, PodFacts
from playground.engine.containers.budget import Budget
from playground.engine.containers.env_from import (
    EnvFromSource,
    env_from_sources,
    prefixed_keys,
    skipped_message,
    strange_names,
)
from playground.engine.containers.environment import (
    CONFIG_ERROR,
    CREATE_ERROR,
    WITHHELD,
    ContainerEnvironment,
    ExpandedText,
    Fate,
    OriginKind,
    ProbeCommand,
    SubPath,
    Variable,
    VariableOrigin,
    VariableReference,
)
from playground.engine.containers.events import Event
from playground.engine.containers.expansion import Scope, expand_text
from playground.engine.containers.recording import Recording
from playground.engine.containers.start import BINARY_TEXT, path_of_binary_text, root_user_failure
from playground.engine.containers.value_from import EnvEntry, Outcome, absent_outcome, key_origin, resolve_value_from
from playground.engine.kubernetes.pods import PROBES, field_at, mapping, mappings, sequence, text
from playground.engine.model.limits import Limits
from playground.engine.model.location import FieldPath
from playground.engine.model.problems import Problem
from playground.engine.model.records import record
from playground.engine.reading.objects import TracedObject

_INDEX_VARIABLE = "JOB_COMPLETION_INDEX"


@record()
class PodInCluster:
    """A pod in its cluster: the facts and budgets that all its containers share."""

    object: int  # the index of the Object that has the pod
    item: TracedObject  # that Object
    facts: PodFacts
    services: Mapping[str, Variable] | None  # None: too many for the preview
    assumptions: Mapping[str, Variable]  # used for a name that nothing else defines
    budget: Budget
    record: Callable[[Event], None] | None
    early_error: str  # the kubelet's error before it makes any variable; "" if there is none


@dataclass(slots=True)
class ContainerBuilder:
    """Builds the environment of one container: each step adds to the variables, texts, problems and events."""

    pod: PodInCluster
    kind: str
    path: FieldPath
    container: Mapping[str, Any]
    # What the steps build: the fields of the ContainerEnvironment with the same names.
    services: Mapping[str, Variable] = field(default_factory=dict)
    own: dict[str, Variable] = field(default_factory=dict)  # from envFrom, then env
    declared: list[Variable] = field(default_factory=list)
    command: tuple[ExpandedText, ...] = ()
    args: tuple[ExpandedText, ...] = ()
    probes: tuple[ProbeCommand, ...] = ()
    sub_paths: tuple[SubPath, ...] = ()
    problems: list[Problem] = field(default_factory=list)
    error: str = ""
    waiting_reason: str = CONFIG_ERROR
    aborted: bool = False
    # What the steps need.
    recording: Recording = field(init=False)
    scope: Scope = field(init=False)

    def __post_init__(self) -> None:
        self.recording = Recording(self.pod.facts, self.path, text(self.container.get("name")), self.pod.record)
        self.error = self.pod.early_error

    @property
    def _limits(self) -> Limits:
        return self.pod.budget.limits

    def build(self) -> ContainerEnvironment:
        """Take the kubelet's steps in their order, and return the finished environment."""
        self._take_services()
        self._add_env_from()
        self._add_env()
        self._add_index()
        self.aborted = bool(self.error)
        self.command = self._expanded_texts(self.container, "command", self.path)
        self.args = self._expanded_texts(self.container, "args", self.path)
        self.probes = tuple(self._probes())
        self.sub_paths = tuple(self._sub_paths())
        self._check_start()
        return self._environment()

    def _environment(self) -> ContainerEnvironment:
        """The environment, as far as the steps have built it."""
        return ContainerEnvironment(
            object=self.pod.object,
            kind=self.kind,
            name=self.recording.name,
            path=self.path,
            pod=self.pod.facts.place.spec_path,
            sidecar=self.kind == "initContainer" and self.container.get("restartPolicy") == "Always",
            own=(*self.own.values(), *(self._used_assumptions() if self.pod.assumptions else ())),
            command=self.command,
            args=self.args,
            probes=self.probes,
            sub_paths=self.sub_paths,
            declared=tuple(self.declared),
            error=self.error,
            waiting_reason=self.waiting_reason if self.error else "",
            aborted=self.aborted,
            problems=tuple(self.problems),
            events=tuple(self.recording.events),
            services=self.services,
        )

    def _take_services(self) -> None:
        """Take the variables of Services, and set the scope: the container's own variables hide those of Services."""
        services, budget = self.pod.services, self.pod.budget
        complete = services is not None and budget.take_inherited(len(services))
        self.services = services if complete and services is not None else {}
        budget.deadline.spend(100 + len(self.services))  # a container takes the time of a hundred steps
        if not complete:
            self._problem("too-many-variables", self.path, "", {"limit": self._limits.inherited_variables})
        self.scope = Scope(
            (self.own, self.services, self.pod.assumptions),
            self.recording.unresolved,
            budget,
            self.pod.facts.cluster.version.damages_text,
            frozenset() if complete else frozenset({""}),  # with the prefix "", any name may be a Service's variable
        )

    def _add_env_from(self) -> None:
        facts, budget = self.pod.facts, self.pod.budget
        for source in env_from_sources(self.container, self.path):
            budget.deadline.spend(10)  # as many as an entry of `env`
            data = facts.cluster.find(source.kind, source.name, facts.namespace.value)
            if data is None:
                self._add_absent(source, absent_outcome(source.kind, source.reference, facts, source.origin))
            elif not budget.take_inherited(len(data.data)):
                detail = {"limit": self._limits.inherited_variables}
                self._add_absent(source, Outcome(source.origin, pattern="too-many-variables", detail=detail))
            else:
                self._add_keys(source, data)

    def _add_absent(self, source: EnvFromSource, outcome: Outcome) -> None:
        """Record a ``source`` of `envFrom` with unknown keys.

        Unless the source is skipped or fails, it may define any variable whose name has its prefix.
        """
        self._record_outcome(outcome, source.path)
        if not outcome.skipped and not outcome.error:
            prefixes = self.scope.unknown_prefixes | {source.prefix}
            self.scope = replace(self.scope, unknown_prefixes=prefixes)

    def _add_keys(self, source: EnvFromSource, data: DataObject) -> None:
        """Add the variables of one ConfigMap or Secret. Kubelets up to v1.29 skip strange keys and record an Event."""
        names = prefixed_keys(source, data)
        strange = strange_names(names)
        skipped = frozenset(strange if self.pod.facts.cluster.version.skips_invalid_keys else ())
        for name, (key, value) in zip(names, data.data.items(), strict=True):
            if name not in skipped:
                origin = key_origin(data, key, source.origin)
                self.own[name] = Variable(name, value, origin, source.path, hides=self._earlier_variable(name))
        if strange:
            message = ""
            if skipped:
                message = skipped_message(data, strange, self.pod.facts.namespace.value)
                self.recording.keys_skipped(message)
            self._problem("strange-keys", source.path, "", {"names": strange, "source": data.kind, "event": message})

    def _add_env(self) -> None:
        entries = sequence(self.container.get("env"))
        for first in range(0, len(entries), _BATCH):
            batch = entries[first : first + _BATCH]
            self.pod.budget.deadline.spend(10 * len(batch))  # an entry takes the time of ten steps
            for entry, place in zip(batch, _batch_places(self.path, first), strict=False):
                if entry is None or isinstance(entry, dict):  # for Go, null is an entry without a name
                    variable = self._variable(entry or {}, place)
                    self.declared.append(variable)
                    if not variable.skipped:
                        self.own[variable.name] = variable

    def _add_index(self) -> None:
        """Add the pod's index at the end of `env`, as the Job controller does for the pods of an Indexed Job."""
        if not self.pod.facts.indexed or self.kind == "ephemeralContainer":
            return
        if _INDEX_VARIABLE not in {variable.name for variable in self.declared}:
            origin = VariableOrigin(
                OriginKind.FIELD, "the Job", assumed=True, detail=f"metadata.labels['{JOB_INDEX_LABEL}']"
            )
            variable = Variable(_INDEX_VARIABLE, FIRST_INDEX, origin, hides=self._earlier_variable(_INDEX_VARIABLE))
            self.declared.append(variable)
            self.own[_INDEX_VARIABLE] = variable

    def _variable(self, entry: Mapping[str, Any], place: _EntryPlace) -> Variable:
        """The variable of an entry of `env`."""
        path, value_path, origin = place
        name, literal = text(entry.get("name")), text(entry.get("value"))
        hides = self._earlier_variable(name)
        if literal or entry.get("valueFrom") is None:
            if "$" not in literal:
                return Variable(name, literal, origin, path, ExpandedText(value_path, literal, literal), hides)
            expanded = self._expand(literal, value_path)
            return Variable(name, expanded.result, origin, path, expanded, hides, random=expanded.random)
        outcome = resolve_value_from(
            mapping(entry["valueFrom"]), EnvEntry(origin.label, self.container, self.pod.facts)
        )
        self._record_outcome(outcome, path / "valueFrom")
        value, origin = outcome.value, outcome.origin
        if value is None and not outcome.skipped and name in self.pod.assumptions:
            value, origin = self.pod.assumptions[name].value, replace(origin, assumed=True)
        return Variable(name, value, origin, path, hides=() if outcome.skipped else hides, skipped=outcome.skipped)

    def _earlier_variable(self, name: str) -> tuple[Variable, ...]:
        earlier = self.own.get(name) or self.services.get(name)
        return (earlier,) if earlier is not None else ()

    def _record_outcome(self, outcome: Outcome, path: FieldPath) -> None:
        """Record the outcome's problem, and its error if that is the first one: the kubelet stops there."""
        self.error = self.error or outcome.error
        if outcome.pattern:
            self._problem(outcome.pattern, path, outcome.error, outcome.detail)

    def _problem(
        self,
        pattern: str,
        path: FieldPath,
        error: str,
        detail: Mapping[str, Any],
        reference: VariableReference | None = None,
    ) -> None:
        start, end = (reference.start, reference.end) if reference else (None, None)
        item = self.pod.item
        detail = {"stage": "kubelet", "container": self.recording.name, **detail}
        where = item.where(path)
        self.problems.append(Problem(pattern, item.document.index, where, start, end, error=error, detail=detail))

    def _expand(self, value: str, path: FieldPath, scope: Scope | None = None) -> ExpandedText:
        expanded = expand_text(value, path, scope or self.scope)
        if expanded.withheld:
            self._problem("too-many-references", path, "", {"limit": self._limits.references})
        for reference in expanded.references:
            if reference.fate is WITHHELD:
                self._problem("value-too-large", path, "", {"name": reference.name}, reference)
        return expanded

    def _expanded_texts(
        self, holder: Mapping[str, Any], key: str, path: FieldPath, scope: Scope | None = None
    ) -> tuple[ExpandedText, ...]:
        """The expanded texts of the list ``key`` of ``holder``; ``path`` is the holder's."""
        entries = sequence(holder.get(key))
        if not entries:
            return ()
        path /= key
        self.pod.budget.deadline.spend(len(entries))
        return tuple([self._expand(text(entry), path / index, scope) for index, entry in enumerate(entries)])

    def _probes(self) -> Iterator[ProbeCommand]:
        for kind in PROBES:
            if kind in self.container and isinstance(action := field_at(self.container, (kind, "exec")), dict):
                path = self.path / kind / "exec"
                yield ProbeCommand(kind, path, self._expanded_texts(action, "command", path, self._static_scope()))

    def _static_scope(self) -> Scope:
        """The scope of exec probes: the entries of `env` with their literal texts, unexpanded; "" for a `valueFrom`."""
        literal = {}
        for variable in self.declared:
            value = variable.expanded.text if variable.expanded is not None else ""
            literal[variable.name] = Variable(variable.name, value, variable.origin, variable.path)
        return Scope((literal,), self.scope.unresolved, self.pod.budget, self.scope.damaging)

    def _sub_paths(self) -> Iterator[SubPath]:
        for index, mount in enumerate(mappings(self.container.get("volumeMounts"))):
            self.pod.budget.deadline.spend()
            expression = text(mount.get("subPathExpr"))
            if not expression:
                continue
            path = self.path / "volumeMounts" / index / "subPathExpr"
            expanded = self._expand(expression, path)
            missing = tuple(sorted({item.name for item in expanded.references if _is_missing(item)}))
            error = _sub_path_error(expanded.result, missing)
            if error:
                self.error = self.error or error
                self._problem("bad-sub-path", path, error, {"missing": missing})
            yield SubPath(text(mount.get("mountPath")), path, expanded, missing, error)

    def _check_start(self) -> None:
        """Find what stops the kubelet after it has built the environment: the user root, then bytes not in UTF-8."""
        if (failure := root_user_failure(self.pod.facts, self.container, self.path)) is not None:
            self._fail("root-user", *failure, CONFIG_ERROR)
        cluster = self.pod.facts.cluster
        if cluster.has_binary_secrets and cluster.version.refuses_binary_texts:
            texts = (*self.command, *self.args, *(item.expanded for item in self.sub_paths))
            if (path := path_of_binary_text(texts)) is not None:
                self._fail("binary-text", path, BINARY_TEXT, CREATE_ERROR)

    def _fail(self, pattern: str, path: FieldPath, error: str, waiting_reason: str) -> None:
        if not self.error:
            self.error, self.waiting_reason = error, waiting_reason
        self._problem(pattern, path, error, {"reason": waiting_reason})

    def _used_assumptions(self) -> Iterator[Variable]:
        """The assumed variables that a text of the container uses."""
        literal = [variable.expanded for variable in self.declared if variable.expanded is not None]
        texts = (*literal, *self.command, *self.args, *(item.expanded for item in self.sub_paths))
        variables = (reference.variable for expanded in texts for reference in expanded.references)
        used = {item.name for item in variables if item is not None and item.origin.kind is OriginKind.ASSUMED}
        return (variable for name, variable in self.pod.assumptions.items() if name in used)


class _EntryPlace(NamedTuple):
    """Where an entry of `env` is."""

    path: FieldPath
    value_path: FieldPath
    literal_origin: VariableOrigin  # the origin of the variable if the entry has a literal value


_BATCH = 10  # entries of `env` whose places are cached together


@lru_cache(maxsize=512)
def _batch_places(container: FieldPath, first: int) -> tuple[_EntryPlace, ...]:
    """The places of the entries of `env` from index ``first``. Containers with equal paths share the places."""
    env = container / "env"
    return tuple(
        _EntryPlace(path := env / index, path / "value", _origin(index)) for index in range(first, first + _BATCH)
    )


@lru_cache(maxsize=4096)
def _origin(index: int) -> VariableOrigin:
    """The origin of a literal value, shared by all containers."""
    return VariableOrigin(OriginKind.ENV, f"env[{index}]")


def _is_missing(reference: VariableReference) -> bool:
    """Whether the reference fails a subPathExpr: an undefined variable, or an empty one."""
    return reference.fate is Fate.UNRESOLVED or (reference.fate is Fate.RESOLVED and not reference.value)


def _sub_path_error(result: str, missing: Sequence[str]) -> str:
    """The kubelet's error about an expanded subPathExpr; "" if the path is valid."""
    if missing:
        return f"missing value for {', '.join(missing)}"
    if result.startswith("/"):
        return f"error SubPath `{result}` must not be an absolute path"
    if ".." in result.split("/"):
        return f"unable to provision SubPath `{result}`: must not contain '..'"
    return ""
