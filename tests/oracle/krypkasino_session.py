"""The score of a game of Krypkasino, and its evenings, the plain way (#scoring, #end to
#house-rules)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

POINTS_EACH = {"storan": 3, "lillan": 2, "ace_of_spades": 2, "other_spades": 1, "other_aces": 1}
EXPECTED = {"storan": 2, "lillan": 2, "ace_of_spades": 2, "other_spades": 22, "other_aces": 6}


def score(
    players: Sequence[dict[str, Any]],
    house_last_capture_point: bool,
    last_capturer: int | None,
    teams: Sequence[int] | None,
) -> dict[str, Any]:
    """Return the score sheet of one game (#scoring, #house-rules; teams by #players), of sound
    input."""
    answers: list[dict[str, Any]] = []
    for seat, player in enumerate(players):
        # Seats count clockwise, so the left-hand neighbour is the next seat: the one who
        # sweeps what this player left.
        left = players[(seat + 1) % len(players)]
        sweeps = 5 * player["markers"]
        set_ups = -5 * left["markers"]
        cards = _card_points(player)
        last = 1 if house_last_capture_point and last_capturer == seat else 0
        answers.append(
            {
                "name": player["name"],
                "sweeps": sweeps,
                "set_ups": set_ups,
                "cards": cards,
                "last_capture": last,
                "total": sweeps + set_ups + cards + last,
            }
        )
    total = sum(answer["total"] for answer in answers)
    expected = 43 if house_last_capture_point else 42
    kinds = _kinds(players)
    complete = kinds is None or all(kind["found"] == kind["expected"] for kind in kinds.values())
    return {
        "players": answers,
        "teams": None if teams is None else _teams(answers, teams),
        "sum": total,
        "expected": expected,
        "balanced": total == expected and complete,
        "kinds": kinds,
    }


def _card_points(player: dict[str, Any]) -> int:
    """Return counting cards in a player's pile (#values and #scoring), by kinds or as one
    number."""
    if "card_points" in player:
        return int(player["card_points"])
    return sum(int(player[kind]) * each for kind, each in POINTS_EACH.items())


def _kinds(players: Sequence[dict[str, Any]]) -> dict[str, dict[str, int]] | None:
    """Cards found and expected of each kind (#scoring); None if a player gave one number."""
    if any("card_points" in player for player in players):
        return None
    return {
        kind: {"found": sum(int(player[kind]) for player in players), "expected": expected}
        for kind, expected in EXPECTED.items()
    }


def _teams(answers: Sequence[dict[str, Any]], teams: Sequence[int]) -> list[dict[str, Any]]:
    """Return the scores of teams: the sum of their members' (#players); lowest team number
    first."""
    sheet: list[dict[str, Any]] = []
    for team in sorted(set(teams)):
        members = [seat for seat, number in enumerate(teams) if number == team]
        total = sum(answers[seat]["total"] for seat in members)
        sheet.append({"team": team, "players": members, "total": total})
    return sheet


class Refused(Exception):
    """The state of the session or the game does not allow this."""


@dataclass
class Game:
    """The sheet of a game: a row per seat, and what the sweep counter has counted."""

    rows: list[dict[str, int] | None]
    finished: bool = False
    last_capturer: int | None = None
    # Sweeps counted one by one: key -> (seat, markers). Keys stay known after a take-back.
    counted: dict[str, tuple[int, int]] = field(default_factory=dict)
    taken_back: set[str] = field(default_factory=set)


def has_counting_cards(row: dict[str, int] | None) -> bool:
    """Return whether a row is complete: counting cards as one number or all five kinds
    (#scoring)."""
    if row is None or "markers" not in row:
        return False
    return "card_points" in row or all(kind in row for kind in EXPECTED)


@dataclass
class Evening:
    """A session: games, totals, standings and who pays whom (#session)."""

    players: list[str]
    teams: list[int] | None
    house: dict[str, bool]
    games_planned: int
    first_dealer: int
    closed: bool = False
    games: list[Game] = field(default_factory=list)

    # What people do

    def begin(self) -> int:
        """Return a new game; its number. One game at a time, and none once the session is
        closed."""
        if self.closed:
            raise Refused("the session is closed")
        if self.games and not self.games[-1].finished:
            raise Refused("a game is unfinished")
        self.games.append(Game(rows=[None for _ in self.players]))
        return len(self.games)

    def discard(self) -> None:
        """Throws the unfinished game away; its number and its dealer are used again."""
        self._open_game()
        self.games.pop()

    def put_row(self, number: int, seat: int, row: dict[str, int]) -> None:
        """Put a player's row in the place of the one before, in a finished game too."""
        if not has_counting_cards(row):
            raise Refused("a row needs its markers and its counting cards")
        self._game(number).rows[seat] = dict(row)

    def count_sweep(self, seat: int, double: bool, key: str) -> None:
        """Count a sweep: one marker, or two for a double sweep (#double-sweep)."""
        game = self._open_game()
        if key in game.counted:
            return  # sent twice, perhaps after it was taken back
        markers = 2 if double else 1
        game.counted[key] = (seat, markers)
        row = game.rows[seat] or {"markers": 0}
        game.rows[seat] = {**row, "markers": row["markers"] + markers}

    def take_back(self, key: str) -> None:
        """Take a counted sweep back, once; never below no markers."""
        game = self._open_game()
        if key not in game.counted:
            raise Refused("no such sweep")
        if key in game.taken_back:
            return
        game.taken_back.add(key)
        seat, markers = game.counted[key]
        row = game.rows[seat] or {"markers": 0}
        # The row may have been put with fewer markers since.
        game.rows[seat] = {**row, "markers": max(0, row["markers"] - markers)}

    def finish(
        self, number: int, last_capturer: int | None = None, accept_imbalance: bool = False
    ) -> tuple[bool, str | None]:
        """End a game if its sheet is complete, and balanced or accepted; else change nothing."""
        game = self._game(number)
        if game.finished:
            raise Refused("the game is finished")
        answer = self._scored(game, last_capturer)
        if answer is None:
            return False, "incomplete"  # cannot be scored, so there is nothing to accept
        if not answer["balanced"] and not accept_imbalance:
            return False, "unbalanced"
        game.last_capturer = last_capturer
        game.finished = True
        return True, None

    def close(self) -> None:
        """End the session, early perhaps, with the totals that stand."""
        self.closed = True

    # What people see of a game

    def dealer(self, number: int) -> int:
        """Return the deal passes to the left, the next seat, after each game (#deal)."""
        return (self.first_dealer + number - 1) % len(self.players)

    def next_dealer(self) -> int:
        """Return who deals the game that begins after those there are."""
        return self.dealer(len(self.games) + 1)

    def result(self, number: int) -> dict[str, Any] | None:
        """Return the scoring answer; None while a row lacks its counting cards."""
        game = self._game(number)
        return self._scored(game, game.last_capturer)

    def scores(self, number: int) -> list[int] | None:
        """Totals in seat order; None until the game is finished."""
        answer = self.result(number) if self._game(number).finished else None
        return None if answer is None else [player["total"] for player in answer["players"]]

    def balanced(self, number: int) -> bool | None:
        """Return whether the rows as they stand balance; None until the game is finished."""
        answer = self.result(number) if self._game(number).finished else None
        return None if answer is None else answer["balanced"]

    # What people see of the session

    def games_played(self) -> int:
        """Only finished games have been played."""
        return sum(1 for game in self.games if game.finished)

    def side_of(self, seat: int) -> int:
        """Return the side of a seat: the seat, or a team number where there are teams
        (#players)."""
        return seat if self.teams is None else self.teams[seat]

    def members(self, side: int) -> list[str]:
        """Return the names on a side, in seat order."""
        return [name for seat, name in enumerate(self.players) if self.side_of(seat) == side]

    def totals(self) -> dict[int, int]:
        """Side -> points of all finished games; all start at 0 (#session)."""
        sides = sorted({self.side_of(seat) for seat in range(len(self.players))})
        totals = dict.fromkeys(sides, 0)
        for number in range(1, len(self.games) + 1):
            for seat, points in enumerate(self.scores(number) or []):
                totals[self.side_of(seat)] += points
        return totals

    def standings(self) -> list[dict[str, Any]]:
        """Return the lowest total leads (#session); equal totals share a place: 1, 1, 3."""
        totals = self.totals()
        lines: list[dict[str, Any]] = []
        for side in sorted(totals, key=lambda side: (totals[side], side)):
            name = " & ".join(self.members(side))
            better = [other for other in totals if totals[other] < totals[side]]
            place = len(better) + 1
            lines.append({"side": side, "name": name, "total": totals[side], "place": place})
        return lines

    def settlement(self) -> dict[str, list[dict[str, int]]]:
        """Return who pays whom, in both ways of playing for stakes (#session)."""
        seated = dict.fromkeys(self.side_of(seat) for seat in range(len(self.players)))
        return settled(self.totals(), list(seated))

    def owed(self) -> dict[int, int]:
        """Side -> what it has paid, less what it got, when everyone has settled with everyone."""
        owed = dict.fromkeys(self.totals(), 0)
        for payment in self.settlement()["pairwise"]:
            owed[payment["from"]] += payment["points"]
            owed[payment["to"]] -= payment["points"]
        return owed

    def leaders(self) -> list[str]:
        """Return the names on all sides that share place 1; nobody leads before a game is
        finished."""
        names: list[str] = []
        for line in self.standings():
            if line["place"] == 1 and self.games_played() > 0:
                names.extend(self.members(line["side"]))
        return names

    def winners(self) -> list[str]:
        """Return the leaders, once the session is closed or all its planned games are finished."""
        over = self.closed or self.games_played() >= self.games_planned
        return self.leaders() if over else []

    def _game(self, number: int) -> Game:
        if not 1 <= number <= len(self.games):
            raise Refused("no such game")
        return self.games[number - 1]

    def _open_game(self) -> Game:
        # Only the latest game can be unfinished.
        if not self.games or self.games[-1].finished:
            raise Refused("no game is unfinished")
        return self.games[-1]

    def _scored(self, game: Game, last_capturer: int | None) -> dict[str, Any] | None:
        rows: list[dict[str, Any]] = []
        for name, row in zip(self.players, game.rows, strict=True):
            if row is None or not has_counting_cards(row):
                return None
            rows.append({**row, "name": name})
        return score(rows, self.house.get("last_capture_point", False), last_capturer, self.teams)


def settled(totals: Mapping[int, int], seated: Sequence[int]) -> dict[str, list[dict[str, int]]]:
    """Return payments where the lowest total wins, in both ways of playing for stakes (#session).

    Pairwise, of each two sides the higher pays the lower the difference; or everybody pays the
    winner the difference, of which several winners get a point each in turn. ``seated`` are the
    sides in seat order: team 1 comes before team 0 where it has the first seat.
    """
    pairwise = [
        {"from": payer, "to": taker, "points": totals[payer] - totals[taker]}
        for payer in sorted(totals)
        for taker in sorted(totals)
        if totals[payer] > totals[taker]
    ]
    lowest = min(totals.values())
    got = {side: 0 for side in seated if totals[side] == lowest}
    to_winner = []
    for payer in seated:
        shares = dict.fromkeys(sorted(got), 0)
        for _ in range(totals[payer] - lowest):  # one point after the other
            least = min(shares.values())
            behind = [side for side in got if shares[side] == least]
            taker = min(behind, key=lambda side: got[side])  # the first in seat order of those
            shares[taker] += 1
            got[taker] += 1
        paid = {winner: points for winner, points in shares.items() if points}
        to_winner += [{"from": payer, "to": to, "points": points} for to, points in paid.items()]
    return {"pairwise": pairwise, "to_winner": to_winner}


@dataclass
class Group:
    """The people who share one link, and their sessions in the order in which they began."""

    name: str = ""
    sessions: list[Evening] = field(default_factory=list)

    def start(
        self,
        players: list[str],
        teams: list[int] | None = None,
        house: dict[str, bool] | None = None,
        games_planned: int | None = None,
        first_dealer: int = 0,
    ) -> Evening:
        """Return a new session of this group."""
        # #session: everybody deals equally often; the least number of games is one each.
        planned = len(players) if games_planned is None else games_planned
        evening = Evening(list(players), teams, dict(house or {}), planned, first_dealer)
        self.sessions.append(evening)
        return evening

    def summaries(self) -> list[dict[str, Any]]:
        """Return each session in one line."""
        return [
            {
                "players": list(evening.players),
                "games_played": evening.games_played(),
                "games_planned": evening.games_planned,
                "leaders": evening.leaders(),
            }
            for evening in self.sessions
        ]

    def statistics(self) -> dict[str, dict[str, Any]]:
        """Return what each person has done in all sessions; the same name is the same person."""
        people: dict[str, dict[str, Any]] = {}
        for evening in self.sessions:
            for seat, name in enumerate(evening.players):
                person = people.setdefault(name, _nothing_yet(name))
                if evening.games_played() == 0:
                    continue
                person["sessions"] += 1
                if name in evening.winners():
                    person["sessions_won"] += 1
                left = (seat + 1) % len(evening.players)
                for number, game in enumerate(evening.games, start=1):
                    scores = evening.scores(number)
                    if scores is None:
                        continue
                    person["games"] += 1
                    # A finished game has every row.
                    sweeps = [row["markers"] for row in game.rows if row is not None]
                    person["points"] += scores[seat]  # the player's own, in a team too
                    # #scoring: a sweep was set up by the player whose left-hand neighbour took it.
                    person["sweeps_taken"] += sweeps[seat]
                    person["sweeps_set_up"] += sweeps[left]
        return people


def fewest_payments(owed: list[int]) -> int:
    """Return the least number of payments that settle what is owed (negative: to be got). The first
    open side pays, or is paid by, each one that it can: all ways are tried."""
    still = [amount for amount in owed if amount]
    if not still:
        return 0
    first, rest = still[0], still[1:]
    return 1 + min(
        fewest_payments([*rest[:at], amount + first, *rest[at + 1 :]])
        for at, amount in enumerate(rest)
        if (amount > 0) != (first > 0)
    )


def _nothing_yet(name: str) -> dict[str, Any]:
    counts = "sessions sessions_won games points sweeps_taken sweeps_set_up".split()
    return {"name": name, **dict.fromkeys(counts, 0)}
