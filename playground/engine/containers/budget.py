"""What is left of a text's limits and time while its containers are expanded."""

from __future__ import annotations

from dataclasses import dataclass, field

from playground.engine.model.deadline import Deadline
from playground.engine.model.limits import Limits


@dataclass(slots=True)
class Budget:
    """What is left of a text's limits and time. Take from the budget before anything is joined or copied."""

    limits: Limits = field(default_factory=Limits)
    deadline: Deadline = field(default_factory=Deadline)
    characters: int = field(init=False)  # that references may still insert
    inherited: int = field(init=False)  # variables that containers may still receive from Services and envFrom
    references: int = field(init=False)  # dollar signs that may still be examined

    def __post_init__(self) -> None:
        self.characters = self.limits.output_characters
        self.inherited = self.limits.inherited_variables
        self.references = self.limits.references

    def take_references(self, number: int) -> bool:
        """Take ``number`` dollar signs to examine. False, and nothing is taken, if fewer are left."""
        if number > self.references:
            return False
        self.references -= number
        return True

    def take_characters(self, number: int) -> bool:
        """Take ``number`` characters. False, and nothing is taken, if fewer are left."""
        if number > self.characters:
            return False
        self.characters -= number
        return True

    def take_inherited(self, number: int) -> bool:
        """Take ``number`` variables of Services and envFrom. False, and nothing is taken, if fewer are left."""
        if number > self.inherited:
            return False
        self.inherited -= number
        return True
