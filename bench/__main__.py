"""Run all benchmarks and print their figures beside their bounds."""

import sys
from itertools import chain

from . import (
    build_rulings,
    expensive_questions,
    first_load,
    followed_build_games,
    followed_krypkasino,
    import_attack,
    krypkasino_captures,
    new_exercises,
    offline_referee,
    offline_restarts,
    photo_reading,
    play_beside_slow_senders,
    requests_per_second,
    session_page,
    tap_to_verdict,
    taps_per_turn,
)


def main() -> int:
    print(f"{'what':<62} {'figure':>12} {'bound':>12}")
    missed = 0
    games = (
        krypkasino_captures,
        build_rulings,
        expensive_questions,
        followed_build_games,
        taps_per_turn,
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
        followed_krypkasino,
        play_beside_slow_senders,
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
