"""The felt of a game with builds: what lies there, what was tapped, and what that can make."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from .... import messages
from ....rules.cards import difference
from ....rules.games import ruleset
from ....rules.games.casino.arranging import (
    Piles,
    build_values,
    kept_at,
    same_build,
    taken_apart,
    welded,
)
from ....rules.games.casino.completing import Claim
from ....rules.games.casino.judge.blaming import Blamed
from ....rules.games.casino.judge.building import BuildRules, build_rules
from ....rules.games.casino.question import BuildQuestion
from ....rules.games.casino.ruling import BuildRuling
from ....rules.games.casino.search.hindering import Hindered, hindered_to_lie
from ....rules.table import Build, Pointed, Table, write_piles, write_table
from ....rules.turns import Step, Turn, write_turn
from ..held import Held
from ..view import CLAIM, Chip, Known, PositionView
from .chips import chips, only_for, resettled, seats
from .drawing import DrawnBuild, DrawnCard, Owned
from .known import Holding, known_ranks
from .piles import DrawnPile, draw_piles
from .steps import Offers, making


@dataclass
class BuildFelt(PositionView):
    """A question as it lies there. ``begun`` are the steps before a card from the hand is played,
    and ``so_far`` is the ruling on how it lies then; ``claim`` says what somebody claims was done.
    ``pairs``: do those who may play alone play in pairs? ``before`` is how many played before the
    house rules were for another number.
    """

    question: BuildQuestion
    ruling: BuildRuling | None
    so_far: BuildRuling | None
    begun: Turn
    claim: Claim | None
    pairs: bool
    before: int | None
    held_by_others: list[Holding]
    held: Held

    @property
    def blamed(self) -> Blamed:
        """What is to blame is marked."""
        raise NotImplementedError

    @property
    def now(self) -> Table:
        """The table after the steps so far."""
        done = self.so_far and self.so_far.verdict
        return done.after if done and done.after else self.question.table

    @property
    def piles_now(self) -> Piles:
        done = self.so_far and self.so_far.verdict
        return done.piles if done and done.after else self.question.position.piles

    @cached_property
    def chosen(self) -> Pointed:
        """What was tapped on the felt: to make a build of it, or as what was used."""
        used, now = (self.used if self.claiming else self.question.pointed) or Pointed(), self.now
        cards = difference(used.table.loose, difference(used.table.loose, now.loose))
        builds = tuple(
            build
            for build in now.builds
            if any(same_build(build, one) for one in used.table.builds)
        )
        tops = tuple(top for top in used.tops if top.card in self.piles_now[top.seat][:1])
        return Pointed(Table(cards, builds), tops)

    @property
    def used(self) -> Pointed | None:
        """What somebody says was used."""
        raise NotImplementedError

    @property
    def some_chosen(self) -> bool:
        """Return whether a card, a pile's top or a build is chosen."""
        cards, builds = self.chosen.table
        return bool(cards or builds or self.chosen.tops)

    def _choosing(self, chosen: Pointed) -> str:
        """The address in which just these are tapped, or said to be used."""
        claim = Claim.TOOK if self.claim is Claim.LAID else self.claim
        return self.kept_moved(**{"with": chosen.text, CLAIM: claim or ""})

    @cached_property
    def lying(self) -> list[DrawnCard]:
        """The loose cards, each with the address in which it is chosen, or no longer."""
        cards, builds = self.chosen.table
        drawn, chosen, left = [], list(cards), list(self.blamed.loose)
        for one in sorted(self.now.loose):
            is_chosen, is_blamed = one in chosen, one in left
            if is_chosen:
                chosen.remove(one)
            if is_blamed:
                left.remove(one)
            now = difference(cards, [one]) if is_chosen else (*cards, one)
            address = self._choosing(self.chosen._replace(table=Table(now, builds)))
            drawn.append(DrawnCard(one, address, is_chosen, is_blamed))
        return drawn

    @cached_property
    def builds(self) -> list[DrawnBuild]:
        """The builds, each with the address in which it is chosen, or no longer."""
        cards, chosen = self.chosen.table
        drawn = []
        for build in self.now.builds:
            is_chosen = build in chosen
            now = tuple(one for one in chosen if one != build) if is_chosen else (*chosen, build)
            address = self._choosing(self.chosen._replace(table=Table(cards, now)))
            whose = self._whose(build.keeper)
            blamed = build in self.blamed.builds
            drawn.append(DrawnBuild(build, whose, address, is_chosen, blamed))
        return drawn

    def _whose(self, seat: int | None) -> str:
        return messages.owner_text(self.question, seat, pairs=self.pairs)

    @property
    def owned(self) -> list[Owned]:
        """The builds that are chosen, each with whose it may be, and how it is none."""
        if self.begun or self.claiming:
            return []
        table = self.question.table
        return [
            Owned(
                build.value,
                self._seats_of(table, build),
                self._with_table(taken_apart(table, build)),
            )
            for build in self.chosen.table.builds
        ]

    def _seats_of(self, table: Table, build: Build) -> list[Chip]:
        """The addresses in which a build is whose; one's own first."""
        return [
            Chip(
                f"keeper-{seat}",
                self._whose(seat),
                self._with_table(kept_at(table, build, seat)),
                seat == build.keeper,
            )
            for seat in range(self.question.players)
        ]

    @cached_property
    def piles(self) -> list[DrawnPile]:
        """The piles where they are open."""
        return draw_piles(
            self.question,
            self.piles_now,
            self.chosen.tops,
            self.blamed.tops,
            claiming=self.claiming,
            use=lambda tops: self._choosing(self.chosen._replace(tops=tops)),
            knowing=lambda piles: self.kept_moved(piles=write_piles(enumerate(piles))),
        )

    @property
    def seats(self) -> list[Chip]:
        return seats(self.question, self.address, pairs=self.pairs)

    @property
    def chips(self) -> list[Chip]:
        """Which hands, and is there a stock, where that matters."""
        return list(chips(self.question, self.switches, self.address, pairs=self.pairs))

    @property
    def seated_before(self) -> str:
        """What the house rules made of the number of players, and how it was before."""
        if self.before is None:
            return ""
        pairs = self.question.players in self.question.rules.seating.pairs_only
        now = messages.players_text(self.question.players, pairs=pairs)
        usual = ruleset(self.game, ()).seating.pairs_only
        before = messages.players_text(self.before, pairs=self.before in usual)
        return messages.seated_before_text(now, before)

    def by_house(self, house: tuple[str, ...]) -> str:
        return self.address(house=" ".join(house), **resettled(self.question, house, self.before))

    def note_on(self, house: tuple[str, ...]) -> str:
        return only_for(self.question, house)

    @property
    def partner_holds(self) -> list[Known] | None:
        return known_ranks(self.question, self.held_by_others, self.address)

    @cached_property
    def making(self) -> Offers | None:
        """What the chosen cards can make in this turn: with the played card, or where a turn may
        have such steps or piles are open. A build alone is chosen to say whose it is."""
        rules, (table, tops), played = self._rules, self.chosen, self.question.played
        alone = bool(table.loose or tops) and (rules.has_steps or rules.open_piles)
        with_played = played is not None and bool(table.cards or tops)
        if self.claiming or not (alone or with_played):
            return None
        question = replace(self.question, turn=self.begun or None, pointed=self.chosen)
        return making(question, self.held, self._address_of)

    @property
    def no_build(self) -> Hindered | None:
        """What hinders the chosen cards to lie there as a build."""
        return hindered_to_lie(self._rules, self.chosen.table.loose)

    @cached_property
    def values(self) -> list[Owned]:
        """The builds that the chosen loose cards can be, if nothing else is chosen; where nothing
        is, and no card was played, all of them."""
        (cards, builds), tops = self.chosen
        if self.begun or self.claiming or builds or tops:
            return []
        if not cards and self.question.played is None:
            cards = self.now.loose
        rules, table = self._rules, self.question.table
        return [
            Owned(value, self._seats_of(*welded(table, cards, value, rules)))
            for value in build_values(rules, cards)
        ]

    def without_chosen(self) -> str:
        """The table without the loose cards that are chosen."""
        table = self.question.table
        return self._with_table(
            table._replace(loose=difference(table.loose, self.chosen.table.loose))
        )

    # --- addresses ----------------------------------------------------------------------------

    @property
    def begun_text(self) -> str:
        """The steps so far, as the address has them."""
        return write_turn(self.begun) if self.begun else ""

    def kept_moved(self, **changes: str) -> str:
        """The address after a change that leaves the steps so far as they are."""
        return self.moved(**{"turn": self.begun_text} | changes)

    @property
    def _rules(self) -> BuildRules:
        return build_rules(self.question.rules)

    def _with_table(self, table: Table, **changes: str) -> str:
        return self.moved(table=write_table(table), **changes)

    def _address_of(self, *steps: Step) -> str:
        return self.moved(turn=write_turn((*self.begun, *steps)))
