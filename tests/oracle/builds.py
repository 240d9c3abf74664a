"""The referee of Casino and Royal Casino by brute force (api-casino, Referee; F1, F2).

`rule` answers what `GET /api/v1/{game}/referee` answers, without `message`, `rule` and `demands`
of other games. What the contract does not fix is left out of a verdict: `cards`, `build` and
`value` of an illegal one, and `value` of a card that is laid. Meant for tables of up to about 7
loose cards and 2 builds.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tests.oracle.builds_judge import State, Verdict, judge
from tests.oracle.builds_plays import Sight, forms, lay_answer, lies, pointed_at, takes
from tests.oracle.builds_text import (
    Build,
    Game,
    Refused,
    Step,
    Unreadable,
    card_key,
    in_order,
    once,
    read_card,
    read_items,
    read_table,
    read_turn,
    same_card,
    suit_of,
    words,
)

CASINO_RULES = frozenset(
    "sweeps trail_and_table_build may_trail_with_build table_cards_may_raise simple_build_as_card "
    "cards_two_last_one difference_scoring count_out claim_out".split()
)
RULES = {
    "casino": CASINO_RULES,
    "royal-casino": CASINO_RULES | {"ace_low"},
    "spade-casino": CASINO_RULES - {"cards_two_last_one", "difference_scoring", "count_out"},
}
DEALS = {2: 6, 3: 4, 4: 3}


@dataclass(frozen=True)
class Question:
    """The parameters, read."""

    game: Game
    players: int
    start: State
    played: str | None
    turn: tuple[Step, ...] | None
    pointed: Step | None  # `with`, as if it were taken
    limit: int

    @property
    def sight(self) -> Sight:
        """What is known of the suits."""
        cards = [*self.start.shown, *(self.start.hand or ())]
        if self.played is not None and not any(
            same_card(self.played, card) for card in self.start.hand or ()
        ):
            cards.append(self.played)
        if not self.game.spades_score:
            cards = [card for card in cards if card in ("2", "10")]
        suitless = tuple(card for card in cards if not suit_of(card))
        return Sight(suitless, self.start.suits, self.game.spades_score)


def rule(game: str, house: frozenset[str], query: dict[str, str]) -> dict[str, Any]:
    """The referee's answer to a question. Refused and Unreadable say which field is at fault."""
    question = read_question(game, house, {name: text for name, text in query.items() if text})
    start = question.start
    verdict = None
    now = start
    if question.turn is not None:
        verdict = judge(question.game, start, question.turn)
        if verdict.reason == "unfinished" and verdict.state is not None:
            now = verdict.state
    return {
        "game": game,
        "players": question.players,
        "table": list(start.loose),
        "builds": [build_answer(build) for build in start.builds],
        "duties": duties(question.game, start),
        "hand": hand_answer(question, now),
        "play": None if question.played is None else play_answer(question, now, question.played),
        "with": None
        if question.pointed is None
        else pointed_at(question.game, now, question.pointed, question.played),
        "verdict": None if verdict is None else verdict_answer(verdict),
        "after": None if verdict is None or verdict.state is None else lies(verdict.state),
    }


def number(query: dict[str, str], name: str, default: int, allowed: range) -> int:
    """A whole number among the parameters."""
    text = query.get(name, str(default)).strip()
    if not text.removeprefix("-").isdecimal():
        raise Unreadable(name)
    if int(text) not in allowed:
        raise Refused(name)
    return int(text)


def read_question(name: str, house: frozenset[str], query: dict[str, str]) -> Question:
    """Read all parameters; `house` may also stand among them."""
    house = house | set(query.get("house", "").replace(",", " ").split())
    if not house <= RULES[name]:
        raise Refused("house")
    for unknown in ("piles", "stock", "proven"):
        if unknown in query:
            raise Refused(unknown)
    game = Game(name, house)
    players = number(query, "players", 2, range(2, 5))
    number(query, "deal", 1, range(1, DEALS[players] + 1))
    limit = number(query, "limit", 50, range(1, 201))
    loose, builds = read_table(game, query.get("table", ""), players)
    shown = [*loose, *(card for build in builds for card in build.cards)]
    once(shown, "table")
    hand = None
    if "hand" in query:
        hand = in_order([read_card(text, "hand") for text in words(query["hand"])])
        once([*shown, *hand], "hand")
    turn = read_turn(query["turn"]) if "turn" in query else None
    played = read_card(query["played"], "played") if "played" in query else None
    if played is not None:
        once_more(shown, hand, played, "played")
    named = [step.card for step in turn or () if step.card is not None]
    if named:
        if played is not None and not same_card(played, named[0]):
            raise Refused("turn")
        once_more(shown, hand, named[0], "turn")
        played = played or named[0]
    pointed = None
    if "with" in query:
        items, claims = read_items(words(query["with"]), "with", tops=True)
        once([*items, *(card for claim in claims for card in claim.cards)], "with")
        pointed = Step("take", None, items, claims)
    sight = [*shown, *(hand or ()), *([played] if played else [])]
    start = State(
        loose=loose,
        builds=builds,
        hand=hand,
        shown=tuple(shown),
        suits=frozenset(card for card in sight if suit_of(card)),
        must_act="may_trail_with_build" not in house and any(b.keeper == 0 for b in builds),
    )
    return Question(game, players, start, played, turn, pointed, limit)


def once_more(shown: Sequence[str], hand: Sequence[str] | None, card: str, where: str) -> None:
    """A played card that is none of the hand is one card more."""
    if not any(same_card(card, other) for other in hand or ()):
        once([*shown, *(hand or ()), card], where)


def build_answer(build: Build) -> dict[str, Any]:
    """A build on the table."""
    return {
        "value": build.value,
        "groups": [list(group) for group in build.groups],
        "multiple": build.multiple,
        "keeper": build.keeper,
        "text": build.text,
    }


def duties(game: Game, start: State) -> list[str]:
    """What binds the mover before he plays (F1.5)."""
    if not any(build.keeper == 0 for build in start.builds):
        return []
    free = "may_trail_with_build" in game.house
    return ["keep_card"] if free else ["must_act_on_build", "keep_card"]


def verdict_answer(verdict: Verdict) -> dict[str, Any]:
    """The verdict as far as the contract fixes it."""
    answer: dict[str, Any] = {
        "legal": verdict.legal,
        "reason": verdict.reason,
        "holds": list(verdict.holds),
        "step": verdict.step,
        "demands": [],
    }
    state = verdict.state
    if verdict.legal is not False and state is not None:
        answer |= {"cards": [], "build": None}
        if state.value is not None:
            answer["value"] = state.value
    return answer


def play_answer(question: Question, state: State, card: str) -> dict[str, Any]:
    """What the played card may do."""
    taken = takes(question.game, question.sight, state, card)
    formed = forms(question.game, state, card)
    return {
        "card": card,
        "takes": taken[: question.limit],
        "takes_complete": len(taken) <= question.limit,
        "forms": formed[: question.limit],
        "forms_complete": len(formed) <= question.limit,
        "lay": lay_answer(question.game, state, card),
    }


def hand_answer(question: Question, state: State) -> list[dict[str, Any]] | None:
    """What each different card of the hand may do."""
    if state.hand is None:
        return None
    return [
        {
            "card": card,
            "takes": len(takes(question.game, question.sight, state, card)),
            "forms": len(forms(question.game, state, card)),
            "lay": lay_answer(question.game, state, card)["legal"],
        }
        for card in sorted(set(state.hand), key=card_key)
    ]
