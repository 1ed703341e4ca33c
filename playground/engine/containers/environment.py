"""What one container receives, as data: variables with their origins, texts with the fate of every reference.

Kubernetes v1.36 ``makeEnvironmentVariables`` and its callers; nothing here computes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum

from playground.engine.containers.events import Event
from playground.engine.model.location import FieldPath
from playground.engine.model.problems import Problem
from playground.engine.model.records import record

# The waiting reasons of a container that does not start.
CONFIG_ERROR = "CreateContainerConfigError"  # the kubelet cannot build the container's configuration
CREATE_ERROR = "CreateContainerError"  # the kubelet cannot send the configuration to the container runtime


class Fate(StrEnum):
    """What became of one place where `$` has a meaning."""

    RESOLVED = "resolved"  # replaced by the variable's value
    UNRESOLVED = "unresolved"  # no variable of that name: stays, byte for byte
    UNKNOWN = "unknown"  # the value is not in the pasted text: stays, but in the preview only
    WITHHELD = "withheld"  # the text would exceed the preview's limit: stays, but in the preview only
    ESCAPED = "escaped"  # `$$(NAME)`, becomes `$(NAME)`
    OPERATOR = "operator"  # any other `$$`, becomes `$`
    INCOMPLETE = "incomplete"  # `$(` without a `)`: stays
    DAMAGED = "damaged"  # `$é`, which old kubelets corrupt


RESOLVED, WITHHELD = Fate.RESOLVED, Fate.WITHHELD  # for use in loops, as looking up a member of an Enum takes 0.2 µs


class OriginKind(StrEnum):
    """Where a variable's value came from. A kind has the name of the field that gave the value, if a field did."""

    ENV = "env"
    FIELD = "fieldRef"
    RESOURCE = "resourceFieldRef"
    CONFIG_MAP_KEY = "configMapKeyRef"
    SECRET_KEY = "secretKeyRef"  # noqa: S105 (a field, not a secret)
    FILE_KEY = "fileKeyRef"
    ENV_FROM_CONFIG_MAP = "envFrom-configMap"
    ENV_FROM_SECRET = "envFrom-secret"  # noqa: S105 (nor is this)
    SERVICE = "service"
    ASSUMED = "assumed"


@record()
class VariableOrigin:
    """Where a variable's value came from: a label and, if the source was pasted beside the pod, its place."""

    kind: OriginKind
    label: str  # "env[3]", "envFrom ConfigMap app-config", "Service gitserver"
    assumed: bool = False  # depends on an assumed fact: a pod IP, a node, a cluster IP …
    secret: bool = False
    detail: str = ""  # "status.podIP", "limits.memory", "key url of ConfigMap app-config"
    object: int | None = None  # index of the Object with the ConfigMap, Secret or Service; None if not pasted
    source: FieldPath | None = None  # in that Object: the path of the Service, or of the key
    rounded: str = ""  # the quantity, if the value was rounded up to a whole number of divisors
    binary: bool = False  # a Secret's bytes that are not UTF-8


# Variables refer to each other in chains of any length: equality, hashing and printing must not follow them.
@record(eq=False)
class VariableReference:
    """One place in a text where `$` has a meaning; offsets in code points."""

    name: str
    start: int  # in the text before expansion
    end: int
    fate: Fate
    value: str | None  # the inserted value; None if the reference was not resolved
    variable: Variable | None = field(repr=False)  # the variable of that name; None if there is none
    result_start: int  # in the text after expansion
    result_end: int


@record(eq=False)
class ExpandedText:
    """A string field, before and after expansion; the path is relative to the Object."""

    path: FieldPath
    text: str
    result: str
    references: tuple[VariableReference, ...] = ()
    withheld: bool = False  # not expanded: too many references in all

    @property
    def random(self) -> bool:
        """Whether the result depends on a value that Kubernetes picks at random."""
        if not self.references:
            return False
        return any(reference.variable is not None and reference.variable.random for reference in self.references)


@record(eq=False)
class Variable:
    """One variable of a container. ``hides`` is an earlier variable of that name, which may itself hide another."""

    name: str
    value: str | None  # None: unknown, because it is not in the pasted text
    origin: VariableOrigin
    path: FieldPath | None = None  # of the entry in `env` or `envFrom`, relative to the Object; None without an entry
    expanded: ExpandedText | None = None  # the literal value; None for any other origin
    hides: tuple[Variable, ...] = field(default=(), repr=False)
    # The variables of this name with other values, from other Services: the kubelet picks any of them, or this one.
    rivals: tuple[Variable, ...] = field(default=(), repr=False)
    random: bool = False  # the variable has rivals, or depends on a variable that has rivals
    skipped: bool = False  # an optional source that is missing: the entry does nothing


@record()
class ProbeCommand:
    """The command of an exec probe. The kubelet expands the command with the literal `value` texts of `env` only."""

    kind: str  # livenessProbe, readinessProbe, startupProbe
    path: FieldPath
    command: tuple[ExpandedText, ...]


@record()
class SubPath:
    """A volume mount's subPathExpr. Only in this field is an undefined or empty variable an error."""

    mount_path: str
    path: FieldPath
    expanded: ExpandedText
    missing: tuple[str, ...] = ()  # the names of undefined and empty variables
    error: str = ""  # the kubelet's own text; "" if the path is valid


@record()
class ContainerEnvironment:
    """Everything that one container receives, or why it does not start."""

    object: int  # index of the Object that holds the container
    kind: str  # initContainer, container, ephemeralContainer
    name: str
    path: FieldPath  # of the container, relative to the Object
    pod: FieldPath  # of the pod spec that holds the container
    sidecar: bool
    own: tuple[Variable, ...]  # its own variables: envFrom's, then env's, then assumed ones; each name once
    command: tuple[ExpandedText, ...]
    args: tuple[ExpandedText, ...]
    probes: tuple[ProbeCommand, ...] = ()
    sub_paths: tuple[SubPath, ...] = ()
    declared: tuple[Variable, ...] = ()  # of every entry of `env`, in order; also skipped and hidden variables
    error: str = ""  # the kubelet's own text; "" if the container starts
    waiting_reason: str = ""  # that `kubectl get pods` shows while the container does not start; "" if it starts
    # ``error`` stopped the kubelet before `command`: `command` and the rest are for the preview only.
    aborted: bool = False
    problems: tuple[Problem, ...] = ()
    events: tuple[Event, ...] = ()  # in the order in which they were raised
    # All variables of Services, even if the container's own variables hide some. Containers may share the mapping.
    services: Mapping[str, Variable] = field(default_factory=dict, repr=False, compare=False)

    @property
    def inherited(self) -> tuple[Variable, ...]:
        """The variables of Services that the container's own do not hide. Not stored: there may be many of them."""
        own = {variable.name for variable in self.own}
        return tuple(variable for name, variable in self.services.items() if name not in own)

    @property
    def variables(self) -> tuple[Variable, ...]:
        """All variables of the container's processes: first those of Services, then the own ones; each name once."""
        return (*self.inherited, *self.own)

    @property
    def event(self) -> str:
        """The event of a container that does not start, as `kubectl describe` shows it; "" if it starts."""
        return f"Warning Failed Error: {self.error}" if self.error else ""

    @property
    def nondeterministic(self) -> tuple[str, ...]:
        """The names of the variables whose value Kubernetes picks at random."""
        return tuple(sorted(variable.name for variable in self.variables if variable.random))

    @property
    def texts(self) -> tuple[ExpandedText, ...]:
        """Every text of the container that the kubelet expands, in the kubelet's order."""
        literal = tuple(variable.expanded for variable in self.declared if variable.expanded is not None)
        probes = tuple(text for probe in self.probes for text in probe.command)
        return (*literal, *self.command, *self.args, *probes, *(item.expanded for item in self.sub_paths))
