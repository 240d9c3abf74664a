"""The stages from nothing to the two models that the app reads photos with, and of a reader that is
trained on."""

from __future__ import annotations

from pathlib import Path

from .classifier_samples import batch
from .hard_negatives import mine
from .onnx_files import export_detector, export_reader, load_reader
from .scene_files import Cuts, Scenes, draw_cuts, draw_scenes
from .scenes import Setting
from .seeded_random import Chance
from .train import Course, save_mean, train_detector, train_reader

_SCENES, _DECKS, _MINED = 60, 12, 40  # a minute of training
_OWN_RANKS = (1, 3, 6, 8, 9, 12, 12)  # those with shapes of their own, and what they look like
_PIP_RANKS = (9, 10)  # whose pips may look like an index where they are half covered
_COPIES = 5  # of false finds, since few are found, and a reader that has few takes more for indices
_SHARE_AFTER = 0.7  # of the weights that training on ends with, the rest being those before it
_BEFORE = 1024  # cuts that tell what the layers of a reader give
_DETECTOR, _READER, _READER_AGAIN = 0.4, 0.2, 0.4  # parts of the time of training


def run(work: Path, minutes: float) -> None:
    """Draw, train and export: the detector, the reader, and the reader with its false finds."""
    least = 200
    draw_scenes(work / "scenes", max(least, round(_SCENES * minutes)), seed=1)
    cuts = work / "cuts.npz"
    draw_cuts(cuts, max(10, round(_DECKS * minutes)), seed=2)
    scenes = Scenes([work / "scenes"])
    scenes.look()

    detector = work / "detector.pt"
    train_detector(scenes, Course(minutes * _DETECTOR, 3e-3, 16, seed=3), detector)
    export_detector(detector)

    first = work / "reader-1.pt"
    train_reader(scenes, [cuts], Course(minutes * _READER, 3e-3, 96, seed=4), first)

    mined = work / "mined.npz"
    mine(scenes, max(least, round(_MINED * minutes)), 5, mined)
    again = Course(minutes * _READER_AGAIN, 1e-3, 96, seed=6, start=first)
    train_reader(scenes, [cuts, mined], again, work / "reader-2.pt")
    export_reader(work / "reader-2.pt")


def train_on(work: Path, minutes: float) -> None:
    """Train the package's reader on and export it: with new decks, and more of what is misread."""
    draw_scenes(work / "more", round(20 * minutes), seed=31)
    halves = Setting(kind="halves", ranks=_PIP_RANKS)
    draw_scenes(work / "halves", round(10 * minutes), seed=32, setting=halves)
    cuts, own, mined = (work / f"{name}.npz" for name in ("more", "own", "false"))
    draw_cuts(cuts, round(8 * minutes), seed=33)
    draw_cuts(own, round(8 * minutes), seed=34, ranks=_OWN_RANKS)
    scenes = Scenes([work / "more", work / "halves"])
    number = scenes.look()
    mine(scenes, number, 35, mined, _COPIES)

    before, after = work / "reader-before.pt", work / "reader-on.pt"
    pictures, _ = batch(scenes, Cuts(), _BEFORE, Chance(36))
    load_reader(pictures, before)
    course = Course(minutes, 5e-4, 96, seed=37, start=before)
    train_reader(scenes, [cuts, own, mined], course, after)
    mean = work / "reader-mean.pt"
    save_mean(before, after, _SHARE_AFTER, mean)
    export_reader(mean)
