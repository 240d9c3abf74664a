"""Conditions of a ruling besides the cards, in a few words each, for buttons."""

from __future__ import annotations

from ..languages import gettext, ngettext
from ..words import HOUSE_RULES


def players_text(players: int, *, pairs: bool = False) -> str:
    """Return how many play: "4 players, pairs"."""
    text = ngettext("%(num)d player", "%(num)d players", players)
    return gettext("%(players)s, pairs", players=text) if pairs else text


def then_players_text(players: int, *, pairs: bool = False) -> str:
    """Return how many players a house rule is for, where another number plays now."""
    return gettext("then %(players)s", players=players_text(players, pairs=pairs))


def seated_before_text(players_now: str, players_before: str) -> str:
    """Return that a house rule has changed the number of players, with both numbers as texts."""
    return gettext(
        "These house rules are for %(now)s. Without them: %(before)s.",
        now=players_now,
        before=players_before,
    )


def in_pairs_text() -> str:
    """Return the condition that four play as two pairs."""
    return gettext("In pairs")


def hands_text(deal: int) -> str:
    """Return which of the two deals of a game is played."""
    return gettext("First of two deals") if deal == 1 else gettext("Second of two deals")


def stock_text(stock: int) -> str:
    """Return whether the stock has cards left."""
    return gettext("Stock: cards left") if stock else gettext("Stock: none left")


def partner_holds_text() -> str:
    """Return the label of the field for what the partner is known to hold."""
    return gettext("Partner holds …")


def house_rules_text(number: int, *, of_deal: bool) -> str:
    """Return how many house rules are on; ``of_deal``: switches of the deal stand beside them."""
    if not number:
        return gettext("Deal, house rules") if of_deal else gettext("House rules")
    return ngettext("%(num)d house rule", "%(num)d house rules", number)


def house_rule_chip(name: str) -> str:
    """Return the short name of a house rule, or else its name."""
    rule = HOUSE_RULES[name]
    return str(rule.in_a_word or rule.name)


def deal_texts() -> dict[str, tuple[str, str]]:
    """Return the texts of each condition of the deal, by its field: in short, and as a choice."""
    return {
        "dealt": (gettext("Just dealt"), gettext("The cards were just dealt: set aside first")),
        "last_of_deal": (gettext("Last of the deal"), gettext("After this play cards are dealt")),
    }
