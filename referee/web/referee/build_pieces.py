"""Pieces of the page of a game with builds: table, options, conditions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ...messages.build_page import asked_for_text, for_partner_text, if_held_text
from ...messages.build_rulings import (
    hands_text,
    house_rule_chip,
    in_pairs_text,
    players_text,
    seated_before_text,
    stock_text,
    then_players_text,
)
from ...messages.build_verdicts import (
    build_verdict_text,
    owner_text,
    pile_owner_text,
    with_tops_text,
)
from ...messages.capture_verdicts import span_text
from ...rules.cards import Card, Cards, difference
from ...rules.games import ruleset
from ...rules.games.casino.analysis import Analysis, captured_sets
from ...rules.games.casino.judge.play_rules import BuildRules, build_rules, duties_change
from ...rules.games.casino.judge.position import MOVER
from ...rules.games.casino.judge.verdict import Verdict
from ...rules.games.casino.options.builds import BuildOption, more_may_come
from ...rules.games.casino.options.captures import CaptureOption, may_capture_less
from ...rules.games.casino.options.hand import LegalityGround, PlayRuling, may_leave
from ...rules.games.casino.question import BuildQuestion, Holding, knows_partner, write_holdings
from ...rules.games.krypkasino.question import HandClaims
from ...rules.notation import write_build, write_card, write_top
from ...rules.plays import Build, Capture, MakeBuild, Selection, Step, Table, Top, Trail, cards_of
from ...rules.ruleset import Ruleset
from ..drawing import TappablePiece
from .position_url import PositionUrl
from .question_view import Chip, KnownRank, SwitchChip
from .tap_urls import KNOWN, PAIRS, Edits, write_ranks


def draw_loose(analysis: Analysis, edits: Edits) -> list[TappablePiece]:
    """Return the loose cards in card order. Of equal cards as many are tapped, or blamed, as are
    chosen or at fault, from the first on."""
    pieces = []
    chosen, blamed = analysis.chosen.table.loose, analysis.blamed.loose
    for card in sorted(analysis.table.loose):
        is_chosen, is_blamed = card in chosen, card in blamed
        address = edits.toggle_card(card, is_chosen=is_chosen)
        pieces.append(
            TappablePiece(write_card(card), card, None, "", is_chosen, address, is_blamed)
        )
        chosen, blamed = difference(chosen, [card]), difference(blamed, [card])
    return pieces


def draw_builds(analysis: Analysis, edits: Edits, *, pairs: bool) -> list[TappablePiece]:
    """Return the builds as pieces, each with the words for its owner."""
    chosen, blamed = analysis.chosen.table.builds, analysis.blamed.builds
    return [
        TappablePiece(
            write_build(build),
            None,
            build,
            owner_text(analysis.question, build.owner, pairs=pairs),
            build in chosen,
            edits.toggle_build(build),
            build in blamed,
        )
        for build in analysis.table.builds
    ]


class DrawnPile(NamedTuple):
    """A pile and the card that is known to lie on top. ``used`` is the number of its cards that the
    steps so far have captured. ``use`` is the URL that selects the top, or no longer; "" where the
    pile is ``closed`` or no top is known. ``forget`` is the URL in which the remaining cards are
    not known."""

    seat: int
    whose: str
    top: Card | None
    used: int
    closed: bool
    chosen: bool
    use: str
    forget: str
    blamed: bool


def draw_piles(analysis: Analysis, edits: Edits) -> list[DrawnPile]:
    """Return the open piles after the steps so far, the mover's own last; [] in games with closed
    piles. The mover's own pile is closed unless a claim is judged, since somebody may claim to have
    used it."""
    if not analysis.rules.open_piles:
        return []
    position = analysis.question.position
    own, start, tops = position.pile_seats[MOVER], position.piles, analysis.chosen.tops
    piles = []
    for seat in sorted(set(position.pile_seats), key=lambda seat: (seat == own, seat)):
        pile = analysis.piles[seat]
        top = Top(pile[0], seat) if pile else None
        closed = seat == own and analysis.claim is None
        others = tuple(other for other in tops if other != top)
        used = max(0, len(start[seat]) - len(pile))
        chosen = others if top is None or top in tops else (*others, top)
        remaining = tuple(cards[:used] if at == seat else cards for at, cards in enumerate(start))
        whose = pile_owner_text(analysis.question, seat)
        use = "" if top is None or closed else edits.with_tops(chosen)
        blamed = any(fault.seat == seat for fault in analysis.blamed.tops)
        card = top.card if top else None
        forget, is_chosen = edits.with_piles(remaining), top in tops
        piles.append(DrawnPile(seat, whose, card, used, closed, is_chosen, use, forget, blamed))
    return piles


class BuildOwners(NamedTuple):
    """A build that lies on the table, or may be made of loose cards there, with a link for each
    possible owner. ``take_apart`` is the URL in which its cards are loose, "" where they are."""

    value: int
    seats: Sequence[Chip]
    take_apart: str = ""


def draw_chosen_builds(analysis: Analysis, edits: Edits, *, pairs: bool) -> list[BuildOwners]:
    """Return the selected builds with links that change their owner or take them apart; [] once a
    play has begun or a claim is judged."""
    if analysis.begun or analysis.claim:
        return []
    table = analysis.question.table
    return [
        BuildOwners(
            build.value,
            _owner_links(analysis, edits, table, build, pairs=pairs),
            edits.with_table(table.without_build(build)),
        )
        for build in analysis.chosen.table.builds
    ]


def draw_possible_builds(analysis: Analysis, edits: Edits, *, pairs: bool) -> list[BuildOwners]:
    """Return the builds that the selected loose cards may be, with a link for each possible
    owner."""
    table = analysis.question.table
    return [
        BuildOwners(
            build.value, _owner_links(analysis, edits, table.with_build(build), build, pairs=pairs)
        )
        for build in analysis.may_lie
    ]


def _owner_links(
    analysis: Analysis, edits: Edits, table: Table, build: Build, *, pairs: bool
) -> list[Chip]:
    """Return a link for each seat to the position in which that seat owns the build, the mover's
    first. ``table`` must hold the build."""
    question = analysis.question
    return [
        Chip(
            f"keeper-{seat}",
            owner_text(question, seat, pairs=pairs),
            edits.with_table(table.with_owner(build, seat)),
            seat == build.owner,
        )
        for seat in range(question.players)
    ]


class ValueLink(NamedTuple):
    """A value of a build that somebody may have declared: the URL that declares it, and whether the
    claim does so."""

    value: int
    address: str
    is_said: bool


def draw_claimable_pieces(analysis: Analysis) -> list[TappablePiece]:
    """Return the cards, tops and builds that a claim may name; tapped are those that the claim says
    were used."""
    used, table = analysis.used or Selection(), analysis.table
    used_cards = used.table.loose
    pieces = []
    for card in sorted(table.loose):
        pieces.append(TappablePiece(write_card(card), card, None, "", card in used_cards))
        used_cards = difference(used_cards, [card])
    own = analysis.question.position.pile_seats[MOVER]
    seats = enumerate(analysis.piles if analysis.rules.open_piles else ())
    tops = [Top(pile[0], seat) for seat, pile in seats if pile]
    tops.sort(key=lambda top: (top.seat == own, top.seat))
    pieces += [TappablePiece(write_top(top), top.card, None, "", top in used.tops) for top in tops]
    for build in table.builds:
        is_used = any(build.is_same(other) for other in used.table.builds)
        pieces.append(TappablePiece(write_build(build), None, build, "", is_used))
    return pieces


class Option(NamedTuple):
    """A capture, build or trail that a card may make, as the page lists it. ``groups`` are sets of
    loose cards, ``builds`` whole builds that are captured. ``kind`` is ``take``, ``new``,
    ``raise``, ``augment``, ``lay`` or ``beside`` (trails the card and makes a build of table
    cards), or ``first-new`` and ``first-augment`` (need no card from the hand). ``value`` is that
    of the build that is made. ``held`` says on which cards of the hand the option depends, ``more``
    its points or the pile cards in it. ``address`` is the URL in which it is done."""

    kind: str
    groups: Sequence[Cards]
    builds: Sequence[Build] = ()
    value: int | None = None
    held: str = ""
    more: str = ""
    address: str = ""

    @classmethod
    def of_step(cls, rules: BuildRules, step: Step, verdict: Verdict | None) -> Option:
        """Return a step that was done as an option without an address."""
        held = if_held_text(verdict.holds) if verdict and verdict.holds else ""
        match step:
            case Capture():
                value = (verdict and verdict.value) or 0
                return cls("take", captured_sets(rules, step, value), step.builds, held=held)
            case MakeBuild(_, build):
                return cls("new", build.sets, value=build.value, held=held)
            case _:
                return cls("lay", [(step.card,)], held=held)

    @classmethod
    def of_build(
        cls, kind: str, step: MakeBuild, held: str, address: str, more: str = ""
    ) -> Option:
        """Return the option to make a build; pile cards in it replace the text ``more``."""
        tops = with_tops_text(cards_of(step.tops)) if step.tops else ""
        build = step.build
        return cls(kind, build.sets, (), build.value, held, tops or more, address)


class Plays(NamedTuple):
    """The options of the played card. ``beside`` are builds that may be made while it is trailed,
    ``before`` steps that may come first. ``complete`` is false where more captures and builds exist
    than are listed. ``may_leave`` is the ground on which a listed capture may be smaller, None
    where none may. ``more_may_come``: other sets may join a listed build. ``no_lay`` is the reason
    why the card may not be trailed, ``clause`` the clause of that."""

    takes: Sequence[Option]
    forms: Sequence[Option]
    beside: Sequence[Option]
    before: Sequence[Option]
    complete: bool
    may_leave: LegalityGround | None
    more_may_come: bool
    lay: Option | None
    no_lay: str
    clause: str | None


def draw_plays(analysis: Analysis, play: PlayRuling, edits: Edits, *, plain: bool) -> Plays:
    """Return all options of the played card in a position. With ``plain`` captures show no points
    and are ordered by their cards."""
    takes, held, rules = list(play.takes), analysis.held, analysis.rules
    if plain:
        takes.sort(key=lambda capture: capture.step.captured)
    may_lay = play.lay.legal is not False
    forms = (*play.forms, *play.with_tops, *play.asked)
    return Plays(
        takes=[_capture(capture, edits, held, plain=plain) for capture in takes],
        forms=[_build(build, edits, held) for build in forms],
        beside=[_beside(build, edits, held, play.card) for build in play.beside],
        before=[_before(build, edits) for build in play.before],
        complete=play.complete,
        may_leave=may_leave(rules, play.card)
        if any(may_capture_less(rules, take) for take in takes)
        else None,
        more_may_come=any(more_may_come(rules, analysis.table, build) for build in play.forms),
        lay=_lay(play, edits, held) if may_lay else None,
        no_lay="" if may_lay else build_verdict_text(play.lay),
        clause=play.lay.clause,
    )


def depends_on_text(verdict: Verdict, held: HandClaims) -> str:
    """Return the text of what the hand must hold for a verdict, "" where that is already
    answered."""
    unsaid = held.unclaimed(verdict.holds)
    return if_held_text(unsaid) if unsaid else ""


def _capture(capture: CaptureOption, edits: Edits, held: HandClaims, *, plain: bool) -> Option:
    span = capture.points, capture.points_most
    points = "" if plain or not any(span) else span_text(*span)
    needs, address = depends_on_text(capture.verdict, held), edits.with_steps(capture.step)
    return Option("take", capture.sets, capture.step.builds, None, needs, points, address)


def _build(build: BuildOption, edits: Edits, held: HandClaims) -> Option:
    step = build.step
    note = ""
    if step.build.owner:
        asked = build.kind == "augment"
        note = asked_for_text() if asked else for_partner_text()
    needs = depends_on_text(build.verdict, held)
    return Option.of_build(build.kind, step, needs, edits.with_steps(step), note)


def _before(build: BuildOption, edits: Edits) -> Option:
    return Option.of_build(f"first-{build.kind}", build.step, "", edits.with_steps(build.step))


def _beside(build: BuildOption, edits: Edits, held: HandClaims, card: Card) -> Option:
    needs, address = depends_on_text(build.verdict, held), edits.with_steps(build.step, Trail(card))
    return Option.of_build("beside", build.step, needs, address)


def _lay(play: PlayRuling, edits: Edits, held: HandClaims) -> Option:
    needs, address = depends_on_text(play.lay, held), edits.with_steps(Trail(play.card))
    return Option("lay", [(play.card,)], held=needs, address=address)


def may_pair(rules: Ruleset, players: int) -> bool:
    """Return whether this number of people may play in two pairs or each alone."""
    seating = rules.seating
    return 2 in seating.team_counts.get(players, ()) and players not in seating.pairs_only


def changes_cards(question: BuildQuestion) -> bool:
    """Return whether the cards of a question, or the owners of builds, may be others for another
    number of players."""
    more = question.players > min(question.rules.seating.deal_plans)
    owned = any(build.owner not in (0, 1) for build in question.table.builds)
    return owned or any(question.piles) or (more and bool(question.pointed or question.turn))


def seats(question: BuildQuestion, edits: Edits, *, pairs: bool) -> list[Chip]:
    """Return a link for each number of players; the present one says how they play. Without a
    choice there is none, or just the present number where house rules leave no other."""
    rules, chips = question.rules, []
    plans = rules.seating.deal_plans
    for players in sorted(plans):
        on = players == question.players
        paired = players in rules.seating.pairs_only or (on and pairs)
        text = players_text(players, pairs=paired)
        address = edits.with_players(players) if len(plans) > 1 else ""
        chips.append(Chip(f"seats-{players}", text if on else str(players), address, on, text))
    usual = ruleset(rules.key, ()).seating.deal_plans
    return chips if len(chips) > 1 or (chips[0].on and len(usual) > 1) else []


def chips(
    question: BuildQuestion, switches: Sequence[SwitchChip], address: PositionUrl, *, pairs: bool
) -> Iterator[Chip]:
    """Yield a link for each further condition: pairs, hand of the deal, stock, and house rules that
    change the number of cards drawn."""
    rules, players = build_rules(question.rules), question.players
    plan = question.rules.seating.deal_plans[players]
    if may_pair(question.rules, question.players):
        other = {PAIRS: "" if pairs else "1"}
        yield Chip("pairs", in_pairs_text(), address(**other), pairs)
    if plan.deals > 1 and duties_change(rules, players, deal=2):
        other = {"deal": "2" if question.deal == 1 else ""}
        yield Chip("deal", hands_text(question.deal), address(**other))
    for switch in switches:
        switched = ruleset(question.rules.key, switch.house_rules)
        other_plan = switched.seating.deal_plans.get(players)
        if other_plan is None or other_plan.stock == plan.stock:
            continue
        stocked = rules if plan.stock else build_rules(switched)
        if duties_change(stocked, players, stock=1):
            text = house_rule_chip(switch.name)
            yield Chip(switch.name, text, switch.address, switch.on)
    if question.stock is not None and duties_change(rules, players, stock=1):
        other = {"stock": "0" if question.stock else ""}
        yield Chip("stock", stock_text(question.stock), address(**other))


def partner_holds(
    question: BuildQuestion, others: Sequence[Holding], address: PositionUrl
) -> list[KnownRank] | None:
    """Return the ranks that the mover's partner, then other players, are known to hold; None where
    nobody has a partner."""
    if not knows_partner(question.rules, question.players):
        return None
    ranks = sorted(question.proven)
    return [
        *(
            KnownRank(
                rank,
                "",
                address(proven=write_ranks([other for other in ranks if other is not rank])),
            )
            for rank in ranks
        ),
        *(
            KnownRank(
                holding.rank,
                owner_text(question, holding.seat),
                address(**{KNOWN: write_holdings(other for other in others if other != holding)}),
            )
            for holding in others
        ),
    ]


def note_on(question: BuildQuestion, house_rules: tuple[str, ...]) -> str:
    """Return the sentence that house rules change the number of players, "" if they do not."""
    seating = ruleset(question.rules.key, house_rules).seating
    if question.players in seating.deal_plans:
        return ""
    fewest = min(seating.deal_plans)
    return then_players_text(fewest, pairs=fewest in seating.pairs_only)


def seated_before(question: BuildQuestion, before: int | None) -> str:
    """Return the sentence that house rules have changed the number of players, "" if they have not.
    ``before`` is the number before that."""
    if before is None:
        return ""
    pairs = question.players in question.rules.seating.pairs_only
    text = players_text(question.players, pairs=pairs)
    usual = ruleset(question.rules.key, ()).seating.pairs_only
    text_before = players_text(before, pairs=before in usual)
    return seated_before_text(text, text_before)


def before_of(question: BuildQuestion, text: str) -> int | None:
    """Return the number of players in the field ``before``, None if it is the present one or the
    game is not for it."""
    plans = ruleset(question.rules.key, ()).seating.deal_plans
    return {str(players): players for players in plans if players != question.players}.get(text)
