"""View of a game against players: the table, the hand, and what a chosen card can do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, singledispatch
from typing import NamedTuple

from ...languages import gettext
from ...messages.build_rulings import choice_points_text, choice_text
from ...messages.build_verdicts import whose_pile
from ...messages.capture_verdicts import cost_text, reason_text, sweep_for, verdict_text
from ...messages.playing_texts import (
    Happened,
    ResultRow,
    aim_text,
    happened,
    hint_lines,
    leaders_text,
    leftovers_line,
    length_text,
    points_text,
    seat_names,
    sheet_rows,
    stays_text,
    warning_line,
    winners_text,
)
from ...messages.table_events import own_play_text
from ...messages.verdict_lines import VerdictLine
from ...rules.cards import Card, Cards
from ...rules.games.casino.followed.followed_game import BuildGameEngine
from ...rules.games.casino.followed.play_choices import Choice, Choices, choices, choices_of
from ...rules.games.casino.followed.state import build_game_state, dead_values
from ...rules.games.casino.options.turn import TurnContext
from ...rules.games.krypkasino.followed_game import CaptureGameEngine
from ...rules.games.krypkasino.verdict import Outcome
from ...rules.notation import (
    write_card,
    write_selection,
    write_settled_play,
    write_top,
    write_without_owner,
)
from ...rules.playing.dealt_game import DealtGame
from ...rules.playing.dealt_session import SessionAfterGame
from ...rules.playing.players import ChosenPlay, Level
from ...rules.plays import (
    Build,
    Capture,
    MakeBuild,
    Play,
    Played,
    Selection,
    Tapped,
    Top,
    Trail,
    as_play,
)
from ...rules.ruleset import GameEngine, PlayVerdict, State
from ...urls import for_phones
from ...words.card_names import card_text, row_text
from ..drawing import TappablePiece
from .hand_address import OWN, HandAddress, page_url, read_plays

LAST_HINT = 3
_NEW = 4
"""The number of one's own plays after which nothing is said any more to newcomers."""


class HandCard(NamedTuple):
    """A card of the hand: its text in an address, whether it is chosen, and whether the hint says
    to look at it."""

    text: str
    card: Card
    chosen: bool
    shown: bool


class PlayOption(NamedTuple):
    """A legal play of the chosen card: its text in an address, in words, what it takes or builds as
    pictures, and a note on points. ``loose`` are sets of cards."""

    play: str
    does: str
    loose: Sequence[Cards] = ()
    builds: Sequence[Build] = ()
    note: str = ""
    warning: str = ""


class CardOptions(NamedTuple):
    """The legal plays of the chosen card, and why others are not: ``refusal`` of what was tapped,
    or of the card; ``no_trail`` why it may not just be laid."""

    options: Sequence[PlayOption] = ()
    refusal: VerdictLine | None = None
    no_trail: VerdictLine | None = None


class OpenPile(NamedTuple):
    """An open pile: whose, and the cards of which one lies on top, for a reader who may use the
    ``top``."""

    seat: int
    whose: str
    among: Cards
    top: TappablePiece | None


@dataclass
class HandView:
    """A game against players as its page draws it, with the ``chosen`` card, what is ``used`` of
    the table, the steps that the play has ``begun`` with, the ``refusal`` of a play, and the number
    of hints."""

    address: HandAddress
    dealt: DealtGame
    chosen: Card | None = None
    used: Selection = field(default_factory=Selection)
    begun: Play = ()
    refusal: VerdictLine | None = None
    hint: int = 0
    steps: Choices | None = None

    @property
    def game(self) -> str:
        return self.address.game

    @property
    def state(self) -> State:
        assert self.dealt.record.state is not None  # the table is dealt
        return self.dealt.record.state

    @property
    def over(self) -> bool:
        return self.dealt.turn is None

    @cached_property
    def names(self) -> list[str]:
        return seat_names(self.state.players)

    # --- what everybody sees ---------------------------------------------------------------------

    @cached_property
    def happened(self) -> list[Happened]:
        return happened(self.dealt.record, OWN, self.names)

    @property
    def length(self) -> str:
        return length_text(self.address.session)

    @property
    def aim(self) -> str:
        return aim_text(self.dealt.record.rules)

    @property
    def is_new(self) -> bool:
        """Return whether the reader may need to be told how it is played: in the first plays."""
        return not self.address.session.games and len(self._own_places) < _NEW

    @property
    def points(self) -> str:
        return points_text(self.dealt.record, self.names)

    @property
    def warning(self) -> VerdictLine | None:
        return warning_line(self.dealt)

    @property
    def engine(self) -> GameEngine:
        return self.dealt.record.engine

    @property
    def hand(self) -> list[HandCard]:
        """Return the hand in card order; of equal cards the first is the chosen one."""
        looked_at = Played(self._choice.play).card if self.hint > 1 and not self.over else None
        cards, chosen = [], self.chosen
        for card in self.dealt.hands[OWN]:
            cards.append(HandCard(write_card(card), card, card == chosen, card == looked_at))
            chosen = None if card == chosen else chosen
            looked_at = None if card == looked_at else looked_at
        return cards

    @cached_property
    def context(self) -> TurnContext | None:
        """Return the context of a play in a game with builds, after the steps that it has begun
        with; None in other games, and after the end."""
        engine = self.engine
        if self.over or not isinstance(engine, BuildGameEngine):
            return None
        state, hand = build_game_state(self.state), self.dealt.hands[OWN]
        return engine.turn_context(state, OWN, self.begun, self.used.tops, hand)

    @property
    def may_begin(self) -> bool:
        """Return whether a play may begin with steps without the card from the hand."""
        engine = self.engine
        return isinstance(engine, BuildGameEngine) and engine.rules.has_steps and not self.over

    @property
    def loose(self) -> list[TappablePiece]:
        """Return the loose cards; of equal ones as many are tapped as were."""
        used, pieces = list(self.used.table.loose), []
        for card in sorted(self.context.table.loose if self.context else self.state.table):
            tapped = card in used
            if tapped:
                used.remove(card)
            pieces.append(TappablePiece(write_card(card), card, tapped=tapped))
        return pieces

    @property
    def builds(self) -> list[TappablePiece]:
        context = self.context
        if context is None:
            return []
        dead = dead_values(context.rules, build_game_state(self.state))
        used = [(build.value, sorted(build.cards)) for build in self.used.table.builds]
        return [
            TappablePiece(
                write_without_owner(build),
                build=build,
                tapped=(build.value, sorted(build.cards)) in used,
                dead=build.value in dead,
            )
            for build in context.table.builds
        ]

    @property
    def piles(self) -> list[OpenPile]:
        """Return the open piles, with the tops that may be used."""
        context = self.context
        if context is None or not context.rules.open_piles:
            return []
        state = build_game_state(self.state)
        used = tuple(card for step in self.begun for card in step.named)
        tops = {top.seat: top for top in context.tops}
        piles = []
        for seat, pile in enumerate(state.piles):
            if among := pile.without(used).top_among:
                whose = whose_pile(state, seat, self.names)
                top = tops.get(seat)
                piles.append(OpenPile(seat, whose, among, self._piece_of(top) if top else None))
        return piles

    def _piece_of(self, top: Top) -> TappablePiece:
        return TappablePiece(write_top(top), top.card, tapped=top in self.used.tops)

    # --- one's own play --------------------------------------------------------------------------

    @cached_property
    def card_options(self) -> CardOptions:
        if self.chosen is None or self.over:
            return CardOptions()
        return options_of(self.engine, self, self.chosen)

    @property
    def begun_text(self) -> str:
        return write_settled_play(self.begun) if self.begun else ""

    @property
    def begun_words(self) -> str:
        """Return the steps that the play has begun with, in words."""
        return own_play_text(self.engine, self.state, Played(self.begun), OWN, self.names)

    def begin(self) -> None:
        """Begin the play with what was tapped, or list what can be made of it. Raises
        :class:`.RulesError`."""
        engine = self.engine
        assert isinstance(engine, BuildGameEngine)
        steps = engine.begin(self.state, Tapped(self.used, self.begun))
        if len(steps.possible) == 1:
            self.begun, self.used = steps.possible[0].play, Selection()
        else:
            self.steps = steps

    @property
    def beginnings(self) -> list[tuple[str, str]]:
        """Return the steps that tapped cards can be: the text in an address, and in words."""
        found = self.steps.possible if self.steps else ()
        return [(write_settled_play(choice.play), choice_text(choice)) for choice in found]

    # --- hints -----------------------------------------------------------------------------------

    @cached_property
    def _choice(self) -> ChosenPlay:
        return self.dealt.chosen(Level.GOOD)

    @property
    def hints(self) -> list[VerdictLine]:
        if not self.hint or self.over:
            return []
        return hint_lines(self.dealt, self._choice, self.hint, self.names)

    @property
    def hinted_play(self) -> str:
        """Return the text of the play that the last hint tells, "" before it."""
        return write_settled_play(self._choice.play) if self.hint == LAST_HINT else ""

    def sweeps(self, written: str) -> bool:
        """Return whether a legal play of one's own, as an address has it, is a sweep."""
        (play,) = read_plays(written)
        after = self.dealt.after(play, with_hand=False)
        own = [event for event in after.record.events if event.seat == OWN]
        return self.engine.markers_of(own[-1]) > 0

    @property
    def next_hint(self) -> str:
        """Return the URL of the page with one more hint; after the last, of the one without."""
        return self.address() if self.hint == LAST_HINT else self.address(hint=str(self.hint + 1))

    @property
    def taken_back(self) -> str:
        """Return the URL of the game before its last own play, "" without one."""
        own = self._own_places
        return self.address.with_plays(self.dealt.plays[: own[-1]])() if own else ""

    @cached_property
    def _own_places(self) -> list[int]:
        """Return the places of one's own plays among all plays."""
        events = [event for event in self.dealt.record.events if isinstance(event.event, Played)]
        return [at for at, event in enumerate(events) if event.seat == OWN]

    # --- the end, and other people ---------------------------------------------------------------

    @cached_property
    def after(self) -> SessionAfterGame:
        return self.address.session.after(self.dealt)

    @property
    def sheet(self) -> list[ResultRow]:
        return sheet_rows(self.after, self.names)

    @property
    def winners(self) -> str:
        return winners_text(self.after, self.names)

    @property
    def leaders(self) -> str:
        return leaders_text(self.after, self.names)

    @property
    def leftovers(self) -> str:
        return leftovers_line(self.dealt.record, self.names)

    @property
    def next(self) -> str:
        """Return the URL of the next game: of the session, or of a new one."""
        return HandAddress(self.after.next, self.address.level)()

    @property
    def other_players(self) -> str:
        """Return the URL that asks who plays, with what was chosen for this game."""
        chosen = ("level", "house")
        fields = self.address.fields.items()
        return page_url(self.game, {name: text for name, text in fields if name in chosen})

    @property
    def shared(self) -> str:
        """Return the full URL of the same cards with nothing played, for other people."""
        return for_phones(self.address.with_plays(())())


@singledispatch
def options_of(engine: object, _view: HandView, _card: Card) -> CardOptions:
    """Return what a card can do, by the engine of the game."""
    raise TypeError(f"nobody plays a {type(engine).__name__}")


def refusal_line(verdict: PlayVerdict) -> VerdictLine:
    """Return why a play is illegal, with its clause."""
    return VerdictLine(verdict_text(verdict), verdict.clause or "", "wrong")


@options_of.register
def _(engine: CaptureGameEngine, view: HandView, card: Card) -> CardOptions:
    state, hand = view.state, view.dealt.hands[OWN]
    found = engine.options(state, card)
    first = engine.judge(state, OWN, found.plays[0], hand)
    if not first.legal:
        return CardOptions(refusal=refusal_line(first))
    options = [_of_outcome(engine, card, outcome, is_new=view.is_new) for outcome in found.outcomes]
    loose = view.used.table.loose
    if not loose:
        return CardOptions(options)
    claimed = engine.judge(state, OWN, as_play(card, loose), hand)
    if not claimed.legal:
        return CardOptions(options, refusal_line(claimed))
    text = write_settled_play(as_play(card, tuple(sorted(loose))))
    return CardOptions([option for option in options if option.play == text] or options)


def _of_outcome(
    engine: CaptureGameEngine, card: Card, outcome: Outcome, *, is_new: bool
) -> PlayOption:
    play = as_play(card, tuple(sorted(outcome.option.captured)))
    warning = sweep_for(outcome.sets_up) if outcome.sets_up else ""
    if not outcome.option.sets:
        does = gettext("%(card)s creeps", card=card_text(card))
        note = stays_text() if is_new else ""
        return PlayOption(write_settled_play(play), does, note=note, warning=warning)
    cost = cost_text(outcome, engine.rules.sweep_points)
    left = row_text(outcome.left) or gettext("nothing")
    note = f"{cost} · {gettext('leaves %(cards)s', cards=left)}"
    return PlayOption(
        write_settled_play(play), gettext("takes"), outcome.option.sets, (), note, warning
    )


@options_of.register
def _(_engine: BuildGameEngine, view: HandView, card: Card) -> CardOptions:
    context, used = view.context, view.used
    assert context is not None
    every = [choice for choice in choices(context, card).choices if choice.possible]
    options = [_of_choice(context, choice, is_new=view.is_new) for choice in every]
    trail = context.judge(Trail(card))
    alone = any(choice.steps == (Trail(card),) for choice in every)
    no_trail = None
    if not alone and trail.legal is False:
        no_trail = VerdictLine(reason_text(trail), trail.clause or "", "quiet")
    if not write_selection(used):
        if not options:
            return CardOptions(refusal=refusal_line(trail))
        return CardOptions(options, no_trail=no_trail)
    just = choices_of(context, card, used)
    possible = [choice for choice in just.choices if choice.verdict.legal is not False]
    if possible:
        return CardOptions([_of_choice(context, choice, is_new=view.is_new) for choice in possible])
    refused = next((choice.verdict for choice in just.choices), trail)
    return CardOptions(options, refusal_line(refused))


def _of_choice(context: TurnContext, choice: Choice, *, is_new: bool) -> PlayOption:
    loose: list[Cards] = []
    builds: list[Build] = []
    for step in choice.steps:
        if isinstance(step, MakeBuild):
            builds.append(step.build)
        elif isinstance(step, Capture):
            builds += step.builds
            cards = (*step.cards, *(top.card for top in step.tops))
            loose += [cards] if cards else []
    alone = choice.kind == "lay" and len(choice.steps) == 1
    note = stays_text() if alone and is_new else choice_points_text(choice, context.rules)
    return PlayOption(
        write_settled_play(choice.play),
        choice_text(choice),
        loose,
        builds,
        note,
    )


def chosen_card(text: str, hand: Cards) -> Card | None:
    """Return the card of a hand that a text names, None for any other text."""
    return next((card for card in hand if write_card(card) == text), None)


def taps(pieces: Sequence[str]) -> Iterator[str]:
    """Yield the words in tapped pieces."""
    for piece in pieces:
        yield from piece.split()
