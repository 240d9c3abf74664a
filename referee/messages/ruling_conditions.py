"""What a ruling hangs on besides the cards, in a few words each: they stand on something to tap."""

from __future__ import annotations

from ..languages import gettext, ngettext
from ..words import HOUSE_RULES


def players_text(players: int, *, pairs: bool = False) -> str:
    """How many play: "4 players, pairs"."""
    text = ngettext("%(num)d player", "%(num)d players", players)
    return gettext("%(players)s, pairs", players=text) if pairs else text


def then_players_text(players: int, *, pairs: bool = False) -> str:
    """What a house rule is for, where others play now."""
    return gettext("then %(players)s", players=players_text(players, pairs=pairs))


def seated_before_text(now: str, before: str) -> str:
    """That a house rule has changed the number of players."""
    return gettext(
        "These house rules are for %(now)s. Without them: %(before)s.", now=now, before=before
    )


def in_pairs_text() -> str:
    """That four play as two pairs, where they might play alone."""
    return gettext("In pairs")


def hands_text(deal: int) -> str:
    """Which hands of a game are played."""
    return gettext("First of two deals") if deal == 1 else gettext("Second of two deals")


def stock_text(stock: int) -> str:
    return gettext("Stock: cards left") if stock else gettext("Stock: none left")


def partner_holds_text() -> str:
    """Where it is said what the partner is known to hold."""
    return gettext("Partner holds …")


def house_rules_text(number: int, *, of_deal: bool) -> str:
    """How many house rules are on, where switches of the deal stand beside them or not."""
    if not number:
        return gettext("Deal, house rules") if of_deal else gettext("House rules")
    return ngettext("%(num)d house rule", "%(num)d house rules", number)


def house_rule_chip(name: str) -> str:
    """A house rule in a word, if it has one."""
    rule = HOUSE_RULES[name]
    return str(rule.in_a_word or rule.name)


def deal_texts() -> dict[str, tuple[str, str]]:
    """What may be said of the deal, by its field: in a few words, and to be chosen."""
    return {
        "dealt": (gettext("Just dealt"), gettext("The cards were just dealt: set aside first")),
        "last_of_deal": (gettext("Last of the deal"), gettext("After this play cards are dealt")),
    }
