"""Questions as if nobody had asked any before."""

from referee.rules import division_into_sums
from referee.rules.games.casino import rule_on_question as of_builds
from referee.rules.games.krypkasino import rule_on_question as of_captures
from referee.rules.maximal_divisible_collections import maximal

CACHED = (
    of_builds.consult,
    of_captures.consult,
    maximal,
    division_into_sums._first_division,  # noqa: SLF001 - nothing else asks for it
)


def forget_rulings() -> None:
    """Forget what was worked out for earlier questions."""
    for function in CACHED:
        function.cache_clear()
