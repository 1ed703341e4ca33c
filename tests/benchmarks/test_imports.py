"""The output of `python -X importtime` is summed by package."""

from __future__ import annotations

from tests.benchmarks import imports

TOLD = """\
import time: self [us] | cumulative | imported package
import time:       100 |        100 |   yaml.error
import time:        30 |        130 | yaml
import time:         7 |          7 |     playground.engine.rules.walks
import time:         5 |         12 |   playground.engine.rules
"""


def test_the_own_times_of_a_package_are_added_up() -> None:
    assert imports.own_times(TOLD) == {"yaml": 130, "playground.engine.rules": 12}
