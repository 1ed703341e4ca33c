"""Go's ``fmt``: the examples; the verbs are in the vectors."""

from __future__ import annotations

import pytest

from playground.cli.output.gotemplate import GoTemplateError
from playground.cli.output.gotemplate.printing import sprintf


def test_a_format_can_have_argument_indexes_and_widths() -> None:
    assert sprintf("%[2]v %[1]v", ["a", "b"], 99) == "b a"
    assert sprintf("%*d|%-*d|%.*f", [4, 1, 4, 2, 1, 2.25], 99) == "   1|2   |2.2"
    assert sprintf("%*d", ["x", 1], 99) == "%!(BADWIDTH)1"
    assert sprintf("%[3]d", [1], 99) == "%!d(BADINDEX)"


def test_output_that_would_be_too_long_is_refused() -> None:
    assert len(sprintf("%5d" * 4, [1, 2, 3, 4], 20)) == 20
    with pytest.raises(GoTemplateError, match="more than 19 characters, which is the limit"):
        sprintf("%5d" * 4, [1, 2, 3, 4], 19)
