"""Demands of an opponent in Swazi and Lesotho (F3.6), by exhaustive search: every union of sets
that the cards on the table make is tried.

Each demand is a largest one: a set of what lies there when the turn is over, to which nothing more
could be added. Where several largest ones overlap each of them is listed (the mover chooses).

- `complete_take`, if the hand card took or was laid: loose cards (but for the laid card itself) and
  builds that it takes at its value. A card that took at one value of an ace is measured at that
  value; where both values were open (what it took was worth both, or it was laid) at the one that
  leaves fewer demands, of equal numbers the lower value.
- `complete_build`, for each build of the mover's side: loose cards (the laid one too) and
  opponents' tops that could be added to it without a card from the hand. A pile's second card may
  follow its first. Of Lesotho's piles the partner's is never demanded.

Takes first, then builds in their order; of one kind most cards first, then card order (ours)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from .builds_faults import as_any_five, equals, form_fault, lay_barred, take_fault
from .builds_judge import form, judge, needs_card, no_table_form, take
from .builds_notation import (
    Build,
    BuildClaim,
    Game,
    Group,
    Refused,
    Step,
    Unit,
    Unreadable,
    bare,
    canonical,
    card_key,
    cards_key,
    claim_text,
    divisions,
    groups_key,
    in_order,
    in_the_pack,
    label_key,
    labelled,
    once,
    rank_of,
    read_card,
    read_piles,
    read_ranks,
    read_step,
    read_table,
    read_things,
    same_card,
    suit_of,
    unit_of,
    words,
    written,
)
from .builds_plays import (
    Sight,
    end,
    entry,
    forms,
    kind_of,
    lay_answer,
    lies,
    loose_and_tops,
    seats,
    some,
    take_text,
    takes,
)
from .builds_turn_state import (
    Outcome,
    Places,
    State,
    Verdict,
    build_readings,
    builds_at,
    knows_top,
    loose_at,
    matchings,
    own,
    tops_at,
    whole,
)
from .casino_family import HOUSE_RULES, excluded, suit_to_ask


def demands(game: Game, state: State) -> list[dict[str, Any]]:
    """Return all demands on a legal turn."""
    if not game.swazi:
        return []
    found = complete_takes(game, state)
    for build in state.builds:
        if game.side(build.keeper):
            found += complete_builds(game, state, build)
    return found


def largest(ways: list[Places]) -> list[Places]:
    """Return the unions that lie in no other."""
    return [one for one in ways if not any(one.inside(other) for other in ways)]


def complete_takes(game: Game, state: State) -> list[dict[str, Any]]:
    """Return the captures that the hand card was entitled to and that are still there."""
    card = state.card
    # A laid card that went into a build is one that was used for it.
    built = state.laid is not None and state.laid not in state.loose
    if card is None or built or not {"take", "lay"} & {*state.acts}:
        return []
    if state.laid is None and game.picture(card) and "one_picture" in game.house:
        return []  # it was entitled to one
    laid = None if state.laid is None else state.loose.index(state.laid)
    builds = some(len(state.builds))
    found = []
    for value in state.entitled:
        loose = {frozenset(where) for where in divided(game, card, state.loose, value)}
        everything = [
            Places(cards, built)
            for cards in sorted(loose, key=sorted)
            for built in builds
            if (cards or built) and laid not in cards
        ]
        ways = [one for one in everything if take_fault(game, state, card, value, one) is None]
        found.append([answer(state, "complete_take", None, one) for one in largest(ways)])
    return in_their_order(min(found, key=len))


def divided(
    game: Game, card: str | None, cards: Sequence[str], value: int | None
) -> set[frozenset[int]]:
    """Return all sets of these cards that can be divided into groups worth the value, as places;
    for a picture without a number all sets of its rank."""
    places = range(len(cards))
    if value is None:
        same = [at for at in places if card is not None and rank_of(cards[at]) == rank_of(card)]
        return {frozenset(same[i] for i in chosen) for chosen in some(len(same))}
    groups = [frozenset(group) for group in worth(game, cards, value)]
    found = {frozenset[int]()}
    new = set(found)
    while new:
        new = {one | group for one in new for group in groups if not one & group} - found
        found |= new
    return found


def worth(game: Game, cards: Sequence[str], value: int) -> Iterator[tuple[int, ...]]:
    """Yield the groups of these cards that are worth the value, as places."""
    numbers = [game.number(card) for card in cards]

    def more(start: int, wanted: int) -> Iterator[tuple[int, ...]]:
        if wanted == 0:
            yield ()
            return
        for at in range(start, len(cards)):
            number = numbers[at]
            if number is not None and number <= wanted:
                for others in more(at + 1, wanted - number):
                    yield (at, *others)

    yield from more(0, value)
    if value == 14 and game.ace_high:
        yield from ((at,) for at, card in enumerate(cards) if rank_of(card) == "A")


def complete_builds(game: Game, state: State, build: Build) -> list[dict[str, Any]]:
    """Return what could be added to this build."""
    target = frozenset({next(i for i, one in enumerate(state.builds) if one is build)})
    theirs = [i for i in range(len(state.piles)) if not game.side(i)]
    tops = [(i, depth) for i in theirs for depth in range(len(state.piles[i]))]
    cards = [*state.loose, *(state.piles[i][depth] for i, depth in tops)]
    ways = []
    for where in sorted(divided(game, None, cards, build.value), key=sorted):
        loose = frozenset(at for at in where if at < len(state.loose))
        named = frozenset(tops[at - len(state.loose)] for at in where - loose)
        if any(depth and (i, depth - 1) not in named for i, depth in named):
            continue
        one = Places(loose, target, named)
        if form_fault(game, state, None, build.value, one) is None:
            ways.append(one)
    return in_their_order(
        [answer(state, "complete_build", build.text, one) for one in largest(ways)]
    )


def answer(state: State, kind: str, of: str | None, places: Places) -> dict[str, Any]:
    """Return a demand as it is listed."""
    labels = sorted([*loose_at(state, places), *tops_at(state, places)], key=label_key)
    builds = builds_at(state, places) if of is None else []
    return {"kind": kind, "of": of, "captured": labels, "builds": [build.text for build in builds]}


def in_their_order(found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Most cards first, then in card order, each once (suitless cards look the same)."""
    unique = {(*one["captured"], *one["builds"]): one for one in found}
    return sorted(
        unique.values(),
        key=lambda one: (
            -len(one["captured"]) - len(one["builds"]),
            cards_key(in_order(list(map(bare, one["captured"])))),
        ),
    )


def way(kind: str, value: int | None, turn: str, verdict: Verdict) -> dict[str, Any]:
    """Return a line of the answer."""
    return {
        "turn": turn,
        "kind": kind,
        "value": value,
        "legal": verdict.legal,
        "reason": verdict.reason,
        "holds": list(verdict.holds),
    }


def as_units(game: Game, cards: list[str], builds: list[Build]) -> list[Unit]:
    """Cards and builds, each as one thing: so numbers are added up, whatever the rules say."""
    units = [unit_of(game, bare(card)) for card in cards]
    return units + [Unit(build.cards, build.value, build=True) for build in builds]


def with_take(game: Game, state: State, claim: str, places: Places) -> list[dict[str, Any]]:
    """Exactly these as a take, if the numbers fit at a value of the card."""
    played = entry(game, state, claim, "take")
    card, after = (claim, state) if isinstance(played, str) else played
    labels, builds = loose_and_tops(after, places), builds_at(after, places)
    found = []
    for value in game.played_values(card):
        if value is None and game.name == "kasino":
            fit = len(places.loose) == len(after.loose)
        elif value is None:
            fit = not builds and all(rank_of(bare(other)) == rank_of(card) for other in labels)
        else:
            fit = any(True for _ in divisions(game, as_units(game, labels, builds), value))
        if fit:
            outcome = played if isinstance(played, str) else take(game, after, card, value, places)
            verdict = end(game, outcome)
            text = take_text(after, card, places)
            found.append((verdict, way("take", value, text, verdict)))
    return [max(found, key=lambda pair: pair[0].lateness)[1]] if found else []


def first_of(ways: Sequence[Sequence[Sequence[Unit]]]) -> tuple[Group, ...]:
    """Return the first of several divisions, compared group by group (api-casino, Text)."""
    found = [canonical([[c for unit in group for c in unit.cards] for group in w]) for w in ways]
    return min(found, key=groups_key)


def form_text(game: Game, card: str | None, labels: list[str], value: int) -> str | None:
    """Return a form as it is written, tops with their marks; None if the cards cannot be
    divided."""
    groups = written(game, labels, value)
    if groups is None:
        return None
    text = claim_text(groups, value)
    return text if card is None else f"{card} {text}"


def with_form(
    game: Game, state: State, claim: str | None, value: int, places: Places
) -> list[dict[str, Any]]:
    """Exactly these as a build of a value, if the numbers fit."""
    played = (claim, state) if claim is None else entry(game, state, claim, "form")
    card, after = (claim, state) if isinstance(played, str) else played
    labels, builds = loose_and_tops(after, places), builds_at(after, places)
    added = labels if card is None else [card, *labels]
    units = as_units(game, added, builds)
    ways = list(divisions(game, units, value))
    if not ways or len(units) < 2:
        return []
    cards = [*added, *(other for build in builds for other in build.cards)]
    text = form_text(game, card, cards, value)
    if text is None:  # a multiple build, its value changed
        text = claim_text(labelled(first_of(ways), cards), value)
        text = text if card is None else f"{card} {text}"
    found = []
    for seat in seats(game, value, builds):
        outcome: Outcome
        if isinstance(played, str):
            outcome = played
        elif card is None and (
            no_table_form(game, state, BuildClaim(tuple(cards), value))
            or needs_card(game, state, value, places)
        ):
            outcome = "need_hand_card"
        else:
            outcome = form(game, after, card, value, places, seat)
        turn = text if seat is None else f"{text}@{seat}"
        found.append(way(kind_of(game, value, builds)[0], value, turn, end(game, outcome)))
    return found


def pointed_at(game: Game, state: State, step: Step, played: str | None) -> list[dict[str, Any]]:
    """Return each way in which exactly the pointed cards and builds make a take or a build."""
    if not state.loose and not state.builds and not knows_top(state, step.loose):
        return []
    builds = build_readings(state, step.builds)
    ways = [whole(state, one) for one in matchings(state, step.loose) if no_build(one)]
    loose = next((places for places in ways if places is not None), None)
    if loose is None or not builds:
        return []
    places = Places(loose.loose, builds[0], loose.tops)
    found = [] if played is None else with_take(game, state, played, places)
    for value in range(1, 1 if game.name == "kasino" else game.highest + 1):
        found += with_form(game, state, played, value, places)
    return sorted(
        found,
        key=lambda one: (
            one["reason"] != "unfinished",
            one["legal"] is False,
            one["value"] or 0,
            ["take", "new", "augment", "raise"].index(one["kind"]),
        ),
    )


def no_build(ways: Any) -> bool:
    """Return whether none of these places is in a build."""
    return all(place.build is None for place in ways)


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
    if game.name == "kasino" or game.fifteen:
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
