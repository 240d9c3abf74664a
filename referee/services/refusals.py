"""Refusals of use cases: what was asked for and cannot be done."""

from collections.abc import Callable
from enum import StrEnum
from functools import wraps
from typing import ParamSpec, Self, TypeVar

from ..rules.cards import Card, RulesError
from ..rules.sheet_check import Check
from ..rules.sheet_plan import RowCounts, SheetPlan


class Cause(StrEnum):
    """Causes of refusals that need no class of their own, with the ``field`` that each is about."""

    field: str

    def __new__(cls, code: str, field: str = "") -> Self:
        cause = str.__new__(cls, code)
        cause._value_, cause.field = code, field
        return cause

    NOT_DEALT = "not_dealt"
    """The rules do not deal to so many players, so their game cannot be followed."""
    FASTER = "faster"
    """Another entry was made since the client looked last."""
    SESSION_CLOSED = "session_closed"
    LONG_ENOUGH = "long_enough"
    """The session has as many games as one may have: ``most``."""
    NOT_SET_ASIDE = "not_set_aside"
    """Only what is set aside can be deleted."""
    ANOTHER_GAME = "another_game", "continues"
    """A session goes on with other people, and not with another game."""
    FOLLOWED_OTHERWISE = "followed_otherwise", "house"
    """Game ``number`` was followed by other rules: by these some of its plays were not allowed."""
    CANNOT_CLAIM = "cannot_claim", "claimed_by"
    """The target is not claimed in this game."""
    NO_SWEEPS = "no_sweeps", "seat"
    """Sweeps count for nothing in this game."""
    SHARES_PILE = "shares_pile", "seat"
    """The cards of a seat lie in the pile of another one: that of ``name``."""
    NO_SUCH_DEAL = "no_such_deal", "deal"
    """The game has no such deal, but so many ``deals``."""
    SAT_TOGETHER = "sat_together"
    """Two players who sat at one table, ``one`` and the ``other``, are two people."""
    SAME_GROUP = "same_group"
    """A group cannot be merged with itself."""
    WRONG_NAME = "wrong_name"
    """The name that was typed is not the group's."""
    NOTHING_FOLLOWED = "nothing_followed", "file"
    """A game without a single entry."""
    NO_POINTS = "no_points", "file"
    """A ``cell`` of a table of rounds, in a ``round``, that is no number of points."""
    TOO_MANY_POINTS = "too_many_points", "file"
    """A round with more points than a sheet can have as agreed on: ``most``."""
    TOO_MANY_ROUNDS = "too_many_rounds", "file"
    """A table with more rounds than one session may have games: ``most``."""
    ANOTHER_FILE = "another_file"
    """Another file is read in at this moment."""
    ONLY_HERE = "only_here"
    """Other phones cannot come into a group that is on one phone alone."""
    HANDED_OVER = "handed_over"
    """A server has taken this group, or may have; the copy on this phone is only for looking."""
    NOT_HANDED_OVER = "not_handed_over"
    """No server has taken this group: what is on the phone is all there is."""
    HANDED_OVER_BEFORE = "handed_over_before"
    """The group of a phone came before, otherwise or with another key."""
    PRESET_EXISTS = "preset_exists", "name"
    """The group has other house rules under this ``name``."""
    TOO_MANY_PRESETS = "too_many_presets"
    """The group keeps as many presets as one may: ``most``."""
    NOT_FOLLOWED = "not_followed"
    """A game that was counted, and whose plays nobody knows."""
    NOT_OVER = "not_over"
    """The plays of a game are looked at once it is finished."""
    NOT_TO_THE_END = "not_to_the_end"
    """A finished game whose log ends before the last card."""
    NO_ROOM = "no_room"
    """No room is left on the phone to keep an entry."""
    NEWER_EVENINGS = "newer_evenings"
    """A newer version of the app wrote what this phone has kept."""
    OLDER_EVENINGS = "older_evenings"
    """The version of the app cannot update the data of the phone."""
    UNREADABLE_EVENINGS = "unreadable_evenings"
    """Data of the phone are damaged."""


class Refusal(Exception):
    """A refused request, with the ``field`` that was wrong and the ``reason`` that the API gives,
    if any.

    Subclasses are answered or caught in ways of their own. A refusal without such a class has a
    ``cause``, with the ``facts`` of its sentence.
    """

    status = 422
    """The HTTP status of the answer."""
    api_status: int | None = None
    """The status where the API answers another one than the pages."""
    reason = ""
    field = ""

    def __init__(self, cause: Cause | None = None, **facts: str | int) -> None:
        super().__init__(cause, facts)
        self.cause, self.facts = cause, facts
        if cause is not None:
            self.field = cause.field


class NotAccessible(Refusal):
    """Nothing is there, or nothing that the key opens; the answer does not tell which."""

    status = 404


class KeyReplaced(NotAccessible):
    """A key that opens nothing: perhaps the links were replaced, even while the request waited."""

    api_status = 401


class MayNotWrite(Refusal):
    """A key that only reads."""

    status = 403


class Conflict(Refusal):
    """A request that does not fit the present state."""

    status = 409


class GameUnfinished(Conflict):
    """A new game while another must be finished or discarded first."""


class GameFinished(Conflict):
    """A change of a finished game other than a correction of its sheet."""


class GameDiscarded(Conflict):
    """A request for a game that was discarded; ``again``: another game has its number."""

    def __init__(self, number: int, *, again: bool) -> None:
        super().__init__(number=number)
        self.number, self.again = number, again


class SessionHasBegun(Conflict):
    """A change of a session's plan after its first game has begun."""


class ContinuedAlready(Conflict):
    """The continuation of a session that another part follows, or that is set aside."""


class SessionWon(Conflict):
    """A new game in a session that is won already, without the wish to play on all the same."""

    reason = "over"


class RowChangedMeanwhile(Refusal):
    """A row that somebody else has changed meanwhile, with both versions of it."""

    api_status = 412

    def __init__(
        self, sheet: SheetPlan, seat: int, version: int, current: RowCounts, yours: RowCounts
    ) -> None:
        super().__init__(version=version)
        self.sheet, self.seat, self.version = sheet, seat, version
        self.current, self.yours = current, yours


class NoPlayersYet(Refusal):
    """A request for the analysis of a game for which there are no players yet."""

    status = 501


class Invalid(Refusal):
    """A request that can be read, but that asks for something impossible."""


class KeyReused(Invalid):
    """A client's key that was used before, for something else."""

    field = "key"


class SheetUnbalanced(Invalid):
    """The end of a game whose sheet does not add up, without saying that this is accepted."""

    reason = "unbalanced"

    def __init__(self, check: Check) -> None:
        super().__init__()
        self.check = check


class SheetRefused(Invalid):
    """An entry or a claim that the rest of the sheet does not allow; the sheet's page says why."""


class SheetIncomplete(SheetRefused):
    """The end of a game that some players, with these ``names``, have not counted yet."""

    reason = "incomplete"

    def __init__(self, names: tuple[str, ...]) -> None:
        super().__init__()
        self.names = names


class ClaimTooLow(SheetRefused):
    """A claim of the ``target`` that does not hold: what counts at once makes ``points`` only."""

    field, reason = "claimed_by", "claim_too_low"

    def __init__(self, points: int, target: int) -> None:
        super().__init__(points=points, target=target)
        self.points, self.target = points, target


class OneForAll(SheetRefused):
    """A whole score for a seat whose side enters one number, in the row of ``owner``."""

    field = "points"

    def __init__(self, owner: str) -> None:
        super().__init__(name=owner)
        self.owner = owner


class WhichAces(SheetRefused):
    """The end of a game whose winner depends on which aces these ``seats`` have."""

    field = reason = "which_aces"

    def __init__(self, seats: tuple[int, ...], names: tuple[str, ...]) -> None:
        super().__init__(names=" ".join(names))
        self.seats, self.names = seats, names


class AceTwice(SheetRefused):
    """An ace that is in the rows of two piles."""

    field = "which_aces"

    def __init__(self, ace: Card) -> None:
        super().__init__()
        self.ace = ace


class MustCount(SheetRefused):
    """A whole score where the house rules need the counted cards."""

    reason = "mixed"


class BadName(Invalid):
    """A name that is empty, too long, or has characters that cannot be shown."""

    def __init__(self, name: str, most: int, field: str = "name") -> None:
        super().__init__(name=name)
        self.field, self.name, self.most = field, name, most


class BadReason(BadName):
    """A reason of an adjustment that is too long, or has characters that cannot be shown."""


class HiddenCharacter(BadName):
    """A name with a ``character`` that cannot be seen, or that turns the text around it.

    Two names that look alike would be two people.
    """

    def __init__(self, name: str, character: str, field: str = "name") -> None:
        super().__init__(name, 0, field)
        self.character = character


class TooManyMarks(BadName):
    """A name with more than ``most`` combining marks on one ``letter``."""

    def __init__(self, letter: str, most: int, field: str = "name") -> None:
        super().__init__(letter, most, field)
        self.letter = letter


class SameName(Invalid):
    """Two players of one name."""

    field = "players"

    def __init__(self, name: str) -> None:
        super().__init__(name=name)
        self.name = name


class TakenName(Invalid):
    """A name that another person of the group has; perhaps it is the same person."""

    field = "name"

    def __init__(self, player_id: int, name: str) -> None:
        super().__init__(name=name)
        self.player_id, self.name = player_id, name


class UnknownZone(Invalid):
    """A time zone that is not known here: ``text`` as it was typed."""

    field = "timezone"

    def __init__(self, text: str) -> None:
        super().__init__(text=text)
        self.text = text


class TryLater(Refusal):
    """A request that is to be repeated after so many ``seconds``."""

    status = 503

    def __init__(self, seconds: int, cause: Cause | None = None) -> None:
        super().__init__(cause, seconds=seconds)
        self.seconds = seconds


class UnreadableArchive(Invalid):
    """A file that is no export of a group.

    ``where`` is the place in the file, ``why`` the error of the rules at that place, if there is
    one.
    """

    field = "file"

    def __init__(self, where: str, why: RulesError | Refusal | None = None) -> None:
        super().__init__(where=where)
        self.where, self.why = where, why


class FileKind(StrEnum):
    """Kinds of files that this app does not write, or cannot read again."""

    BOARD_GAME_STATS = "board game stats"
    OTHER_PROGRAM = "other program"
    TABLE = "table"
    DATABASE = "database"
    ZIP = "zip"
    PICTURE = "picture"
    PDF = "pdf"
    WEB_PAGE = "web page"
    EMPTY = "empty"
    UNKNOWN = "unknown"


class ForeignFile(Invalid):
    """A file of another kind than those that can be read in."""

    field = "file"

    def __init__(self, kind: FileKind) -> None:
        super().__init__(kind=kind)
        self.kind = kind


class ImportLimit(StrEnum):
    """Limits of a file.

    ``COUNTED``: sweeps and corrections; ``SECONDS``: the time to check the file.
    """

    SESSIONS = "sessions"
    PEOPLE = "people"
    GAMES = "games"
    ENTRIES = "entries"
    COUNTED = "counted"
    SECONDS = "seconds"


class ImportTooLarge(Invalid):
    """A file that has more than can be imported at once."""

    field = "file"

    def __init__(self, what: ImportLimit, most: int) -> None:
        super().__init__(what=what, most=most)
        self.what, self.most = what, most


class GroupAlreadyOnPhone(Conflict):
    """A file whose content a group of this phone has: the one with the ``group_id``."""

    def __init__(self, group_id: str) -> None:
        super().__init__(group=group_id)
        self.group_id = group_id


class PhoneStorageFull(Refusal):
    """A change that cannot be stored on this phone."""

    status = 507


class PhoneDataUnavailable(Refusal):
    """A request for sessions of this phone that cannot be opened at present; entries wait."""

    status = 503


_P = ParamSpec("_P")
_T = TypeVar("_T")


class Damaged(Exception):
    """Stored data that cannot be: another program wrote it, or this one has a fault.

    It is neither a refusal nor an error of the rules, which answer a request.
    """


def raises_damaged(function: Callable[_P, _T]) -> Callable[_P, _T]:
    """Return a function that raises :class:`Damaged` where the rules refuse stored data.

    The decorated function may apply the rules to stored data alone.
    """

    @wraps(function)
    def checked(*args: _P.args, **options: _P.kwargs) -> _T:
        try:
            return function(*args, **options)
        except RulesError as error:
            raise Damaged(f"{type(error).__name__}: {error}") from error

    return checked
