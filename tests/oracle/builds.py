"""The referee of the games with builds by brute force (api-casino; F1 to F6).

`rule` answers what `GET /api/v1/{game}/referee` answers. What the contract does not fix is left
out of a verdict: `message` and `rule`; `cards`, `build` and `value` of an illegal one; `value` of a
turn whose steps have no value or several. Meant for tables of up to about 6 loose cards, 2 builds
and 3 tops.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from tests.oracle.builds_captures import as_any_five, equals
from tests.oracle.builds_demands import demands
from tests.oracle.builds_duties import lay_barred
from tests.oracle.builds_judge import judge
from tests.oracle.builds_notation import (
    Build,
    Game,
    Refused,
    Step,
    Unreadable,
    bare,
    card_key,
    in_order,
    suit_of,
)
from tests.oracle.builds_parser import (
    in_the_pack,
    once,
    read_card,
    read_piles,
    read_ranks,
    read_step,
    read_table,
    read_things,
    same_card,
    words,
)
from tests.oracle.builds_plays import Sight, forms, lay_answer, lies, takes
from tests.oracle.builds_selection import pointed_at
from tests.oracle.builds_turn_state import State, Verdict, own
from tests.oracle.kasino import suit_to_ask
from tests.oracle.switches import HOUSE_RULES, excluded

RULES = {game: frozenset(rules) for game, rules in HOUSE_RULES.items()}


@dataclass(frozen=True)
class Question:
    """The parameters, read."""

    game: Game
    start: State
    played: str | None
    turn: tuple[Step, ...] | None
    pointed: Step | None  # `with`, as if it were taken
    limit: int

    @property
    def sight(self) -> Sight:
        """Return what is known of the suits."""
        cards = [*self.start.shown, *(self.start.hand or ())]
        if self.played is not None and not any(
            same_card(self.played, card) for card in self.start.hand or ()
        ):
            cards.append(self.played)
        spades = self.game.spades_score
        suitless = [c for c in cards if (not suit_of(c) if spades else c in ("2", "10"))]
        return Sight(tuple(suitless), self.start.suits, spades)


def rule(game: str, house: frozenset[str], query: dict[str, str]) -> dict[str, Any]:
    """Return the referee's answer to a question. Refused and Unreadable say which field is at
    fault."""
    question = read_question(game, house, {name: text for name, text in query.items() if text})
    start, south = question.start, question.game
    verdict = None
    now = start
    if question.turn is not None:
        verdict = judge(south, start, question.turn)
        if verdict.reason == "unfinished" and verdict.state is not None:
            now = verdict.state
    return {
        "game": game,
        "players": south.players,
        "table": list(start.loose),
        "builds": [build_answer(build) for build in start.builds],
        "duties": duties(south, start),
        "hand": hand_answer(question, now),
        "play": None if question.played is None else play_answer(question, now, question.played),
        "with": None
        if question.pointed is None
        else pointed_at(south, now, question.pointed, question.played),
        "verdict": None if verdict is None else verdict_answer(question, verdict),
        "after": None
        if verdict is None
        or verdict.state is None
        or (verdict.legal is False and verdict.reason != "unfinished")
        else lies(south, verdict.state),
    }


def number(query: dict[str, str], name: str, default: int, allowed: range) -> int:
    """Return a whole number among the parameters."""
    text = query.get(name, str(default)).strip()
    if not text.removeprefix("-").isdecimal():
        raise Unreadable(name)
    if int(text) not in allowed:
        raise Refused(name)
    return int(text)


def read_game(name: str, house: frozenset[str], query: dict[str, str]) -> Game:
    """Return the facts of a question about the game that is played."""
    house = house | set(query.get("house", "").replace(",", " ").split())
    if not house <= RULES[name] or excluded(house):
        raise Refused("house")
    # Crazy is a game for two, pairs are four (F4b, F6.1).
    allowed = range(2, 5)
    if "crazy" in house:
        allowed = range(2, 3)
    if "partners" in house:
        allowed = range(4, 5)
    players = number(query, "players", allowed[0], allowed)
    start = Game(name, house, players)
    deal = number(query, "deal", 1, range(1, start.deals + 1))
    if "stock" in query and not {"crazy", "draw"} & house:
        raise Refused("stock")
    stock = number(query, "stock", 1, range(49 - 4 * players if "draw" in house else 33))
    # Game African knows no proofs, partners or not (F7.2).
    if "proven" in query and not (start.pairs and start.swazi):
        raise Refused("proven")
    proven = read_ranks(query["proven"]) if "proven" in query else frozenset()
    return Game(name, house, players, deal, stock, proven)


def read_question(name: str, house: frozenset[str], query: dict[str, str]) -> Question:
    """Read all parameters; `house` may also stand among them."""
    game = read_game(name, house, query)
    limit = number(query, "limit", 50, range(1, 201))
    loose, builds = read_table(game, query.get("table", ""))
    shown = [*loose, *(card for build in builds for card in build.cards)]
    in_the_pack(game, shown, "table")
    once(shown, "table")
    piles = read_piles(game, query["piles"]) if "piles" in query else ((),) * game.pile_count
    shown += [card for pile in piles for card in pile]
    once(shown, "piles")
    hand = None
    if "hand" in query:
        hand = in_order([read_card(text, "hand") for text in words(query["hand"])])
        in_the_pack(game, hand, "hand")
        once([*shown, *hand], "hand")
    turn = None
    if "turn" in query:
        turn = tuple(read_step(game, step) for step in query["turn"].split("/"))
    played = read_card(query["played"], "played") if "played" in query else None
    if played is not None:
        in_the_pack(game, [played], "played")
        once_more(shown, hand, played, "played")
    named = [step.card for step in turn or () if step.card is not None]
    if named:
        if played is not None and not same_card(played, named[0]):
            raise Refused("turn")
        once_more(shown, hand, named[0], "turn")
        played = played or named[0]
    pointed = None
    if "with" in query:
        items, claims = read_things(game, words(query["with"]), "with")
        pointed = Step("take", None, items, claims)
    sight = [*shown, *(hand or ()), *([played] if played else [])]
    start = State(
        loose=loose,
        builds=builds,
        piles=piles,
        hand=hand,
        shown=tuple(shown),
        began=(loose, builds),
        suits=frozenset(bare(card) for card in sight if suit_of(card)),
        owned=any(build.keeper == 0 for build in builds),
    )
    if game.name == "kasino":
        items = [card for step in turn or () for card in step.loose]
        asked = {"played": played if "played" in query else None, "turn": [*named, None][0]}
        field, specials = suit_to_ask(game.house, [*shown, *items], hand, asked)
        if field is not None:
            raise Refused(field)
        game = replace(game, specials=specials)
    return Question(game, start, played, turn, pointed, limit)


def once_more(shown: Sequence[str], hand: Sequence[str] | None, card: str, where: str) -> None:
    """Refuse a played card that makes one card too many; a card of the hand is counted once."""
    if not any(same_card(card, other) for other in hand or ()):
        once([*shown, *(hand or ()), card], where)


def build_answer(build: Build) -> dict[str, Any]:
    """Return a build on the table."""
    return {
        "value": build.value,
        "groups": [list(group) for group in build.groups],
        "multiple": build.multiple,
        "keeper": build.keeper,
        "text": build.text,
    }


def duties(game: Game, start: State) -> list[str]:
    """Return the duties of the mover before the play: only an owner of a build has any."""
    if not own(start):
        return []
    if game.anglo:
        free = "may_trail_with_build" in game.house
        return ["keep_card"] if free else ["must_act_on_build", "keep_card"]
    found = []
    if not game.swazi and lay_barred(game):
        found.append("owner_add_or_take")
    if game.first_phase:
        found.append("no_lay_with_build")
    return [*found, "keep_card"]


def missed(question: Question, state: State) -> dict[str, Any]:
    """Return what a card could have taken (variants 1.1): for a lay the first of its largest takes,
    with the first of several builds; for a take the loose cards of its own value that were left."""
    game = as_any_five(question.game)
    if state.laid is None:
        value = state.values[-1]
        assert state.card is not None
        return {"cards": equals(game, state, state.card, value), "build": None, "value": value}
    take = takes(game, question.sight, question.start, state.laid)[0]
    build = take["builds"][0] if take["builds"] else None
    return {"cards": take["captured"], "build": build, "value": take["value"]}


def verdict_answer(question: Question, verdict: Verdict) -> dict[str, Any]:
    """Return the verdict as far as the contract fixes it."""
    answer: dict[str, Any] = {
        "legal": verdict.legal, "reason": verdict.reason, "holds": list(verdict.holds),
        "step": verdict.step, "demands": [],
    }  # fmt: skip
    state = verdict.state
    if verdict.reason == "could_take" and state is not None:
        return answer | missed(question, state)
    if verdict.legal is not False and state is not None:
        answer |= {"cards": [], "build": None, "demands": demands(question.game, state)}
        if len({*state.values}) == 1 and state.laid is None:
            answer["value"] = state.values[0]
    return answer


def play_answer(question: Question, state: State, card: str) -> dict[str, Any]:
    """Return what the played card may do."""
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
    """Return what each different card of the hand may do."""
    if state.hand is None:
        return None
    cards: Sequence[str] = sorted(set(state.hand), key=card_key)
    return [
        {
            "card": card,
            "takes": len(takes(question.game, question.sight, state, card)),
            "forms": len(forms(question.game, state, card)),
            "lay": lay_answer(question.game, state, card)["legal"],
        }
        for card in cards
    ]
