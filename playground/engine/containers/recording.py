"""The Events of one container, as the kubelet and the design document would record them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field, replace

from playground.engine.cluster.pod_facts import PodFacts
from playground.engine.containers.events import Event, ObjectReference, object_event_recorder_for
from playground.engine.containers.specification import mapping_func_for
from playground.engine.model.location import FieldPath
from playground.engine.model.records import record


# Holds no ContainerBuilder: a builder holds its Recording, and only the garbage collector would free such a cycle.
@record()
class Recording:
    """The Events of one container, each also passed to ``report``.

    Without ``report``, unresolved names are not recorded.
    """

    facts: PodFacts
    path: FieldPath  # of the container
    name: str
    report: Callable[[Event], None] | None
    events: list[Event] = field(default_factory=list)

    def unresolved(self, variable: str) -> str:
        """Record that ``variable`` is undefined; return what replaces the reference: the reference itself."""
        recorder = object_event_recorder_for(self._container(), self._record) if self.report else None
        return mapping_func_for(recorder)(variable)

    def keys_skipped(self, message: str) -> None:
        """Record that keys of a ConfigMap or Secret were skipped. The Event is about the pod."""
        pod = replace(self._container(), field_path="")
        object_event_recorder_for(pod, self._record).event("InvalidEnvironmentVariableNames", message)

    def _container(self) -> ObjectReference:
        return self.facts.once(("container", self.path), self._reference)

    def _reference(self) -> ObjectReference:
        # The path of a container ends with the name of its list and its index.
        facts, field_path = self.facts, f"spec.{self.path[-2]}{{{self.name}}}"
        return ObjectReference("Pod", facts.namespace.value, facts.name.value, facts.uid.value, "v1", field_path)

    def _record(self, event: Event) -> None:
        self.events.append(event)
        if self.report:
            self.report(event)
