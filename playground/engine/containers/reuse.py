"""Reuses the containers of unchanged Objects for which the rest of the text has not changed either (see Memory)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import islice
from operator import ge

from playground.engine.cluster import Cluster, DataObject, Lookups
from playground.engine.containers.links import Links, Place
from playground.engine.containers.tracing import Amounts
from playground.engine.environment import ContainerEnvironment, Variable
from playground.engine.events import Event
from playground.engine.memory import CONTAINERS, RULES, Memory
from playground.engine.objects import TracedObject
from playground.engine.records import record

Containers = tuple[ContainerEnvironment, ...]


@record()
class Made:
    """The containers of one Object, and all that they rest on beside it."""

    era: object  # of the cluster without ConfigMaps and Secrets, of what is assumed, of the limits
    found: Lookups  # the ConfigMaps and Secrets that they looked up
    place: tuple[int, int]  # the numbers of the Object and of its Document
    left: Amounts  # of the budget, before
    taken: Amounts
    refused: frozenset[str]  # of what there was not enough
    asked: frozenset[Place]
    linked: Mapping[Place, Mapping[str, Variable] | None]  # what was made because they asked first
    containers: Containers


def made_before(item: TracedObject) -> Made | None:
    """What is remembered of an Object; None if its Document has changed or it was processed again."""
    found = item.remembered.get(CONTAINERS)
    return found if isinstance(found, Made) else None


@record()
class Remembering:
    """The containers of this text while they are made, or found again, one Object after the other."""

    memory: Memory
    cluster: Cluster
    lookups: Lookups  # where the cluster records lookups
    links: Links
    record: Callable[[Event], None] | None
    make: Callable[[int, TracedObject], Containers]

    def containers(self, index: int, item: TracedObject) -> Containers:
        """The containers of the Object with this index; the budget is charged as without a memory."""
        before = made_before(item)
        made = _placed(before, index, item) if before is not None and self._holds(before) else None
        if made is None:
            made = self._made(index, item)
            item.document.remembered.pop(RULES, None)
        else:
            self.links.budget.take(made.taken)
            self.links.made.update(made.linked)
            self._record(made.containers)
        item.remembered[CONTAINERS] = made
        return made.containers

    def _record(self, containers: Containers) -> None:
        if self.record is not None:
            for container in containers:
                for event in container.events:
                    self.record(event)

    def _holds(self, made: Made) -> bool:
        """Whether the inputs are unchanged and the budget left is enough, or the same if some was refused then."""
        known, left = self.links.made, self.links.budget.left()
        return (
            made.era is self.memory.era
            and all((place in known) is (place not in made.linked) for place in made.asked)
            and (left == made.left or _enough(made, left))
            and all(_is_same(before, self.cluster.find(*asked)) for asked, before in made.found.items())
        )

    def _made(self, index: int, item: TracedObject) -> Made:
        budget, links = self.links.budget, self.links
        left, known = budget.left(), len(links.made)
        budget.refused.clear()
        links.asked.clear()
        self.lookups.clear()
        containers = self.make(index, item)
        return Made(
            era=self.memory.era,
            found=dict(self.lookups),
            place=(index, item.document.index),
            left=left,
            taken=Amounts(*(before - after for before, after in zip(left, budget.left(), strict=True))),
            refused=frozenset(budget.refused),
            asked=frozenset(links.asked),
            linked=dict(islice(links.made.items(), known, None)),
            containers=containers,
        )


def _is_same(before: DataObject | None, now: DataObject | None) -> bool:
    return now is None if before is None else before.gives_the_same(now)


def _enough(made: Made, left: Amounts) -> bool:
    if not made.refused:
        return all(map(ge, left, made.taken))
    amounts = zip(Amounts._fields, left, made.left, made.taken, strict=True)
    return all(now == then or (name not in made.refused and now >= taken) for name, now, then, taken in amounts)


def _placed(made: Made, index: int, item: TracedObject) -> Made | None:
    """The remembered containers for an Object with a new index; None if there are Problems, which have places."""
    place = index, item.document.index
    if made.place == place:
        return made
    if any(container.problems for container in made.containers):
        return None
    return replace(made, place=place, containers=tuple(replace(each, object=index) for each in made.containers))
