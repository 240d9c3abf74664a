"""Browsers of other engines, restarted without a network: milliseconds until a new verdict."""

import shutil
import statistics
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.engines.conftest import ENGINES, Engine
from tests.engines.walks import SNAPSHOT, keep_the_pack
from tests.packs import build
from tests.server_processes import HOST, free_port, serving

from .bounded_figure import Figure

RESTARTS = 7
MOST = {"webkitgtk": 1200, "firefox": 1200}
"""Milliseconds."""

SHOWN = """() => {
  const [{ startTime } = {}] = performance.getEntriesByName('first-contentful-paint');
  const isThere = document.querySelector('[data-phone] h1') && startTime;
  return isThere ? performance.timeOrigin + startTime : null; }"""
"""Script that returns the time at which a verdict was painted, in milliseconds since 1970."""


def figures() -> Iterator[Figure]:
    for name, most in MOST.items():
        if all(shutil.which(tool) for tool in ENGINES[name].tools):
            with TemporaryDirectory() as folder:
                times = list(_restarts(Path(folder), ENGINES[name]))
            what = f"{name} restarted without a network: to a verdict"
            yield Figure(
                f"{what}, median of {len(times)}", statistics.median(times), "ms", most=most
            )
            yield Figure(f"{what}, best", min(times), "ms")


def _restarts(folder: Path, engine: Engine) -> Iterator[float]:
    port = free_port()
    address = f"http://{HOST}:{port}"
    instance, data = folder / "instance", folder / "phone"
    data.mkdir()
    build(instance)
    with (
        serving(port, {"REFEREE_INSTANCE": str(instance)}),
        engine.start(address, data) as phone,
    ):
        keep_the_pack(phone)
        phone.wait(SNAPSHOT, patience=60)
    for number in range(RESTARTS):
        with engine.start(address, data) as phone:
            begin = time.time()
            phone.goto(f"{address}/krypkasino/referee?table=2+6+{number + 3}&played=8")
            yield phone.wait(SHOWN) - begin * 1000
