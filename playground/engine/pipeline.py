"""``evaluate``: from a text to its Evaluation. The order of the steps is written here and nowhere else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from random import Random, SystemRandom
from typing import Any

from playground.engine.cluster import cluster_for
from playground.engine.containers import expand_containers, with_pod_problems
from playground.engine.deadline import Deadline, OutOfTimeError
from playground.engine.evaluation import Evaluation
from playground.engine.events import Event
from playground.engine.inputs import Inputs
from playground.engine.kubernetes.lists import items_of
from playground.engine.kubernetes.versions import NEWEST, version_named
from playground.engine.objects import TracedObject
from playground.engine.processing import process
from playground.engine.rules import diagnose
from playground.engine.source import Document, Limits, Source, SourceText, read
from playground.engine.template import Template, find_templates


def evaluate(
    text: str | Source,
    *,
    values: Mapping[str, str] | None = None,
    expressions: Mapping[str, str] | None = None,
    pinned: Mapping[str, str] | None = None,
    dialect: str = "auto",
    cluster: Mapping[str, Any] | None = None,
    assumed: Mapping[str, str] | None = None,
    kubernetes: str = str(NEWEST),
    labels: Mapping[str, str] | None = None,
    random: Random | None = None,
    limits: Limits | None = None,
    deadline: Deadline | None = None,
) -> Evaluation:
    """Read ``text``, process its Template if it has one, expand its containers as the kubelet does, and diagnose it.

    ``text`` may have been read before, by ``read``.
    ``values`` (``-p NAME=value``) are the given values of Parameters, by name.
    ``expressions`` replace the ``from`` of Parameters, by name.
    ``pinned`` are generated values to keep, by name.
    ``dialect`` is a Dialect, or "auto": by the Template's apiVersion.
    ``cluster`` is what the pod would find beside what the text holds; its keys are CLUSTER_KEYS.
    ``assumed`` are variables to take as defined, by name.
    ``kubernetes`` is the cluster's version, one of KUBERNETES_VERSIONS; ValueError for any other.
    ``labels`` (``-l``) override the Template's own.
    ``random`` is the source of generated values; by default the operating system's.
    ``limits`` bound what is read and computed: a diagnostic reports one that was reached.
    ``deadline``: once it has passed, the Evaluation says only that.

    Never raises because of ``text``: what is wrong with it is in the diagnostics.
    """
    inputs = Inputs(
        values=values or {},
        expressions=expressions or {},
        pinned=pinned or {},
        dialect=dialect,
        cluster=cluster,
        assumed=assumed or {},
        kubernetes=kubernetes,
        labels=labels or {},
        limits=limits or Limits(),
    )
    deadline = deadline or Deadline()
    try:
        return _evaluation(text, inputs, random or SystemRandom(), deadline)
    except OutOfTimeError:
        return _stopped(text, inputs, deadline.seconds)


def _evaluation(text: str | Source, inputs: Inputs, random: Random, deadline: Deadline) -> Evaluation:
    """The steps, in their order. Raises OutOfTimeError when the ``deadline`` passes."""
    events: list[Event] = []
    limits = inputs.limits
    source = text if isinstance(text, Source) else read(text, limits, deadline)
    templates = find_templates(source.documents)
    # Like `oc process`, any further Template is ignored.
    processed = process(templates[0], inputs, random, deadline) if templates else None
    others = _other_objects(source.documents, templates)
    objects = (*(processed.objects if processed else ()), *islice(others, limits.objects))
    cluster = cluster_for(objects, inputs.cluster, version_named(inputs.kubernetes))
    found = with_pod_problems(objects, cluster, deadline)
    containers = expand_containers(
        objects, found, assumed=inputs.assumed, record=events.append, limits=limits, deadline=deadline
    )
    facts = Evaluation(inputs, source, templates, processed, objects, found, containers, tuple(events))
    return replace(facts, diagnostics=diagnose(facts, deadline))


def _stopped(text: str | Source, inputs: Inputs, seconds: float) -> Evaluation:
    """The Evaluation of a text whose time is up: nothing but a diagnostic that says so."""
    nothing = Source(text.text if isinstance(text, Source) else SourceText(text), (), ())
    cluster = cluster_for((), None, version_named(inputs.kubernetes))
    facts = Evaluation(inputs, nothing, (), None, (), cluster, (), (), stopped=seconds)
    return replace(facts, diagnostics=diagnose(facts))


def _other_objects(documents: Sequence[Document], templates: Sequence[Template]) -> Iterator[TracedObject]:
    """The Objects of the Documents that are not Templates; of a List, its items."""
    holders = {id(template.document) for template in templates}
    for document in documents:
        if id(document) not in holders:
            yield from (TracedObject(item, document, path) for path, item in items_of(document.value))
