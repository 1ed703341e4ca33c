"""``evaluate``: read, process, find the cluster, expand, validate, diagnose, ignore. Only this module knows the order.

Each step is a folder; its function is in the folder's ``__init__``. Results that few callers need, such as the
Objects with expanded texts, are not computed here: the Evaluation computes them on first use.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from random import Random, SystemRandom

from playground.engine.cluster import cluster_for
from playground.engine.containers import expand_containers
from playground.engine.containers.events import Event
from playground.engine.evaluation import Evaluation
from playground.engine.kubernetes.versions import NEWEST, version_named
from playground.engine.model.deadline import Deadline, OutOfTimeError
from playground.engine.model.inputs import NO_INPUTS, Inputs
from playground.engine.model.limits import Limits
from playground.engine.reading import Source, SourceText, read
from playground.engine.rules import diagnose
from playground.engine.rules.ignoring import without_ignored
from playground.engine.templates import ProcessedTemplate, process
from playground.engine.templates.template import Template, find_templates, objects_outside
from playground.engine.validation import validate


def evaluate(
    text: str | Source,
    inputs: Inputs = NO_INPUTS,
    *,
    random: Random | None = None,
    limits: Limits | None = None,
    deadline: Deadline | None = None,
) -> Evaluation:
    """Read ``text``, process its Template if it has one, expand its containers as the kubelet does, and diagnose it.

    ``text``: the text, or the Source that ``read`` made of it.
    ``random``: the source of generated values; by default the operating system's.
    ``limits``: how much is read and computed; a diagnostic reports an exceeded limit.
    ``deadline``: once it has passed, the Evaluation holds only a diagnostic that says so.

    Never raises because of ``text``: the diagnostics say what is wrong with the text.
    ValueError for an unknown Kubernetes version or dialect in ``inputs``.
    """
    limits, deadline = limits or Limits(), deadline or Deadline()
    try:
        evaluation = _evaluation(text, inputs, random or SystemRandom(), limits, deadline)
        diagnosed = replace(evaluation, diagnostics=diagnose(evaluation, deadline))
        return replace(diagnosed, diagnostics=without_ignored(diagnosed))
    except OutOfTimeError:
        stopped = _stopped(text, inputs, limits, deadline.seconds)
        return replace(stopped, diagnostics=diagnose(stopped))


def process_template(
    source: Source | Template,
    inputs: Inputs,
    *,
    random: Random | None = None,
    limits: Limits,
    deadline: Deadline | None,
) -> ProcessedTemplate | None:
    """The first Template of ``source``, processed, without any of the later steps; None without a Template.

    Raises OutOfTimeError when the ``deadline`` passes.
    """
    template = source if isinstance(source, Template) else first_template(source)
    random = random or SystemRandom()
    return process(template, inputs, random=random, limits=limits, deadline=deadline) if template else None


def first_template(source: Source) -> Template | None:
    """The first Template of ``source``, the only one to process; None without any. `oc process` does so, too."""
    return next(iter(find_templates(source.documents)), None)


def _evaluation(text: str | Source, inputs: Inputs, random: Random, limits: Limits, deadline: Deadline) -> Evaluation:
    """Take all steps in their order but the last, the diagnostics. OutOfTimeError when the ``deadline`` passes."""
    events: list[Event] = []
    source = text if isinstance(text, Source) else read(text, limits, deadline)
    templates = find_templates(source.documents)
    # Like `oc process`, any further Template is ignored.
    processed = process(templates[0], inputs, random=random, limits=limits, deadline=deadline) if templates else None
    # The Objects past the limit are left out; the rule `limit-exceeded` says so.
    others = islice(objects_outside(templates, source.documents), limits.objects)
    objects = (*(processed.objects if processed else ()), *others)
    cluster = cluster_for(objects, inputs.cluster, version_named(inputs.kubernetes or str(NEWEST)))
    containers = expand_containers(
        objects, cluster, assumed=inputs.assumed, record=events.append, limits=limits, deadline=deadline
    )
    server_problems = validate(objects, cluster, deadline)
    return Evaluation(
        inputs, limits, source, templates, processed, objects, cluster, containers, tuple(events), server_problems
    )


def _stopped(text: str | Source, inputs: Inputs, limits: Limits, seconds: float) -> Evaluation:
    """The Evaluation of a text whose deadline has passed: it holds the text, and no facts about it."""
    source = Source(text.text if isinstance(text, Source) else SourceText(text), (), ())
    cluster = cluster_for((), None, version_named(inputs.kubernetes or str(NEWEST)))
    return Evaluation(inputs, limits, source, (), None, (), cluster, (), (), stopped=seconds)
