"""Run all benchmarks and print their figures beside their bounds."""

import sys
from itertools import chain

from . import (
    builds,
    captures,
    dear,
    evenings,
    exercises,
    first_load,
    followed_builds,
    live,
    photos,
    pocket,
    restarts,
    server,
    slow,
    taps,
)


def main() -> int:
    print(f"{'what':<62} {'figure':>12} {'bound':>12}")
    missed = 0
    games = (captures, builds, dear, followed_builds, exercises)
    areas = (*games, server, taps, pocket, restarts, first_load, evenings, live, slow, photos)
    for figure in chain.from_iterable(area.figures() for area in areas):
        print(figure)
        missed += not figure.held
    print("all bounds held" if not missed else f"{missed} bounds missed")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
