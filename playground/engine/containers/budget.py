"""What is left of a text's limits and its time while its containers are expanded."""

from __future__ import annotations

from dataclasses import dataclass, field

from playground.engine.model.deadline import Deadline
from playground.engine.model.limits import Limits


@dataclass(slots=True)
class Budget:
    """What is left of a text's limits and its time; taken before anything is joined or copied."""

    limits: Limits = field(default_factory=Limits)
    deadline: Deadline = field(default_factory=Deadline)
    characters: int = field(init=False)  # that references insert
    inherited: int = field(init=False)
    references: int = field(init=False)  # dollar signs that may be examined

    def __post_init__(self) -> None:
        self.characters = self.limits.output_characters
        self.inherited = self.limits.inherited_variables
        self.references = self.limits.references

    def take_references(self, number: int) -> bool:
        """Take this number of references if they are left; return whether they were."""
        enough = number <= self.references
        self.references -= number if enough else 0
        return enough

    def take_characters(self, number: int) -> bool:
        """Take this number of characters if they are left; return whether they were."""
        enough = number <= self.characters
        self.characters -= number if enough else 0
        return enough

    def take_inherited(self, number: int) -> bool:
        """Take this number of variables of Services and envFrom if they are left; return whether they were."""
        enough = number <= self.inherited
        self.inherited -= number if enough else 0
        return enough
