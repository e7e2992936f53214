"""After the table of times, prints each benchmark beside its peers of the same run, as ratios."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import cv2
import pytest


@pytest.fixture(scope="module")
def one_thread() -> Iterator[None]:
    """Run OpenCV on one thread, for which the goals are defined."""
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    yield
    cv2.setNumThreads(threads)


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Uses a benchmark's ``extra_info``: ``items`` per round, ``peer`` its name in the ratios, ``ours`` for our own
    code.
    """
    session = getattr(config, "_benchmarksession", None)
    groups: dict[str, list[Any]] = defaultdict(list)
    for bench in getattr(session, "benchmarks", ()):
        if bench.has_error or not bench.extra_info:
            continue
        groups[bench.group].append(bench)
    if groups:
        terminalreporter.section("ratios and figures")
    for group, benches in groups.items():
        terminalreporter.write_line(group)
        times = {bench: bench.stats.min / bench.extra_info.get("items", 1) for bench in benches}
        ours = [each for each in benches if each.extra_info.get("ours")]
        for bench in benches:
            told = [f"{1e6 * times[bench]:12.3f} us each"]
            if not bench.extra_info.get("ours"):
                told += [f"{times[bench] / times[each]:.2f} x {each.extra_info['peer']}" for each in ours]
            told += [f"{key}: {value}" for key, value in bench.extra_info.items() if key not in _OWN]
            terminalreporter.write_line(f"  {bench.extra_info.get('peer', bench.name):44} {'; '.join(told)}")


_OWN = ("items", "peer", "ours")
