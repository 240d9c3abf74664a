"""Run all benchmarks and print their figures beside their bounds."""

import sys
from itertools import chain

from . import (
    build_rulings,
    capture_options,
    expensive_questions,
    first_load,
    followed_build_games,
    followed_games,
    import_attack,
    new_exercises,
    offline_referee,
    offline_restarts,
    photo_reading,
    requests_per_second,
    session_page,
    slow_clients,
    tap_to_verdict,
    taps,
)


def main() -> int:
    print(f"{'what':<62} {'figure':>12} {'bound':>12}")
    missed = 0
    games = (
        capture_options,
        build_rulings,
        expensive_questions,
        followed_build_games,
        taps,
        new_exercises,
    )
    areas = (
        *games,
        requests_per_second,
        tap_to_verdict,
        offline_referee,
        offline_restarts,
        first_load,
        session_page,
        followed_games,
        slow_clients,
        import_attack,
        photo_reading,
    )
    for figure in chain.from_iterable(area.figures() for area in areas):
        print(figure)
        missed += not figure.held
    print("all bounds held" if not missed else f"{missed} bounds missed")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
