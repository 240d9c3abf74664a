"""Benchmarks of all areas, or of those that are named: ``python -m bench AREA…``.

An area is a module of this package. Its figures are printed beside their bounds.
"""

import sys
from collections.abc import Iterator
from itertools import chain
from typing import Protocol

from . import (
    analysed_games,
    build_rulings,
    camera,
    camera_film,
    expensive_questions,
    first_load,
    followed_build_games,
    followed_krypkasino,
    import_attack,
    krypkasino_captures,
    new_exercises,
    offline_referee,
    offline_restarts,
    photo_memory,
    photo_reading,
    play_beside_slow_senders,
    players,
    requests_per_second,
    session_page,
    tap_to_verdict,
    taps_per_turn,
    whole_processes,
)
from .bounded_figure import Figure


class Area(Protocol):
    """A module that measures something."""

    __name__: str

    def figures(self) -> Iterator[Figure]: ...


AREAS: tuple[Area, ...] = (
    whole_processes,
    krypkasino_captures,
    build_rulings,
    expensive_questions,
    followed_build_games,
    taps_per_turn,
    new_exercises,
    players,
    analysed_games,
    requests_per_second,
    tap_to_verdict,
    offline_referee,
    offline_restarts,
    first_load,
    session_page,
    followed_krypkasino,
    play_beside_slow_senders,
    import_attack,
    photo_memory,
    photo_reading,
    camera,
    camera_film,
)


def main(names: list[str]) -> int:
    areas = {area.__name__.rpartition(".")[2]: area for area in AREAS}
    if unknown := set(names) - set(areas):
        print(f"no area: {', '.join(unknown)}; there are {', '.join(areas)}", file=sys.stderr)
        return 2
    print(f"{'what':<62} {'figure':>12} {'bound':>12}")
    missed = 0
    for figure in chain.from_iterable(areas[name].figures() for name in names or areas):
        print(figure, flush=True)
        missed += not figure.held
    print("all bounds held" if not missed else f"{missed} bounds missed")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
