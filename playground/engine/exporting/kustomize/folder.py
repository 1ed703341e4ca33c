"""One folder of a kustomization: its `kustomization.yaml`, and the files that this names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from playground.engine.exporting.kustomize.manifests import printed
from playground.engine.exporting.kustomize.operations import Operation, patch, why_no_patch
from playground.engine.exporting.kustomize.resources import Resource
from playground.engine.exporting.refusal import RefusedError
from playground.engine.model.deadline import Deadline
from playground.engine.model.location import ROOT
from playground.engine.model.refusal import Refusal

SECRETS: Final = "secrets/"  # the folder of the patches with secret values; Git ignores it
_HEAD: Final[Mapping[str, Any]] = {"apiVersion": "kustomize.config.k8s.io/v1beta1", "kind": "Kustomization"}
_ORDER: Final[Mapping[str, Any]] = {"sortOptions": {"order": "fifo"}}
_NOTE: Final = """\
# The patches in secrets/ have the values of secret parameters. .gitignore lists them, so keep them in a safe place.
# Without them, nothing is built.
"""

Target = Mapping[str, str]


@dataclass(slots=True)
class Folder:
    """The folder ``path`` of a kustomization while it is being filled."""

    path: str
    deadline: Deadline
    files: dict[str, str] = field(default_factory=dict)  # by name, relative to ``path``
    resources: list[str] = field(default_factory=list)
    removals: list[Mapping[str, Any]] = field(default_factory=list)
    patches: list[Mapping[str, Any]] = field(default_factory=list)

    def add_resource(self, name: str, text: str) -> None:
        """Add a file with an Object."""
        self.files[name] = text
        self.resources.append(name)

    def add_patch(self, name: str, target: Target, changes: Sequence[Operation], resource: Resource) -> None:
        """Add a file with ``changes``, if there are any. RefusedError if kustomize cannot patch the Object right."""
        if not changes:
            return
        why = why_no_patch([resource.item.value, [change.value for change in changes]], self.deadline)
        if why:
            hint = "Write the value in another way, or give it the same value in all sets."
            raise RefusedError(Refusal(f"{why[0].upper()}{why[1:]}.", hint, resource.item.span(ROOT)))
        self.files[name] = printed(patch(changes), resource.item.span(ROOT))
        self.patches.append({"path": name, "target": target})

    def add_removal(self, target: Target, resource: Resource) -> None:
        """Add a patch that removes an Object of the base."""
        value = resource.item.value
        head = {key: value[key] for key in ("apiVersion", "kind") if key in value}
        deletion = {**head, "metadata": {"name": value["metadata"]["name"]}, "$patch": "delete"}
        self.removals.append({"target": target, "patch": printed(deletion)})

    def finished(self, comment: str) -> Mapping[str, str]:
        """All files, by names that begin with ``path``."""
        patches = [*self.removals, *self.patches]
        fields = {**_HEAD, "resources": self.resources, **({"patches": patches} if patches else {}), **_ORDER}
        has_secrets = any(name.startswith(SECRETS) for name in self.files)
        text = f"# {comment}\n{_NOTE if has_secrets else ''}{printed(fields)}"
        return {f"{self.path}/{name}": content for name, content in {"kustomization.yaml": text, **self.files}.items()}
