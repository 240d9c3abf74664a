"""Names and explanations of the house rules of southern African games."""

from ..languages import lazy_gettext
from .game_names import HouseRuleWords

SOUTHERN_HOUSE_RULES = {
    "clockwise": HouseRuleWords(
        lazy_gettext("Played clockwise"),
        lazy_gettext(
            "Deal and play clockwise. The player on the dealer's left draws the four cards and "
            "begins, and the deal passes to the left."
        ),
        clause="players",
    ),
    "no_redeal": HouseRuleWords(
        lazy_gettext("What lies on the table first is never dealt again"),
        lazy_gettext("The first four cards stay, whatever they are."),
        clause="deal",
    ),
    "crazy": HouseRuleWords(
        lazy_gettext("Crazy: two players draw from a stock"),
        lazy_gettext("For two players."),
        clause="crazy",
        in_a_word=lazy_gettext("Crazy, with a stock"),
    ),
    "crazy_one_build": HouseRuleWords(
        lazy_gettext("Crazy: only one build of one's own"),
        lazy_gettext(
            "As long as there is a stock, you may own only one build when your turn ends."
        ),
        clause="crazy",
    ),
    "one_picture": HouseRuleWords(
        lazy_gettext("A picture takes only one card of its rank"),
        lazy_gettext(
            "A jack, queen or king takes one card of its own rank. It takes only one, even if two "
            "or three of them are there."
        ),
        clause="pictures",
    ),
    "partners": HouseRuleWords(
        lazy_gettext("Four play in two pairs"),
        lazy_gettext(
            "Partners sit opposite each other and put what they take on one pile. Its top card is "
            "closed to both."
        ),
        reading=lazy_gettext(
            "Referee's reading: your partner's build counts as your side's. You may add to it, "
            "but not raise it. Of the losing pair the one begins who comes first after whoever "
            "began the last game."
        ),
        clause="players",
    ),
    "no_raise": HouseRuleWords(
        lazy_gettext("No build is raised"),
        lazy_gettext("Once a build is made, its value never changes."),
        clause="raising",
    ),
    "second_build": HouseRuleWords(
        lazy_gettext("A second build of one's own is allowed"),
        lazy_gettext(
            "While you own a build, you may make another one or raise an opponent's. Keep a card "
            "for each of them. You still may not just lay a card."
        ),
        clause="own-build-duty",
    ),
    "capturer_on_top": HouseRuleWords(
        lazy_gettext("The capturing card lies on top"),
        lazy_gettext(
            "The card that took lies on top of the pile. Below it lie the others of that turn, the "
            "lowest uppermost."
        ),
        reading=lazy_gettext(
            "The sources do not agree on what lies below. Referee's reading: if a build was taken, "
            "nobody knows the order, so it is asked for where it matters."
        ),
        clause="piles",
    ),
    "top_needs_base": HouseRuleWords(
        lazy_gettext("A top card may be taken only with the same value from the table"),
        lazy_gettext(
            "You may take top cards only if you also take a build, or a group of cards from the "
            "table alone. Adding to your own build is not bound to that."
        ),
        clause="tops",
    ),
    "no_top_sums": HouseRuleWords(
        lazy_gettext("A top card makes no sums"),
        lazy_gettext(
            "A card takes only top cards of its own value. They never count in a group, except "
            "when you add to your own build."
        ),
        clause="groups",
    ),
    "most_spades_two": HouseRuleWords(
        lazy_gettext("Most spades score 2"),
        lazy_gettext(
            "Most spades score 2 in place of 1 for five or more. If several are tied for them, "
            "each of them scores 1."
        ),
        clause="scoring",
    ),
    "own_build_from_table": HouseRuleWords(
        lazy_gettext("Loose cards join your own build without a hand card"),
        lazy_gettext(
            "Before you play your card, you may add groups of loose cards to your own build, as "
            "often as you like. They must make its value, and you must hold a card that takes it. "
            "That is not enough for an owner: if you may not lay a card, you may not lay one after "
            "it either."
        ),
        reading=lazy_gettext(
            "Referee's reading: the card from your hand ends the turn, so nothing is added after "
            "it."
        ),
        clause="adding",
    ),
    "lay_in_one_deal": HouseRuleWords(
        lazy_gettext(
            "You may trail while you own a build (with two players, not in the first deal)"
        ),
        lazy_gettext(
            "With three and four players you may lay a card even while you own a build. You still "
            "keep a card for it, and you neither make nor raise another. With two players nothing "
            "changes."
        ),
        clause="own-build-duty",
    ),
    "seven_points": HouseRuleWords(
        lazy_gettext("Three or four alone: 7 points"),
        lazy_gettext(
            "If three or four play for themselves, cards and spades score nothing, so that a game "
            "has 7 points. For two players or two pairs nothing changes."
        ),
        reading=lazy_gettext(
            "Where several score the same, the association lets whoever has the 10♦︎ win that "
            "game. Referee's reading: a session goes to its target, and a tie in one game decides "
            "nothing."
        ),
        clause="scoring",
        hint=lazy_gettext("Among three or four sides cards and spades score nothing."),
    ),
    "point_cards_or_nothing": HouseRuleWords(
        lazy_gettext("No point card, no points"),
        lazy_gettext(
            "For two sides. If only one of them has an ace, the 10♦︎ or the 2♠︎ in its pile, it "
            "scores everything for cards and spades too, whoever has more of them."
        ),
        clause="scoring",
        hint=lazy_gettext(
            "For two sides: if only one has an ace, the 10♦︎ or the 2♠︎, it gets all points for "
            "cards and spades."
        ),
    ),
}
"""The words for each house rule of these games, in the order of the page of rules."""
