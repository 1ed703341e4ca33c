"""The layers of a kustomization, which are the base and the overlays: the Objects and the files of each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from playground.engine.exporting.files import file_stem
from playground.engine.exporting.kustomize.folder import SECRETS, Folder, Target
from playground.engine.exporting.kustomize.manifests import manifest
from playground.engine.exporting.kustomize.operations import applied, operations, why_no_patch
from playground.engine.exporting.kustomize.resources import Resource
from playground.engine.exporting.kustomize.secrets import without_secrets
from playground.engine.exporting.kustomize.targets import Names, referenced
from playground.engine.exporting.refusal import RefusedError
from playground.engine.model.deadline import Deadline
from playground.engine.model.limits import Limits
from playground.engine.model.location import ROOT, FieldPath
from playground.engine.model.records import record
from playground.engine.model.refusal import Refusal
from playground.engine.reading.objects import TracedObject
from playground.engine.templates import ProcessedTemplate


@record()
class Layer:
    """The Template with the values of the base or of one overlay. All mappings are by the Objects' places."""

    processed: ProcessedTemplate
    resources: Mapping[FieldPath, Resource]
    shown: Mapping[FieldPath, TracedObject]  # the Objects without secret values
    limits: Limits
    deadline: Deadline

    def manifest(self, place: FieldPath) -> str:
        """The file of an Object, without secret values."""
        region = self.resources[place].region
        return manifest(self.shown[place], region, self.processed, self.limits, self.deadline)


def layer_of(
    processed: ProcessedTemplate,
    resources: Mapping[FieldPath, Resource],
    hidden: frozenset[str],
    limits: Limits,
    deadline: Deadline,
) -> Layer:
    """The Layer of ``processed``. RefusedError for a key with the value of a ``hidden`` Parameter."""
    shown = {place: without_secrets(resource.item, hidden, processed.dialect) for place, resource in resources.items()}
    return Layer(processed, resources, shown, limits, deadline)


def base_files(base: Layer) -> Mapping[str, str]:
    """The files of the base: one for each Object, and the patches with its secrets."""
    folder, stems = Folder("base", base.deadline), _stems(base.resources)
    names = Names.of((place, [resource.identity]) for place, resource in base.resources.items())
    for place, resource in base.resources.items():
        base.deadline.check()
        folder.add_resource(f"{stems[place]}.yaml", base.manifest(place))
        secrets = operations(base.shown[place], resource.item, base.deadline)
        folder.add_patch(f"{SECRETS}{stems[place]}.yaml", _target(names, place, resource), secrets, resource)
    return folder.finished("The objects of the Template, with the values that no set changes")


def overlay_files(name: str, base: Layer, overlay: Layer) -> Mapping[str, str]:
    """The files of one overlay: patches for the fields in which it differs, and Objects that no patch can give."""
    deadline = base.deadline
    folder = Folder(f"overlays/{name}", deadline)
    folder.resources.append("../../base")
    replaced = _replaced(base, overlay)
    all_resources = {**base.resources, **overlay.resources}
    stems = _stems(all_resources)
    names = _names(base, overlay, replaced)
    for place, stem in stems.items():
        deadline.check()
        old, new = base.resources.get(place), overlay.resources.get(place)
        if old and (new is None or place in replaced):
            folder.add_removal(_target(names, place, old), old)
        if new is None:
            continue
        if old is None or place in replaced:
            folder.add_resource(f"{stem}.yaml", overlay.manifest(place))
            target, before = _target(names, _added(place), new), overlay.shown[place]
        else:
            changes = operations(base.shown[place], overlay.shown[place], deadline)
            folder.add_patch(f"{stem}.patch.yaml", _target(names, place, old), changes, old)
            target, before = _target(names, place, new), replace(new.item, value=applied(old.item.value, changes))
        folder.add_patch(f"{SECRETS}{stem}.yaml", target, operations(before, new.item, deadline), new)
    return folder.finished(f"What differs in `{name}`")


def _stems(resources: Mapping[FieldPath, Resource]) -> Mapping[FieldPath, str]:
    """The name of each Object's file, without its ending."""
    count = len(resources)
    return {
        place: file_stem(number, count, resource.identity.kind)
        for number, (place, resource) in enumerate(resources.items(), 1)
    }


def _added(place: FieldPath) -> FieldPath:
    """A place for an Object of an overlay while the base's Object of the same place is still there."""
    return place / "added"


def _names(base: Layer, overlay: Layer, replaced: frozenset[FieldPath]) -> Names:
    """What the Objects are called while the overlay's patches run. RefusedError if two have the same name then."""
    identities = {place: [resource.identity] for place, resource in base.resources.items()}
    unique = {resource.identity.unique: resource for resource in base.resources.values()}
    for place, resource in overlay.resources.items():
        identity = resource.identity
        is_added = place in replaced or place not in base.resources
        other = unique.get(identity.unique)
        if other and (is_added or other is not base.resources[place]):
            line = other.item.span(ROOT).start.line
            reason = f"`{identity.kind}/{identity.name}` is the name of another object in the base, on line {line}."
            hint = "kustomize cannot tell them apart while it patches. Give them names that no set exchanges."
            raise RefusedError(Refusal(reason, hint, resource.item.span(ROOT)))
        identities.setdefault(_added(place) if is_added else place, []).append(identity)
    return Names.of(identities.items())


def _replaced(base: Layer, overlay: Layer) -> frozenset[FieldPath]:
    """The Objects with other names in the overlay that a patch would not make right.

    Where another Object refers to the old name, kustomize would put the new one. Some values it cannot patch.
    """
    renamed = {
        place: (old.identity, new.identity)
        for place, old in base.resources.items()
        if (new := overlay.resources.get(place)) and old.identity.unique != new.identity.unique
    }
    if not renamed:
        return frozenset()
    values = [resource.item.value for resource in overlay.resources.values()]
    names, namespaces = referenced(values, base.deadline)
    return frozenset(
        place
        for place, (old, new) in renamed.items()
        if (old.name != new.name and old.name in names)
        or (old.namespace != new.namespace and old.namespace in namespaces)
        or why_no_patch([base.resources[place].item.value, overlay.resources[place].item.value], base.deadline)
    )


def _target(names: Names, place: FieldPath, resource: Resource) -> Target:
    """The selector of an Object. RefusedError if another Object would match it, too."""
    target = names.target(place, resource.identity)
    if target is None:
        identity = resource.identity
        reason = f"kustomize cannot tell `{identity.kind}/{identity.name}` from another object while it patches."
        raise RefusedError(Refusal(reason, "Give them names that no set exchanges.", resource.item.span(ROOT)))
    return target
