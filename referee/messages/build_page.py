"""Texts of the referee's page in games with builds: duties, demands, selections, hands."""

from collections.abc import Iterable, Sequence

from ..languages import and_, build_number, gettext, lazy_gettext, ngettext, or_, sentence
from ..rules.cards import Card, Rank
from ..rules.games.casino.analysis import BuildRuling
from ..rules.games.casino.followed.disputes import DemandedPlay
from ..rules.games.casino.judge.position import MOVER
from ..rules.games.casino.judge.verdict import Demand, Reason, Verdict
from ..rules.games.casino.options.hand import HandRow, PlayRuling
from ..rules.games.casino.options.selection import FaultySelection, SelectionFault, SelectionOption
from ..rules.games.casino.question import BuildQuestion
from ..rules.plays import Capture, Play, cards_of
from ..words.card_names import HELD_RANK, card_text, taken_text, the_card
from .build_reasons import duties_text
from .build_verdicts import build_verdict_text, cards_held, the_build, top_text

_MAY = {
    (True, True, True): lazy_gettext("%(card)s may take, build or be trailed"),
    (True, True, False): lazy_gettext("%(card)s may take or build"),
    (True, False, True): lazy_gettext("%(card)s may take or be trailed"),
    (True, False, False): lazy_gettext("%(card)s must take"),
    (False, True, True): lazy_gettext("%(card)s may build or be trailed"),
    (False, True, False): lazy_gettext("%(card)s must build"),
    (False, False, True): lazy_gettext("%(card)s can only be trailed"),
    (False, False, False): lazy_gettext("%(card)s may not be played now"),
}


_MAY_AS_FAR_AS_LISTED = _MAY | {
    (True, False, False): lazy_gettext("%(card)s may take"),
    (False, True, False): lazy_gettext("%(card)s may build"),
    (False, False, True): lazy_gettext("%(card)s may be trailed"),
    (False, False, False): lazy_gettext("%(card)s may not be played before another step"),
}
"""For a list that is not complete: tops of piles and other steps may allow more."""


def may_text(play: PlayRuling, *, sure: bool = True) -> str:
    """Return what the played card may do: "The 8 may take or be trailed".

    ``sure``: the listed options are all that there are.
    """
    builds = bool(play.forms or play.with_tops)
    may = bool(play.takes), builds, play.lay.legal is not False
    # What was added to an opponent's build is to be taken in this turn: no step changes that.
    bound = play.lay.reason is Reason.AUGMENT_NOT_YOURS
    texts = _MAY if sure or bound else _MAY_AS_FAR_AS_LISTED
    return sentence(str(texts[may]) % {"card": the_card(play.card)})


_PLAY_LABELS = {
    "take": lazy_gettext("Take"),
    "new": lazy_gettext("Build %(value)d"),
    "raise": lazy_gettext("Raise to %(value)d"),
    "augment": lazy_gettext("Add to %(value)s"),
    "beside": lazy_gettext("Trail it, build %(value)d"),
    "first-new": lazy_gettext("First build %(value)d"),
    "first-augment": lazy_gettext("First add to %(value)s"),
}


def play_label(kind: str, value: int) -> str:
    """Return the text of a button that plays in this way, with a build of this value: "Raise to
    9"."""
    with_number = kind in ("augment", "first-augment")
    return str(_PLAY_LABELS[kind]) % {"value": build_number(value) if with_number else value}


def duty_texts(ruling: BuildRuling) -> list[str]:
    """Return the duties of the mover before a card is played, as sentences."""
    owned = [build for build in ruling.table.builds if build.owner == MOVER]
    return duties_text(ruling.duties, owned)


def if_held_text(holds: Iterable[Card]) -> str:
    """Return the cards that an option depends on, as a condition: "If you still hold a nine"."""
    return gettext("If you still hold %(cards)s", cards=cards_held(holds))


def not_held_text(values: Sequence[int]) -> str:
    """Return why builds of these values are not listed: "No build of 8 or 9: …"."""
    return gettext(
        "No build of %(values)s: a card that takes it would have to stay in your hand.",
        values=or_(map(build_number, values)),
    )


def for_partner_text() -> str:
    """Return the remark that a build becomes that of a partner who is proven to hold its card."""
    return gettext("For your partner")


def asked_for_text() -> str:
    """Return the remark that a build is for a partner who asked for it (#asking)."""
    return gettext("For your partner, who asked for it")


def held_text(holds: Iterable[Card]) -> str:
    """Return the confirmation that the player holds the cards that a build needs."""
    return gettext("You hold %(cards)s. That is what your build needs.", cards=cards_held(holds))


_ROWS = {
    (True, True, True): lazy_gettext("may take, build or be trailed"),
    (True, True, False): lazy_gettext("may take or build"),
    (True, False, True): lazy_gettext("may take or be trailed"),
    (True, False, False): lazy_gettext("must take"),
    (False, True, True): lazy_gettext("may build or be trailed"),
    (False, True, False): lazy_gettext("must build"),
    (False, False, True): lazy_gettext("can only be trailed"),
    (False, False, False): lazy_gettext("may not be played now"),
}


_ROWS_AS_FAR_AS_LISTED = _ROWS | {
    (True, False, False): lazy_gettext("may take"),
    (False, True, False): lazy_gettext("may build"),
    (False, False, True): lazy_gettext("may be trailed"),
    (False, False, False): lazy_gettext("may not be played before another step"),
}


def hand_row_text(row: HandRow, *, sure: bool = True) -> str:
    """Return what a card of the hand may do: "may take or be trailed".

    ``sure``: the listed options are all that there are.
    """
    texts = _ROWS if sure else _ROWS_AS_FAR_AS_LISTED
    return str(texts[bool(row.takes), bool(row.forms or row.with_tops), row.lay])


_MAY_WITH_THESE = {
    (True, True): lazy_gettext("%(card)s may take these or build with them"),
    (True, False): lazy_gettext("%(card)s may take these"),
    (False, True): lazy_gettext("%(card)s may build with these"),
}


def may_with_these_text(card: Card, *, take: bool, build: bool) -> str:
    """Return what the played card may do with the selected cards: "The 8 may take these"."""
    return sentence(str(_MAY_WITH_THESE[take, build]) % {"card": the_card(card)})


_MOST_RANKS = 3
"""The largest number of suitable ranks that a sentence names."""


_SELECTION_FAULTS = {
    SelectionFault.NO_NUMBER: lazy_gettext(
        "Pictures have no number here. They neither add up nor build."
    ),
    SelectionFault.ALONE: lazy_gettext("Tap the other cards of a build too, or remove the card."),
    SelectionFault.TOP_ALONE: lazy_gettext(
        "Tap more: a card of a pile only comes to a build, or to cards of the table."
    ),
}


def hindered_text(selection: FaultySelection) -> str:
    """Return why nothing can be made of selected cards: "They come to 16. No card is worth so…"."""
    match selection:
        case FaultySelection(SelectionFault.FORBIDDEN, verdict=Verdict() as verdict):
            return build_verdict_text(verdict)
        case FaultySelection(SelectionFault.ONE_OF_A_PILE, card=Card() as card):
            return gettext(
                "Of one pile a group has one card, so %(card)s below it must wait.",
                card=the_card(card),
            )
        case FaultySelection(SelectionFault.TOO_MUCH, played=Card() as card, total=total):
            text = gettext(
                "%(card)s does not take this, and together they come to %(total)d. No card is "
                "worth so much.",
                card=the_card(card),
                total=total,
            )
            return sentence(text)
        case FaultySelection(SelectionFault.TOO_MUCH, total=total):
            return gettext(
                "They come to %(total)d. No card is worth so much, and they make no groups of one "
                "value.",
                total=total,
            )
        case FaultySelection(SelectionFault.HAND_CARD, ranks=ranks):
            return _hand_card_text(ranks)
    return str(_SELECTION_FAULTS[selection.why])


def _hand_card_text(ranks: Sequence[Rank]) -> str:
    """Return that a card from the hand is needed, with the suitable ``ranks`` if they are few."""
    if not 0 < len(ranks) <= _MOST_RANKS:
        return gettext("A card from your hand must be part of it.")
    cards = or_(str(HELD_RANK[rank]) for rank in ranks)
    return gettext("A card from your hand must be part of it: %(cards)s.", cards=cards)


def way_text(way: SelectionOption, played: Card | None, *, plain: bool) -> str:
    """Return the text of a button for an option of the tapped cards: "Add to 8 with the 7".

    ``plain`` leaves the card out. Before the card ``played``: "Build 8 first, the 7 later".
    """
    step = way.step
    if isinstance(step, Capture):
        if step.builds:
            build_value = build_number(step.builds[0].value)
            return gettext("Take, and the build of %(value)s", value=build_value)
        return gettext("Take")
    value = step.build.value
    if way.kind == "new":
        text = gettext("Build %(value)d", value=value)
    elif way.kind == "raise":
        text = gettext("Raise to %(value)d", value=value)
    else:
        text = gettext("Add to %(value)s", value=build_number(value))
    if step.build.owner:
        text = gettext("%(build)s for your partner", build=text)
    if plain or (step.card is None and played is None):
        return text
    if step.card is None and played is not None:
        return gettext("%(build)s first, %(card)s later", build=text, card=the_card(played))
    assert step.card is not None
    return gettext("%(build)s with %(card)s", build=text, card=the_card(step.card))


def demand_text(question: BuildQuestion, demand: Demand) -> str:
    """Return what opponents may insist on: "take 5 and 2 as well"."""
    loose = map(card_text, sorted(demand.loose))
    tops = (top_text(question, top) for top in demand.tops)
    items = and_([*loose, *tops, *map(the_build, demand.builds)])
    if demand.build is None:
        return gettext("take %(cards)s as well", cards=items)
    value = build_number(demand.build.value)
    if demand.build.owner == question.position.partner:
        return gettext(
            "add %(cards)s to your partner’s build of %(value)s", cards=items, value=value
        )
    return gettext("add %(cards)s to your build of %(value)s", cards=items, value=value)


def more_demands_text(number: int) -> str:
    """Return how many demands are not listed."""
    return ngettext("one more thing like that", "%(num)d more things like that", number)


def insisted_text(demanded: DemandedPlay, name: str, names: Sequence[str]) -> str:
    """Return what the last play left out: "Ed’s 6♣ could take the 6♥ too." """
    demand = demanded.demand
    loose = sorted((*demand.loose, *cards_of(demand.tops)))
    if demand.build is None:
        items = and_([*filter(None, [taken_text(loose)]), *map(the_build, demand.builds)])
        card = card_text(_played(demanded.play))
        return gettext(
            "%(name)s’s %(card)s could take %(cards)s too.", name=name, card=card, cards=items
        )
    items = and_([*map(card_text, loose), *map(the_build, demand.builds)])
    owner = names[demand.build.owner] if demand.build.owner is not None else ""
    return gettext(
        "%(cards)s could also go to %(name)s’s build of %(value)s.",
        cards=items,
        name=owner,
        value=build_number(demand.build.value),
    )


def _played(play: Play) -> Card:
    return next(step.card for step in play if step.card is not None)


def insisters_text(names: Sequence[str]) -> str:
    """Return which players may insist: "Dina or Faye may insist." """
    return ngettext("%(names)s may insist.", "%(names)s may insist.", len(names), names=or_(names))


def does_it_text(demand: Demand, name: str) -> str:
    """Return the text of the button that completes a play: "Ed takes it"."""
    number = len(demand.loose) + len(demand.tops) + len(demand.builds)
    if demand.build is None:
        return ngettext("%(name)s takes it", "%(name)s takes them", number, name=name)
    return ngettext("%(name)s adds it", "%(name)s adds them", number, name=name)
