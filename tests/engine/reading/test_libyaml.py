"""When PyYAML is loaded."""

from __future__ import annotations

import subprocess
import sys

import pytest

from playground.engine.reading.libyaml import libyaml


@pytest.mark.parametrize(("text", "loaded"), [("a: b\nc:\n- {d: 'e'}\n", False), ("a: &x 1\nb: *x\n", True)])
def test_the_parser_is_loaded_only_for_unusual_text(text: str, loaded: bool) -> None:
    code = f"import sys; from playground.engine import read; read({text!r}); print('yaml' in sys.modules)"
    process = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert process.stdout == f"{loaded}\n"


def test_the_parser_is_the_one_written_in_c_and_its_errors_have_marks() -> None:
    parser = libyaml().parser("a: [")
    with pytest.raises(libyaml().error, match="while parsing a flow node") as caught:
        list(iter(parser.get_event, None))
    assert getattr(caught.value, "problem_mark").index == 4  # noqa: B009 - the type knows no marks
    assert libyaml().parser.__module__ == "yaml._yaml"
    assert issubclass(libyaml().scanner_error, libyaml().error)
