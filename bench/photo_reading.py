"""Reading of drawn photos: the share of cards that is right, by kind (``docs/photo.md``)."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

from .bounded_figure import Figure


def can_draw(what: str) -> bool:
    """Return whether fonts and the libraries for drawing are installed; else print what there is
    not, and that ``what`` is not measured."""
    try:
        from training import drawn_test_photos, evaluate  # noqa: F401, PLC0415
        from training.fonts import missing_packages  # noqa: PLC0415
    except ImportError as error:
        print(f"{what}: not measured, there is no {error.name}; `make photo-model` installs it")
        return False
    if missing := missing_packages():
        print(f"{what}: not measured, fonts are missing:", *missing)
    return not missing


def figures() -> Iterator[Figure]:
    """Draw photos and read them, where fonts and the libraries for drawing are installed."""
    if not can_draw("photos"):
        return
    from training import drawn_test_photos, evaluate  # noqa: PLC0415 - they need what draws

    with tempfile.TemporaryDirectory() as folder:
        drawn_test_photos.draw_test(Path(folder))
        by_kind = evaluate.measure(Path(folder))
    for kind, row in by_kind.items():
        if row.cards:
            least = LEAST.get(kind, 0.94)
            yield Figure(f"drawn photos, {kind}: precision", row.precision, "", least=least)
            yield Figure(f"drawn photos, {kind}: recall", row.recall, "", least=least)
    wrong = by_kind["all"].very_sure_wrong / max(1, by_kind["all"].very_sure)
    what = "drawn photos: wrong of the cards that it is very sure of"
    yield Figure(what, wrong * 100, "%", most=0.5)


LEAST = {"all": 0.98, "harsh light": 0.96}
"""Bounds of kinds with many cards; in the others a single photo weighs much."""
