"""The felt of a game with builds: what lies there, what was tapped, and what that can make."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, partial

from .. import messages
from ..rules.cards import Cards
from ..rules.games import ruleset
from ..rules.games.casino.judge.blaming import Blamed
from ..rules.games.casino.judge.building import BuildRules, build_rules
from ..rules.games.casino.question import BuildQuestion
from ..rules.games.casino.ruling import BuildRuling
from ..rules.games.casino.search.hindering import Hindered, hindered_to_lie
from ..rules.table import Table, Top, write_table
from ..rules.turns import Step, Turn, write_turn
from .build_chips import Known, chips, known_ranks, seated, seats
from .build_claim import Used, build_values, handed_on, less, taken_apart, welded
from .build_drawing import DrawnBuild, DrawnCard, ValueLink
from .build_piles import DrawnPile, Piles, draw_piles, write_piles
from .build_steps import Making, making
from .position_view import Chip, PositionView


@dataclass
class BuildFelt(PositionView):
    """A question as it lies there. ``begun`` are the steps before a card from the hand is played,
    and ``so_far`` is the ruling on how it lies then."""

    question: BuildQuestion
    ruling: BuildRuling | None
    so_far: BuildRuling | None
    begun: Turn

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

    @property
    def chosen(self) -> Cards:
        """Loose cards that were tapped on the felt, to make a build of them."""
        pointed, lying = self.question.pointed, self.now.loose
        if pointed is None or self.claiming:
            return ()
        return less(pointed.loose, less(pointed.loose, lying))

    @property
    def chosen_tops(self) -> tuple[Top, ...]:
        """And tops of piles."""
        tops = () if self.claiming else self.question.pointed_tops
        return tuple(top for top in tops if top.card in self.piles_now[top.seat][:1])

    def _choosing(self, cards: Cards, tops: tuple[Top, ...]) -> str:
        """The address in which just these are tapped."""
        return self.kept_moved(**{"with": Used(Table(cards), tops).text})

    @cached_property
    def lying(self) -> list[DrawnCard]:
        """The loose cards, each with the address in which it is chosen, or no longer."""
        drawn, chosen, left = [], list(self.chosen), list(self.blamed.loose)
        for one in sorted(self.now.loose):
            is_chosen, is_blamed = one in chosen, one in left
            if is_chosen:
                chosen.remove(one)
            if is_blamed:
                left.remove(one)
            now = less(self.chosen, [one]) if is_chosen else (*self.chosen, one)
            address = self._choosing(now, self.chosen_tops)
            drawn.append(DrawnCard(one, address, is_chosen, is_blamed))
        return drawn

    @cached_property
    def builds(self) -> list[DrawnBuild]:
        """The builds, with the addresses in which they are another's, and are none."""
        table, players = self.now, self.question.players
        return [
            DrawnBuild(
                build,
                messages.owner_text(self.question, build.keeper),
                "" if self.begun else self._with_table(handed_on(table, build, players)),
                "" if self.begun else self._with_table(taken_apart(table, build)),
                blamed=build in self.blamed.builds,
            )
            for build in table.builds
        ]

    @cached_property
    def piles(self) -> list[DrawnPile]:
        """The piles where they are open."""
        return draw_piles(
            self.question,
            self.piles_now,
            self.chosen_tops,
            self.blamed.tops,
            use=partial(self._choosing, self.chosen),
            knowing=lambda piles: self.kept_moved(piles=write_piles(piles)),
        )

    @property
    def seats(self) -> list[Chip]:
        return seats(self.question, self.address)

    @property
    def chips(self) -> list[Chip]:
        """Which hands, and is there a stock, where that matters."""
        return list(chips(self.question, self.switches, self.address))

    def by_house(self, house: tuple[str, ...]) -> str:
        rules, players = ruleset(self.game, house), self.question.players
        if players not in rules.seating.deal_plans:
            players = min(rules.seating.deal_plans)
        return self.address(house=" ".join(house), **seated(self.question, rules, players))

    @property
    def partner_holds(self) -> list[Known] | None:
        """What the partner is known to hold; None where nobody can know."""
        return known_ranks(self.question, self.address)

    @cached_property
    def making(self) -> Making | None:
        """What the chosen cards can make in this turn, where a turn may have such steps or piles
        are open."""
        rules = self._rules
        if not (self.chosen or self.chosen_tops) or not (rules.has_steps or rules.OPEN_PILES):
            return None
        question = replace(
            self.question,
            turn=self.begun or None,
            pointed=Table(self.chosen),
            pointed_tops=self.chosen_tops,
        )
        return making(question, self._address_of)

    @property
    def no_build(self) -> Hindered | None:
        """What hinders the chosen cards to lie there as a build."""
        return hindered_to_lie(self._rules, self.chosen)

    @cached_property
    def values(self) -> list[ValueLink]:
        """The values that the chosen cards can make, and where each lay there as a build."""
        rules, table = self._rules, self.question.table
        if self.begun or self.chosen_tops:
            return []
        return [
            ValueLink(value, self._with_table(welded(table, self.chosen, value, rules)))
            for value in build_values(rules, self.chosen)
        ]

    def without_chosen(self) -> str:
        table = self.question.table
        return self._with_table(table._replace(loose=less(table.loose, self.chosen)))

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

    def _address_of(self, step: Step) -> str:
        return self.moved(turn=write_turn((*self.begun, step)))
