"""The command ``referee play``: a game in the terminal, against players."""

import secrets
import sys

import click

from .languages import gettext, signed
from .messages.error_texts import error_text
from .messages.playing_texts import (
    happened,
    hint_lines,
    leftovers_line,
    seat_names,
    sheet_rows,
    warning_line,
)
from .rules.cards import Card, RulesError
from .rules.games import RULESETS, ruleset
from .rules.log.entries import settled_play
from .rules.notation import read_play, write_cards, write_settled_play, write_table
from .rules.playing.dealt_game import DealtGame, UnreadableSeed, numbers_of_players
from .rules.playing.dealt_session import DealtSession, next_seed
from .rules.playing.players import Level, has_players
from .rules.plays import CardOnly, Play, Table, Trail
from .rules.ruleset import Ruleset, State
from .rules.seating import Seats
from .terminal import UNREADABLE, CommandRefused, print_line

OWN = 0
"""The seat of the person at the terminal."""
_HINTS = 3


class WrongOptions(CommandRefused):
    """Options by which no game can be dealt."""

    exit_code = UNREADABLE


@click.command()
@click.argument("game", type=click.Choice([*RULESETS]))
@click.option("--players", type=int, default=2, show_default=True, help="How many play.")
@click.option("--seed", default="", help="Deals the same cards again.")
@click.option(
    "--level",
    type=click.Choice([level.value for level in Level]),
    default=Level.GOOD.value,
    show_default=True,
    help="How well the others play.",
)
@click.option("--house", default="", help="House rules that are on.")
def play(game: str, players: int, seed: str, level: str, house: str) -> None:
    """Play GAME against players, a card or a play a line.

    \b
    8H           the only thing that the eight of hearts can do
    8H x 5S 3C   it takes these cards
    KD -         the king is laid
    3C 5S+3C=8   the three builds
    ?            a hint; again: a clearer one
    undo         takes your last play back
    quit         ends the game

    The exit code is 0, or 2 for options that cannot be.
    """
    session = _session(game, players, seed, house)
    terminal = TerminalGame(session, Level(level))
    print_line(gettext("The same cards again: --seed %(seed)s", seed=session.seed))
    terminal.run()


def _session(game: str, players: int, seed: str, house: str) -> DealtSession:
    """Return a session whose first game is played. Raises :class:`.CommandRefused`."""
    try:
        rules = ruleset(game, house.replace(",", " ").split())
        if not has_players(rules):
            raise CommandRefused(gettext("Referee does not play this game yet."))
        text = seed or secrets.token_hex(4)
        return _dealable(rules, players, text)
    except RulesError as error:
        raise WrongOptions(error_text(error)) from error


def _dealable(rules: Ruleset, players: int, seed: str) -> DealtSession:
    """Return a session in which the seat before one's own deals; any text is a seed."""
    dealer = 0 if players not in numbers_of_players(rules) else -rules.seating.step % players
    teams = rules.seating.usual_teams(players)
    session = DealtSession(rules, Seats(players, dealer, teams), seed)
    try:
        session.deal()
    except UnreadableSeed:
        return DealtSession(rules, Seats(players, dealer, teams), next_seed(seed))
    return session


class TerminalGame:
    """A game between the person at the terminal and players at a level."""

    def __init__(self, session: DealtSession, level: Level) -> None:
        self._session, self._level = session, level
        self._names = seat_names(session.seats.players)
        self._game = self._with_players(session.deal())
        self._earlier: list[DealtGame] = []
        self._hints = 0

    def run(self) -> None:
        """Play until the game is over, or nothing more is typed."""
        self._show()
        while self._game.turn is not None:
            text = _typed()
            if text is None or text == "quit":
                print_line(gettext("The game was not played to its end."))
                return
            self._answer(text)
        self._show_sheet()

    def _answer(self, text: str) -> None:
        """Do what a line says."""
        match text.split():
            case []:
                self._show()
            case ["?"]:
                self._hint()
            case ["undo"]:
                self._undo()
            case _:
                self._play(text)

    def _with_players(self, game: DealtGame) -> DealtGame:
        return game.with_players(OWN, self._level)

    def _play(self, text: str) -> None:
        """Play what a line names, if that is one thing and legal, and let the others play."""
        try:
            plays = self._named(text)
            if len(plays) > 1:
                print_line(gettext("This can be done in several ways. Which one?"))
                print_line("\n".join(f"  {write_settled_play(each)}" for each in plays))
                return
            following = self._game.after(plays[0])
        except RulesError as error:
            print_line(error_text(error))
            return
        self._earlier.append(self._game)
        self._game, self._hints = self._with_players(following), 0
        self._show()

    def _named(self, text: str) -> list[Play]:
        """Return the plays that a text may mean: of a card alone all legal ones, or one that is
        not. Raises a :class:`.RulesError` for a text that cannot be read."""
        named = read_play(text)
        if not isinstance(named, CardOnly):
            return [settled_play(named)]
        card = self._held(named.card)
        plays = list(self._game.record.engine.listed(self._state, card).plays)
        return list(filter(self._is_legal, plays)) or plays[:1]

    def _held(self, card: Card) -> Card:
        """Return the card that is meant: if no suit is named, the only one of its rank in the hand.
        Raises :class:`.SuitMissing`."""
        of_rank = {own for own in self._game.hands[OWN] if own.rank is card.rank}
        meant = of_rank.pop() if not card.suited and len(of_rank) == 1 else card
        settled_play((Trail(meant),))
        return meant

    def _is_legal(self, play: Play) -> bool:
        hand = self._game.hands[OWN]
        return self._game.record.engine.judge(self._state, OWN, play, hand).legal is True

    @property
    def _state(self) -> State:
        state = self._game.record.state
        assert state is not None  # the table was dealt
        return state

    def _hint(self) -> None:
        self._hints = min(self._hints + 1, _HINTS)
        choice = self._game.chosen(Level.GOOD)
        line = hint_lines(self._game, choice, self._hints, self._names)[-1]
        print_line(line.text)

    def _undo(self) -> None:
        if not self._earlier:
            print_line(gettext("There is nothing to take back."))
            return
        self._game, self._hints = self._earlier.pop(), 0
        self._show()

    def _show(self) -> None:
        """Print what has happened since one's last turn, the table, and one's hand."""
        record, state = self._game.record, self._state
        for line in happened(record, OWN, self._names):
            name = "" if line.seat is None else f"{self._names[line.seat]}: "
            print_line(f"{name}{_with_stop(line.text)} {line.sweep}".rstrip())
        if self._game.turn is None:
            return
        if warning := warning_line(self._game):
            print_line(warning.text)
        table = write_table(Table(state.table, state.builds)) or "-"
        print_line(gettext("Table: %(cards)s", cards=table))
        print_line(gettext("Hand: %(cards)s", cards=write_cards(self._game.hands[OWN])))

    def _show_sheet(self) -> None:
        record = self._game.record
        if rest := leftovers_line(record, self._names):
            print_line(rest)
        for row in sheet_rows(self._session.after(self._game), self._names):
            print_line(f"{row.name} {signed(row.score)} ({row.items})")


def _with_stop(text: str) -> str:
    return text if text.endswith((".", "!", "?")) else f"{text}."


def _typed() -> str | None:
    """Return the next line that is typed, None at the end of the input."""
    click.echo("> ", nl=False)
    line = sys.stdin.readline()
    return line.strip() if line else None
