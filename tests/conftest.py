"""What holds for all tests."""

from __future__ import annotations

from hypothesis import settings

# How long an example takes by the clock says how busy the machine is; what things cost is asserted by `tests/cost.py`.
settings.register_profile("tests", deadline=None)
settings.load_profile("tests")
