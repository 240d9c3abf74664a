"""Questions as if nobody had asked any before."""

from referee.rules import sums
from referee.rules.games.casino import analysis as of_builds
from referee.rules.games.krypkasino import question as of_captures
from referee.rules.lattice import maximal

CACHED = (
    of_builds.consult,
    of_captures.consult,
    maximal,
    sums._first_division,  # noqa: SLF001 - nothing else asks for it
)


def forget_rulings() -> None:
    """Forget what was worked out for earlier questions."""
    for function in CACHED:
        function.cache_clear()
