"""Which values of a container are masked: those from Secrets, and those derived from them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from playground.engine.containers.environment import ContainerEnvironment, ExpandedText, Fate, OriginKind, Variable
from playground.engine.evaluation import Evaluation
from playground.engine.templates.secrets import secret_parameters
from playground.engine.text.secret_names import looks_secret

MASK: Final = "••••••••"  # in place of a masked value


@dataclass(slots=True)
class Masking:
    """Recognises the secrets of one Evaluation; examines each container's variables once."""

    evaluation: Evaluation
    _parameters: frozenset[str] = field(init=False)
    # By the ``id`` of a container: the ``id`` of each declared variable whose expanded text contains a secret.
    _composed: dict[int, set[int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        processed = self.evaluation.processed
        self._parameters = secret_parameters(processed) if processed else frozenset()

    def hides(self, container: ContainerEnvironment, variable: Variable) -> bool:
        """Whether the variable's value is a secret, or was expanded from a text with one."""
        return self._is_secret(variable) or id(variable) in self._composed_in(container)

    def hides_text(self, container: ContainerEnvironment, text: ExpandedText) -> bool:
        """Whether the expanded text contains a secret."""
        return self._contains_secret(container, text, self._composed_in(container))

    def hides_written(self, container: ContainerEnvironment, text: ExpandedText) -> bool:
        """Whether the text contains a secret before expansion: the value of a Parameter."""
        if not self._parameters:
            return False
        pieces = self.evaluation.objects[container.object].pieces.get(text.path, ())
        return any(piece.parameter in self._parameters and piece.start < piece.end for piece in pieces)

    def _composed_in(self, container: ContainerEnvironment) -> set[int]:
        """The ``id`` of each declared variable whose expanded text contains a secret.

        One pass is enough, because a variable can refer only to earlier variables.
        """
        composed = self._composed.get(id(container))
        if composed is None:
            composed = self._composed[id(container)] = set()
            for variable in container.declared:
                if variable.expanded is not None and self._contains_secret(container, variable.expanded, composed):
                    composed.add(id(variable))
        return composed

    def _contains_secret(self, container: ContainerEnvironment, text: ExpandedText, composed: set[int]) -> bool:
        if self.hides_written(container, text):
            return True
        inserted = (item.variable for item in text.references if item.fate is Fate.RESOLVED and item.value)
        return any(item is not None and (id(item) in composed or self._is_secret(item)) for item in inserted)

    def _is_secret(self, variable: Variable) -> bool:
        """Whether the variable's value is a secret by its source: a Secret, an assumption, or a secret Parameter."""
        origin = variable.origin
        if origin.secret or (origin.kind is OriginKind.ASSUMED and looks_secret(variable.name)):
            return True
        if origin.object is None or origin.source is None or not self._parameters:
            return False
        pieces = self.evaluation.objects[origin.object].pieces.get(origin.source, ())  # of a ConfigMap's value
        return any(piece.parameter in self._parameters and piece.start < piece.end for piece in pieces)
