"""All limits of a text.

The page "Limits" promises these numbers. A test tries each limit with a text at the limit and with one past it.
"""

from __future__ import annotations

from playground.engine.model.records import record


@record()
class Limits:
    """The limits of a text. Each limit is for the whole text unless its comment says otherwise.

    ``beyond`` says where larger texts are accepted: the last words of the hint about an exceeded limit, after "or".
    """

    text_bytes: int = 1_048_576  # UTF-8
    documents: int = 1_000
    events: int = 200_000  # what the parser reports: values, and beginnings and ends of mappings and lists
    nodes: int = 150_000  # keys and values as written
    depth: int = 200  # mappings and lists inside one another
    expanded_nodes: int = 400_000  # keys and values when every alias is written out; of all that `${{P}}` inserts
    expanded_characters: int = 8_388_608  # of what aliases stand for; in UTF-8 up to four bytes for each
    scalar_characters: int = 262_144  # one key or value
    objects: int = 1_000  # of the Template, which is refused with more; and of all other documents together
    parameters: int = 400  # of a Template
    value_characters: int = 65_536  # the value of one Parameter
    generated_characters: int = 4_096  # one generated value
    all_generated_characters: int = 262_144  # all generated values, counted before any value is generated
    references: int = 50_000  # to Parameters; the same number limits the dollar signs in containers' texts
    # The keys and indexes in the paths of a Template's texts with a `$`, added up: each path is kept in memory.
    reference_levels: int = 1_000_000
    text_characters: int = 1_048_576  # one text after its references are replaced
    output_characters: int = 4_194_304  # all texts after their references are replaced; counted before any is built
    inherited_variables: int = 100_000  # from Services and envFrom, in all containers together
    beyond: str = "use the command line, which takes more: `template-playground process -f FILE`"

    def hint(self, instead: str) -> str:
        """The hint about an exceeded limit: ``instead`` (what to do, without a full stop), then ``beyond``."""
        return f"{instead}, or {self.beyond}." if self.beyond else f"{instead}."
