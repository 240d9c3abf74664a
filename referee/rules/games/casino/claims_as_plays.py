"""Claims of what was done with the played card, as plays that can be judged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from enum import StrEnum

from ...cards import Card, Cards, difference
from ...division_into_sums import divide_cards
from ...plays import Capture, MakeBuild, Play, Step, Trail
from ...table_and_builds import Build, Selection, Table, Top, cards_of
from .judge.play_rules_base import BuildRules
from .judge.verdict import Verdict
from .options.hand_card_options import PlayRuling
from .options.other_announced_values import without_announcement
from .options.plays_of_selection import SelectionOption


class Claim(StrEnum):
    """Kinds of claims about the played card."""

    TOOK = "took"
    BUILT = "built"
    LAID = "laid"


def claims(rules: BuildRules) -> list[Claim]:
    """Return the kinds of claims that a game has: nobody builds where nothing is built."""
    return [claim for claim in Claim if rules.makes_builds or claim is not Claim.BUILT]


def claim_of(play: Play) -> Claim:
    """Return what the card from the hand did in a play; a capture where no card was played."""
    kinds = {Capture: Claim.TOOK, MakeBuild: Claim.BUILT, Trail: Claim.LAID}
    done = (kinds[type(step)] for step in play if step.card is not None)
    return next(done, Claim.TOOK)


def used_in(play: Play, table: Table) -> Selection:
    """Return what a play captures or builds with, apart from the card from the hand."""
    loose: list[Card] = []
    builds: list[Build] = []
    tops: list[Top] = []
    for step in play:
        match step:
            case Capture(_, cards, taken, of_piles):
                loose += cards
                builds += taken
                tops += of_piles
            case MakeBuild(_, _, of_piles):
                loose_cards = step.from_table
                for build in table.builds:
                    rest = difference(loose_cards, build.cards)
                    if len(rest) == len(loose_cards) - len(build.cards):
                        loose_cards = rest
                        builds.append(build)
                loose += loose_cards
                tops += of_piles
    return Selection(Table(tuple(loose), tuple(builds)), tuple(tops))


def captured_sets(rules: BuildRules, step: Capture, value: int) -> Sequence[Cards]:
    """Return the cards and tops of a capture in sets of its value; one by one where they make none,
    as pictures do."""
    loose = (*step.cards, *cards_of(step.tops))
    return divide_cards(loose, value, rules.values) or [(card,) for card in loose]


def builds_of(ways: Iterable[SelectionOption] | None) -> list[MakeBuild]:
    """Return the build steps among the options of a selection."""
    return [option.step for option in ways or () if isinstance(option.step, MakeBuild)]


def claimed_step(
    card: Card | None,
    used: Selection | None,
    ways: Iterable[SelectionOption] | None,
    claim: Claim | None,
) -> Step | None:
    """Return the step that a claim means for a card and a selection; None while nothing is claimed,
    or while the selection makes builds of several values."""
    if card is None:
        return None
    match claim, used:
        case Claim.LAID, _:
            return Trail(card)
        case Claim.TOOK, Selection(Table(loose, builds), tops):
            return Capture(card, loose, builds, tops)
        case Claim.BUILT, Selection(Table() as table, tops):
            builds_made = builds_of(ways)
            if builds_made:
                return builds_made[0] if len(builds_made) == 1 else None
            return without_announcement(card, table.cards, tops)
    return None


def is_half(
    step: Step, verdict: Verdict, play: PlayRuling | None, ways: Iterable[SelectionOption] | None
) -> bool:
    """Return whether a claimed step that is illegal may be legal with more cards than were
    selected."""
    if verdict.legal is not False or play is None:
        return False
    match step:
        case Capture():
            return not play.takes_complete or any(
                _is_more(option.step, step) for option in play.takes
            )
        case MakeBuild(_, build) if not builds_of(ways):
            listed = (*play.forms, *play.with_tops)
            cards = (Counter(option.step.build.cards) for option in listed)
            return not play.complete or any(
                Counter(build.cards) < cards_of_option for cards_of_option in cards
            )
    return False


def _is_more(larger: Capture, step: Capture) -> bool:
    """Return whether one capture contains another: all its cards, builds and tops."""
    builds = all(any(build.is_same(other) for other in larger.builds) for build in step.builds)
    tops = set(step.tops) <= set(larger.tops)
    return builds and tops and Counter(step.cards) <= Counter(larger.cards)
