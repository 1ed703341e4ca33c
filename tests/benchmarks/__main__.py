"""`make bench`: prints how long things take here; what counts are the ratios, the rest depends on the machine."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from tests.benchmarks.command import measure_start
from tests.benchmarks.engine import (
    measure_expansion,
    measure_growth,
    measure_pods,
    measure_processing,
    measure_reading,
)
from tests.benchmarks.load import measure_load
from tests.benchmarks.page import measure_page
from tests.browser.servers import make_server


def main() -> None:
    """Measure everything, the lonely works first."""
    measure_reading()
    measure_processing()
    measure_expansion()
    measure_growth()
    measure_pods()
    measure_start()
    with tempfile.TemporaryDirectory() as folder:
        server = make_server(Path(folder), workers=len(os.sched_getaffinity(0)), more={"PREVIEWS_PER_MINUTE": "0"})
        try:
            server.start()
            measure_page(server)
            measure_load(server)
        finally:
            server.stop()


if __name__ == "__main__":
    main()
