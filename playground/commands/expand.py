"""`expand`: the Objects, or the containers' environments, as the kubelet makes them."""

from __future__ import annotations

import json
import sys
from argparse import Namespace

from playground.commands.env_file import env_file_lines, left_out
from playground.commands.events import event_lines
from playground.commands.report import tell
from playground.commands.request import evaluated, shown_name, write
from playground.engine import Severity, expansion_answer, output_lines


def run_expand(options: Namespace) -> int:
    """Print what the containers receive; the errors of the text go to the standard error. 1 when there are any.

    `-o json` prints one JSON object for every text, also for one that cannot be read; `-o env` names on the
    standard error what an environment file cannot hold. Beside the Objects the standard error tells the Events of
    unresolved references, which no cluster shows.
    """
    evaluation = evaluated(options)
    errors = [item for item in evaluation.diagnostics if item.severity is Severity.ERROR]
    if options.output == "json":
        answer = expansion_answer(evaluation.containers, evaluation.cluster)
        if not evaluation.readable:
            answer["error"] = errors[0].message
        write([json.dumps(answer, ensure_ascii=False, indent=2)])
    elif options.output == "env":
        write(env_file_lines(evaluation))
        sys.stderr.write("".join(f"{line}\n" for line in left_out(evaluation)))
    else:
        write(line.text for line in output_lines(evaluation.expanded))
        sys.stderr.write("".join(f"{line}\n" for line in event_lines(evaluation)))
    tell(errors, evaluation, shown_name(options.filename))
    return 1 if errors else 0
