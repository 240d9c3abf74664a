"""Verdicts on plays in games with builds, and names of builds, piles and their owners."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from ..languages import and_, build_number, gettext, ngettext, pgettext, sentence
from ..rules.cards import Card, Cards, Rank
from ..rules.games.casino.followed.state import BuildGameState
from ..rules.games.casino.judge.position import MOVER
from ..rules.games.casino.judge.verdict import Fault, Verdict
from ..rules.games.casino.question import BuildQuestion
from ..rules.plays import Build, Capture, MakeBuild, Step, Table, Top, Trail, cards_of
from ..rules.ruleset import PlayVerdict
from ..words.card_names import card_text, cards_text, held_card, the_card
from .build_reasons import a_card, are_text, fault_text
from .capture_verdicts import incomplete_claim_text, reason_text, verdict_text


@verdict_text.register
def build_verdict_text(verdict: Verdict, *, hides: bool = False, name: str | None = None) -> str:
    """Return a verdict on a play as a sentence: "Yes, if you still hold a nine."

    ``hides``: the reader is still to find the missing part of an incomplete claim. ``name``: the
    player is named, instead of "you".
    """
    if verdict.legal is None:
        cards = cards_held(verdict.holds)
        if name is None:
            return gettext("Yes, if you still hold %(cards)s.", cards=cards)
        return gettext("Yes, if %(name)s still holds %(cards)s.", name=name, cards=cards)
    if reason := _incomplete_claim_text(verdict, hides=hides):
        return gettext("No: %(reason)s", reason=reason)
    return fault_text(verdict.fault or Fault(verdict.reason), name)


@reason_text.register
def _(verdict: Verdict, *, hides: bool = False, name: str | None = None) -> str:
    """Return the reason of a refusal as a sentence of its own, without "No".

    ``hides`` and ``name`` as in :func:`build_verdict_text`.
    """
    text = build_verdict_text(verdict, hides=hides, name=name)
    return sentence(_incomplete_claim_text(verdict, hides=hides) or text.partition(": ")[2] or text)


def named_verdict_text(verdict: PlayVerdict, name: str | None) -> str:
    """Return a verdict of a followed game: "No: Anna was the last to add to the build of 8…"."""
    return verdict_text(verdict, name=name)


def _incomplete_claim_text(verdict: Verdict, *, hides: bool) -> str | None:
    """Return the reason against a capture that is right but incomplete; None for other verdicts."""
    claim = verdict.fault and verdict.fault.partial
    if not claim or not claim.completed:
        return None
    return incomplete_claim_text(claim.lacking, claim.value, claim.missing, hides=hides)


def unheld_text(build: Build) -> str:
    """Return that an earlier play needed a card for this build in the hand."""
    return gettext(
        "But until this turn %(card)s had to be in your hand, for your build of %(value)s.",
        value=build_number(build.value),
        card=a_card(build.value),
    )


def build_answer_text(verdict: Verdict) -> str:
    """Return a verdict as a sentence, with the remark that an opponent may insist on more."""
    if verdict.demands and verdict.legal:
        return gettext("Yes, but an opponent may insist on more.")
    text = build_verdict_text(verdict)
    more = gettext("An opponent may insist on more.")
    return f"{text} {more}" if verdict.demands else text


def cards_held(cards: Iterable[Card]) -> str:
    """Return cards with their articles: "a nine", "an ace and the 2♠"."""
    return and_(map(held_card, cards))


def build_name(build: Build) -> str:
    """Return a build with its cards: "build of 8 (3♠ and 5♥)"."""
    value = build_number(build.value)
    return gettext("build of %(value)s (%(cards)s)", value=value, cards=cards_of_build(build))


def the_build(build: Build) -> str:
    """Return a build with its article and cards, as it is taken: "the build of 8 (3♠ and 5♥)"."""
    value = build_number(build.value)
    return gettext("the build of %(value)s (%(cards)s)", value=value, cards=cards_of_build(build))


def cards_of_build(build: Build) -> str:
    """Return the cards of a build; of a multiple build each set by itself: "9♠ and 4♣+5♥"."""
    if not build.multiple:
        return cards_text(build.cards)
    return and_("+".join(map(card_text, group)) for group in build.sets)


def left_text(table: Table) -> str:
    """Return the loose cards and builds of a table, side by side."""
    return ", ".join([*map(card_text, table.loose), *map(build_name, table.builds)])


def set_text(cards: Iterable[Card]) -> str:
    """Return a set of cards that make a value together: "3♦ + 5♣"."""
    return " + ".join(map(card_text, cards))


def owner_text(question: BuildQuestion, seat: int | None, *, pairs: bool = False) -> str:
    """Return the owner of a build, as the mover says it; partners sit opposite.

    ``pairs``: four players who might play alone are pairs.
    """
    partner = question.players // 2 if pairs else question.position.partner
    if seat and seat == partner:
        return gettext("your partner’s")
    return seat_owner_text(seat, question.players)


def pile_owner_text(question: BuildQuestion, seat: int) -> str:
    """Return the owner of a pile, as the mover says it; partners may share one."""
    pile_seats = question.position.pile_seats
    if pile_seats.count(seat) == 1 and seat == MOVER:
        return pgettext("of a pile", "yours")
    if pile_seats.count(seat) == 1:
        return owner_text(question, seat)
    ours = question.position.sides[MOVER] == seat
    return gettext("your side’s") if ours else gettext("theirs")


def seat_owner_text(seat: int | None, players: int) -> str:
    """Return the owner of a build, as the mover says it: "yours", "next player’s"."""
    if seat == MOVER:
        return gettext("yours")
    if players == 2:
        return gettext("the opponent’s")
    if seat == 1:
        return gettext("next player’s")
    if seat == players - 1:
        return gettext("previous player’s")
    return gettext("opposite player’s")


def seats_text(names: Sequence[str]) -> str:
    """Return the number and name of each seat: "0 Ada, 1 Bo"."""
    return ", ".join(f"{seat} {name}" for seat, name in enumerate(names))


def whose_pile(state: BuildGameState, seat: int, names: Sequence[str]) -> str:
    """Return the owner of a pile by name: "Bo", or of a shared pile "Ada and Cia"."""
    pile = state.pile_seats[seat]
    return and_(
        name for name, pile_seat in zip(names, state.pile_seats, strict=True) if pile_seat == pile
    )


def whose_build_text(build: Build, names: Sequence[str], you: int | None = None) -> str:
    """Return a build with its owner and cards: "Bo’s build of 8 (3♠ and 5♥)"; ``you`` is the seat
    of the reader, if there is one."""
    sets = [set_text(cards) for cards in build.sets]
    cards = and_(sets) if build.multiple else and_(map(card_text, build.cards))
    assert build.owner is not None  # on a table somebody's
    name, value = names[build.owner], build_number(build.value)
    if build.owner == you:
        return gettext("your build of %(value)s (%(cards)s)", value=value, cards=cards)
    return gettext("%(name)s’s build of %(value)s (%(cards)s)", name=name, value=value, cards=cards)


def top_text(question: BuildQuestion, top: Top) -> str:
    """Return the top card of a pile with the owner of the pile: "the opponent’s 9"."""
    owner = pile_owner_text(question, top.seat)
    return gettext("%(owner)s %(card)s", owner=owner, card=card_text(top.card))


def with_tops_text(cards: Cards) -> str:
    """Return which cards of a build come from piles: "with 2♠ of a pile"."""
    return ngettext(
        "with %(cards)s of a pile", "with %(cards)s of piles", len(cards), cards=cards_text(cards)
    )


def tops_text(question: BuildQuestion, piles: tuple[Cards, ...]) -> str:
    """Return the known tops of the piles: "yours 8♦"; empty if none is known."""
    texts: list[str] = []
    for seat, pile in enumerate(piles):
        if pile:
            texts.append(f"{pile_owner_text(question, seat)} {_cards_of_pile(pile)}")
    return ", ".join(texts)


def _cards_of_pile(pile: tuple[Card, ...]) -> str:
    return " > ".join(map(card_text, pile))


def step_of_play_text(step: Step, question: BuildQuestion, builds: Sequence[Build] = ()) -> str:
    """Return a step as a sentence: "5, 3 and 2 are 10", "The 7 is trailed".

    Adding to one of the ``builds`` on the table: "6 and the opponent’s 2 join the build of 8".
    """
    match step:
        case Trail(card):
            return sentence(gettext("%(card)s is trailed", card=the_card(card)))
        case Capture(card, loose, builds, tops):
            items = [*map(card_text, sorted((*loose, *cards_of(tops)))), *map(the_build, builds)]
            text = gettext("%(card)s takes %(cards)s", card=the_card(card), cards=and_(items))
            return sentence(text)
        case MakeBuild(_, build) if (joined := added_to(build, builds)) is not None:
            return sentence(_joining_text(question, step, joined))
        case MakeBuild(None, build):
            return are_text(build.sets, build.value)
        case MakeBuild(card, build):
            assert card is not None
            sets_text = are_text(build.sets, build.value)
            return sentence(
                gettext("with %(card)s: %(cards)s", card=the_card(card), cards=sets_text)
            )


def added_to(build: Build, builds: Iterable[Build]) -> Build | None:
    """Return the build of the same value that is a proper part of this build; None without one."""
    cards = Counter(build.cards)
    larger = (
        old for old in builds if old.value == build.value and len(old.cards) < len(build.cards)
    )
    return next((old for old in larger if not Counter(old.cards) - cards), None)


def _joining_text(question: BuildQuestion, step: MakeBuild, old: Build) -> str:
    """Return which cards of a step come to the ``old`` build: "6 and 2 join the build of 8"."""
    new = Counter(step.build.cards) - Counter(old.cards) - Counter(cards_of(step.tops))
    items = [card_text(card) for card in sorted(new.elements())]
    items += (top_text(question, top) for top in step.tops)
    return ngettext(
        "%(cards)s joins the build of %(value)s",
        "%(cards)s join the build of %(value)s",
        len(items),
        cards=and_(items),
        value=build_number(old.value),
    )


def proven_text(proven: Collection[Rank]) -> str:
    """Return which ranks a player has proven to hold: "has shown: holds an eight"."""
    return gettext("has shown: holds %(cards)s", cards=cards_held(map(Card, sorted(proven))))
