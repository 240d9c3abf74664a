"""Draw, train and export both models: ``python -m training``. ``make photo-model`` calls this.

Environment: ``MINUTES`` of training in all; ``WORK``, a folder for what is drawn; ``FONTS``, the
folder of the fonts. ``python -m training on`` trains the reader of the package
on. ``python -m training test FOLDER`` draws the test and measures the models;
``python -m training measure FOLDER`` measures them on labelled photos.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import cv2

from . import drawn_test_photos, evaluate
from .fonts import missing_packages, text_fonts


def main() -> int:
    cv2.setNumThreads(1)
    if missing := missing_packages():
        print("Fonts are missing. apt install", *missing, file=sys.stderr)
        return 1
    if not text_fonts(held_out=False):
        print("No font has all ranks. FONTS names their folder.", file=sys.stderr)
        return 1
    match sys.argv[1:]:
        case [] | ["on"]:
            from .stages import run, train_on  # noqa: PLC0415 - torch takes seconds to load

            (train_on if sys.argv[1:] else run)(
                Path(os.environ.get("WORK", "training/work")),
                float(os.environ.get("MINUTES", "90")),
            )
        case ["test", folder]:
            drawn_test_photos.draw_test(Path(folder))
            print(evaluate.table(evaluate.measure(Path(folder))))
        case ["measure", folder]:
            print(evaluate.table(evaluate.measure(Path(folder))))
        case ["sample", folder]:
            drawn_test_photos.draw_sample(Path(folder))
        case _:
            print(__doc__, file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
