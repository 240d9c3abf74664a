"""The stages from nothing to the two models that the app reads photos with."""

from __future__ import annotations

from pathlib import Path

from .hard_negatives import mine
from .onnx_export import export_detector, export_reader
from .scene_files import Scenes, draw_cuts, draw_scenes
from .train import Course, train_detector, train_reader

_SCENES, _DECKS, _MINED = 60, 12, 40  # a minute of training
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
