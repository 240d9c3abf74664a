"""Names and explanations of the house rules, in the order of the pages."""

from collections.abc import Sequence

from ..languages import lazy_gettext
from .game_names import HouseRuleWords
from .southern_house_rule_words import SOUTHERN_HOUSE_RULES

HOUSE_RULES = {
    "two_player_five_six": HouseRuleWords(
        lazy_gettext("Two players: five cards each, six on the table"),
        lazy_gettext(
            "The first hand is 5 cards (3 + 2), and 6 (3 + 3) go to the table. There are still 12 "
            "deals."
        ),
        clause="deal",
    ),
    "last_capture_point": HouseRuleWords(
        lazy_gettext("The last capture scores a point"),
        lazy_gettext(
            "Whoever makes the last capture of the game scores 1 more. The scores then add up to "
            "43."
        ),
        clause="scoring",
    ),
    "set_aside_spades": HouseRuleWords(
        lazy_gettext("Spades are set aside after a deal, not pictures"),
        lazy_gettext(
            "After each deal all spades on the table are set aside for the last capturer. "
            "Pictures of other suits stay."
        ),
        clause="set-aside",
    ),
    "ace_low": HouseRuleWords(
        lazy_gettext("An ace is always 1"),
        lazy_gettext("The highest build is then worth 13."),
        clause="aces",
    ),
    "fifteen_sixteen": HouseRuleWords(
        lazy_gettext("The 2♠︎ counts 2 or 15, the 10♦︎ 10 or 16"),
        lazy_gettext(
            "In the hand, on the table and in builds, as you like; the card that you play has one "
            "value for the whole turn. There are builds of 15 and 16 then: only the 2♠︎ takes one "
            "of 15, and only the 10♦︎ takes one of 16."
        ),
        reading=lazy_gettext(
            "Referee's reading: as 16 is the highest value, an ace that is 14 and the 2♠︎ that is "
            "15 may be in a sum, so an ace and a 2 make 16, and two aces 15."
        ),
        clause="values",
    ),
    "kasino_values": HouseRuleWords(
        lazy_gettext("From the hand: ace 14, 2♠︎ 15, 10♦︎ 16"),
        lazy_gettext(
            "From the hand an ace counts 14, the 2♠︎ 15 and the 10♦︎ 16, and nothing else. On the "
            "table they count 1, 2 and 10. So an ace takes no single ace."
        ),
        clause="values",
    ),
    "kasino_values_free": HouseRuleWords(
        lazy_gettext("From the hand: 2♠︎ 2 or 15, 10♦︎ 10 or 16"),
        lazy_gettext(
            "From the hand the 2♠︎ counts 2 or 15, and the 10♦︎ 10 or 16, as you like; one value "
            "for the whole turn. On the table they count 2 and 10."
        ),
        clause="values",
    ),
    "no_last_point": HouseRuleWords(
        lazy_gettext("The last capture scores nothing"),
        lazy_gettext("Whoever takes last gets what is left, but no point for it."),
        clause="scoring",
    ),
    "late_sweeps_off": HouseRuleWords(
        lazy_gettext("No sweeps in the last deal, nor once somebody has 10"),
        lazy_gettext(
            "In the last deal a sweep counts nothing. Once a side of a session has 10 points or "
            "more before a game, sweeps score nothing for anybody in that game."
        ),
        reading=lazy_gettext(
            "Referee's reading: it is 10 whatever the target. When a card is drawn after each "
            "turn, a sweep counts nothing in a turn that begins without a stock."
        ),
        clause="sweep",
        hint=lazy_gettext(
            "Where you count sweeps by hand, leave those of the last deal out. Those that score "
            "nothing because somebody has 10 points are left out of the score by Referee."
        ),
    ),
    "ties_roll_over": HouseRuleWords(
        lazy_gettext("A tied point carries over to the next game"),
        lazy_gettext(
            "If nobody scores for most cards, its point is added to what most cards score in the "
            "next game of the session; for most spades likewise. They pile up until somebody "
            "scores them. What is left at the end of the session nobody gets. For this, enter what "
            "each pile holds, not only its points."
        ),
        clause="session",
    ),
    "cards_roll_over": HouseRuleWords(
        lazy_gettext("Tied most cards go to the next game"),
        lazy_gettext(
            "If several are tied for most cards, what they score is added to what most cards score "
            "in the next game of the session, until somebody scores it. What is left at the end of "
            "the session nobody gets. For this, enter what each pile holds, not only its points."
        ),
        clause="session",
    ),
    "spades_roll_over": HouseRuleWords(
        lazy_gettext("Tied most spades go to the next game"),
        lazy_gettext(
            "If several are tied for most spades, what they score is added to what most spades "
            "score in the next game of the session, until somebody scores it. What is left at the "
            "end of the session nobody gets. For this, enter what each pile holds, not only its "
            "points."
        ),
        clause="session",
    ),
    "spades_shared": HouseRuleWords(
        lazy_gettext("Two tied for most spades score 1 each"),
        lazy_gettext(
            "If exactly two sides are tied for most spades, each scores 1. Of three or more nobody "
            "scores for them."
        ),
        clause="scoring",
    ),
    "no_points_on_first_table": HouseRuleWords(
        lazy_gettext("No point cards on the first table"),
        lazy_gettext(
            "Aces, the 2♠︎ and the 10♦︎ among the first cards on the table go back into the pack, "
            "and others are laid out in their place."
        ),
        clause="deal",
    ),
    "over_spades": HouseRuleWords(
        lazy_gettext("Each spade from the seventh on scores a point"),
        lazy_gettext("Nine spades score 3, besides what most spades score. A session goes to 21."),
        reading=lazy_gettext(
            "Referee's reading: it holds for every side, not only for the one with most spades."
        ),
        clause="scoring",
    ),
    "spades_one": HouseRuleWords(
        lazy_gettext("Most spades score 1"),
        lazy_gettext("Most spades score 1 instead of 2."),
        clause="scoring",
    ),
    "five_of_spades": HouseRuleWords(
        lazy_gettext("The 5♠︎ may take everything"),
        lazy_gettext(
            "The 5♠︎ from the hand may take all cards on the table, whatever they come to. That is "
            "a sweep. Anything less it takes as a 5."
        ),
        clause="taking-numbers",
    ),
    "sweeps": HouseRuleWords(
        lazy_gettext("A sweep scores a point"),
        lazy_gettext(
            "Each sweep scores 1 point. Lay the card that swept face up in your pile, so that you "
            "can count them at the end. The scores of a game then add up to that much more."
        ),
        clause="sweep",
    ),
    "sweeps_cancel": HouseRuleWords(
        lazy_gettext("Sweeps cancel each other"),
        lazy_gettext(
            "At the end of a game the fewest sweeps that any side has are taken off all sides. Of "
            "two sides only one then scores for sweeps: 3 to 1 gives 2 and 0. Enter all sweeps "
            "that were made."
        ),
        reading=lazy_gettext(
            "Referee's reading: of three sides with 2, 1 and 1 sweeps the first scores 1."
        ),
        hint=lazy_gettext("Of 3 and 1 sweeps 2 and 0 are left."),
        clause="sweep",
    ),
    "draw": HouseRuleWords(
        lazy_gettext("Draw a card after each turn"),
        lazy_gettext(
            "There is one deal only: four each, and four on the table. The others are the stock. "
            "After each turn the player draws a card from it, as long as there are any; then the "
            "hands are played out. A card that you draw comes too late for the turn before it."
        ),
        clause="deal",
    ),
    "must_capture": HouseRuleWords(
        lazy_gettext("A card that can take may not be trailed"),
        lazy_gettext(
            "You may play another card, build, or take less than you could. But a card that could "
            "take something may not just be laid down."
        ),
        reading=lazy_gettext(
            "Referee's reading: a capture for which you would have to give up the card for your "
            "own build is not demanded."
        ),
        clause="laying",
    ),
    "must_capture_equal": HouseRuleWords(
        lazy_gettext("A card takes all loose cards of its own value"),
        lazy_gettext(
            "While a loose card of its own value lies there, a card may not just be laid down. And "
            "if it takes, it takes all loose cards of that value; of what adds up to it, as much "
            "as you like."
        ),
        reading=lazy_gettext(
            "Referee's reading: a picture takes as many of its rank as it may by your rules."
        ),
        clause="laying",
    ),
    "no_raise_own": HouseRuleWords(
        lazy_gettext("Nobody raises their own build"),
        lazy_gettext(
            "You may not change the value of a build that is yours, so of one to which you were "
            "the last to add. Others may, a partner too. You may add to it at its own value."
        ),
        clause="raising",
    ),
    "one_build_a_value": HouseRuleWords(
        lazy_gettext("Only one build of a value"),
        lazy_gettext(
            "You may not make a build of a value that another build has, or raise one to it, "
            "whoever owns the other. You may add to the one that lies there."
        ),
        clause="making-a-build",
    ),
    "pictures_take_all": HouseRuleWords(
        lazy_gettext("A picture takes all of its rank"),
        lazy_gettext(
            "A jack, queen or king takes as many loose cards of its rank as you like, so all of "
            "them at once."
        ),
        reading=lazy_gettext("Referee's reading: you may, but you need not take them all."),
        clause="pictures",
    ),
    "three_pictures": HouseRuleWords(
        lazy_gettext("A picture takes one, or three"),
        lazy_gettext(
            "A jack, queen or king takes one loose card of its rank, or all three others. It never "
            "takes two, for then the fourth could not be taken any more."
        ),
        clause="pictures",
    ),
    "trail_and_table_build": HouseRuleWords(
        lazy_gettext("Whoever trails may also build from the table"),
        lazy_gettext(
            "When you trail a card, you may also make a build of loose cards that are on the "
            "table, without the card you trail. You must hold a card of its value. Which of the "
            "two comes first does not matter."
        ),
        reading=lazy_gettext(
            "Referee's reading: such a build is a build, so you may do this while a build is yours."
        ),
        clause="laying",
    ),
    "may_trail_with_build": HouseRuleWords(
        lazy_gettext("You may trail while you own a build"),
        lazy_gettext("You may trail a card even while a build is yours."),
        reading=lazy_gettext("Referee's reading: you must still keep a card for your build."),
        clause="act-on-your-build",
    ),
    "table_cards_may_raise": HouseRuleWords(
        lazy_gettext("Cards from the table may help to raise a build"),
        lazy_gettext(
            "Loose cards may help to raise a simple build: your 3 and a 2 from the table raise a "
            "build of 5 to 10. Your own card must be part of what raises it. With a build of 6, a "
            "loose 3 and two nines in your hand, you cannot make a multiple build of 9, for your "
            "nine would only lie beside it."
        ),
        clause="raising",
    ),
    "simple_build_as_card": HouseRuleWords(
        lazy_gettext("A simple build counts as one card of its value"),
        lazy_gettext(
            "It does so when you take and when you build. A 9 takes a build of 7 and a 2. A 10 "
            "makes a multiple build of 10 with a build of 6 and a 4. So table cards may raise a "
            "simple build, and your own card may be a group by itself."
        ),
        clause="raising",
    ),
    "cards_two_last_one": HouseRuleWords(
        lazy_gettext("Most cards score 2, the last capture 1"),
        lazy_gettext(
            "Most cards score 2 instead of 3, and the last player to take anything scores 1. If "
            "nobody is tied, the sum is still 11."
        ),
        clause="scoring",
    ),
    "spades_two": HouseRuleWords(
        lazy_gettext("Most cards 2, most spades 2"),
        lazy_gettext(
            "Most cards score 2 instead of 3, and most spades 2 instead of 1. If nobody is tied, "
            "the sum is still 11."
        ),
        clause="scoring",
    ),
    "difference_scoring": HouseRuleWords(
        lazy_gettext("Only the difference is scored"),
        lazy_gettext(
            "For two sides. Only the higher side scores in a game, and it scores the difference: "
            "8 to 3 gives 5 and 0. A session then goes to 11."
        ),
        reading=lazy_gettext(
            "In one language the sources can be read as if the difference came on top. Referee's "
            "reading: it takes the place of the points."
        ),
        clause="scoring",
    ),
    "count_out": HouseRuleWords(
        lazy_gettext("At a tie, count in order"),
        lazy_gettext(
            "If several sides reach the target in the same game, count its points in this order: "
            "cards, spades, big casino, little casino, the aces of spades, clubs, hearts and "
            "diamonds, sweeps. Whoever is the first to reach the target wins. For this, enter "
            "what each pile holds, not only its points."
        ),
        reading=lazy_gettext(
            "You are asked who has which ace only where it matters. Referee's reading: if two get "
            "there in the same step, the higher total wins."
        ),
        hint=lazy_gettext(
            "If several reach the target in the same game, its points are counted in this order: "
            "cards, spades, big casino, little casino, aces, sweeps. The first one there wins."
        ),
        clause="session",
    ),
    "sweeps_at_once": HouseRuleWords(
        lazy_gettext("Sweeps count at once, the rest at the end in order"),
        lazy_gettext(
            "Only with sweeps that score. A side that reaches the target by a sweep may say so at "
            "once, and wins. Everything else is counted in order at the end, and sweeps come "
            "first there."
        ),
        clause="session",
    ),
    "claim_out": HouseRuleWords(
        lazy_gettext("Claim the target in mid-game"),
        lazy_gettext(
            "Some points count as soon as they are made: sweeps, aces, big and little casino, "
            "most spades with your seventh spade, most cards with your 27th card. As soon as you "
            "have reached the target with them, you may say so. The game ends there, and you win "
            "the session, even if somebody else has more and said nothing."
        ),
        reading=lazy_gettext(
            "The sources name no penalty for a wrong claim. Referee's reading: it does not count, "
            "and you play on."
        ),
        hint=lazy_gettext(
            "Whoever has taken enough points says so during the game, and wins at once, even if "
            "somebody else has more."
        ),
        clause="session",
    ),
    **SOUTHERN_HOUSE_RULES,
}
"""The words for each house rule that a game may have, in the order of the page of rules."""


def house_rules_at(clause: str, names: Sequence[str]) -> list[str]:
    """Return those of the named house rules that belong to a clause of the rules."""
    return [name for name, rule in HOUSE_RULES.items() if rule.clause == clause and name in names]
