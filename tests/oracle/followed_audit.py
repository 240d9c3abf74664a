"""What comes to light with the last card of a hand (L17 and L18).

Readings of what the contract leaves open:

- `no_holder` also where the turn added to the keeper's own build: a form says what it is then.
- Equal builds of one keeper are each listed, as none of them can be taken.
- Builds of 1 and of 14 with one ace, both formed in that turn: that of 14 lacks it.
- What a turn lacked that was let stand: by `no_holder` the builds that it formed and those of the
  same value, for which one card would do, by `keep_card` the others, as far as no card was there
  for them. A turn that does not fit is no such turn.
- A build made by proof when all four were shown is dead from the start, and listed for the partner
  who keeps it.
- A merge into the partner's build needs a card of the mover's own, but the partner keeps the build:
  L17 asks keepers only, so a mover who has none does not come to light.
"""

from collections.abc import Sequence

from tests.oracle.builds_text import rank_of
from tests.oracle.followed_setup import Setup
from tests.oracle.followed_table import Fact, Irregular, Kept, Table


def audit(table: Table) -> list[Irregular]:
    """All builds that were formed or kept without a card for them, as far as hands have ended."""
    setup = table.setup
    told: set[int] = set()
    found: list[Irregular] = []
    for deal in range(1, table.deal + 1):
        for seat in range(setup.players):
            hand = [fact for fact in table.facts if (fact.seat, fact.deal) == (seat, deal)]
            over = deal < table.deal or not table.left[seat]
            if over and hand:
                found += audit_hand(setup, hand, told)
    return found


def audit_hand(setup: Setup, hand: Sequence[Fact], told: set[int]) -> list[Irregular]:
    """The same for one hand that has ended: `told` are the builds that are listed already."""
    found = []
    for at, fact in enumerate(hand):
        formed = {build.value for build in fact.kept if build.formed}
        held = [rank_of(later.card) for later in hand[at + 1 :]]
        for build in lacking(setup, fact.kept, held):
            if build.line in told:
                continue
            told.add(build.line)
            kind = "no_holder" if build.formed else "keep_card"
            if fact.excused == kind or (fact.excused == "no_holder" and build.value in formed):
                continue
            found.append(
                Irregular(
                    hand[-1].seq,
                    fact.seat,
                    kind,
                    missed_at=fact.seq,
                    build=build.text,
                    rank=setup.values.holder(build.value),
                )
            )
    return found


def lacking(setup: Setup, kept: Sequence[Kept], held: Sequence[str]) -> list[Kept]:
    """The builds for which these cards are not enough: of 1 and of 14 an ace each."""
    found = [build for build in kept if setup.values.holder(build.value) not in held]
    values = {build.value for build in kept}
    if held.count("A") == 1 and values >= {1, 14}:
        formed = {build.value for build in kept if build.formed}
        value = 1 if 1 in formed and 14 not in formed else 14
        found += [build for build in kept if build.value == value]
    return found
