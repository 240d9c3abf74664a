"""Why something that was asked cannot be done. ``referee.messages`` gives the sentences."""

from __future__ import annotations

from enum import StrEnum

from ..rules.cards import Card, RulesError
from ..rules.sheet_check import Check
from ..rules.sheet_plan import RowCounts, SheetPlan


class Cause(StrEnum):
    """Causes of refusals that are answered like all others of their kind, each in a sentence."""

    FASTER = "faster"
    """Somebody entered something else since the client looked last."""
    SESSION_CLOSED = "session_closed"
    LONG_ENOUGH = "long_enough"
    """The session has as many games as one may have: ``most``."""
    NOT_SET_ASIDE = "not_set_aside"
    """Only what is set aside can be deleted."""
    ANOTHER_GAME = "another_game"
    """A session goes on with other people, and not with another game."""
    FOLLOWED_OTHERWISE = "followed_otherwise"
    """Game ``number`` was followed by other rules: by these some of its plays were not allowed."""
    CANNOT_CLAIM = "cannot_claim"
    """Nobody claims the target in this game."""
    NO_SWEEPS = "no_sweeps"
    """Sweeps count for nothing in this game."""
    SHARES_PILE = "shares_pile"
    """The cards of a seat lie in the pile of another one: that of ``name``."""
    NO_SUCH_DEAL = "no_such_deal"
    """The game has no such deal, but so many ``deals``."""
    SAT_TOGETHER = "sat_together"
    """Two players who sat at one table, ``one`` and the ``other``, are two people."""
    WRONG_NAME = "wrong_name"
    """The name that was typed is not the group's."""
    NOTHING_FOLLOWED = "nothing_followed"
    """A game without a single entry."""
    ANOTHER_FILE = "another_file"
    """Another file is read in at this moment."""
    ONLY_HERE = "only_here"
    """Other phones cannot come into a group that is on one phone alone."""
    HANDED_OVER = "handed_over"
    """A server has taken this group, or may have; the copy on this phone is only for looking."""
    NOT_HANDED_OVER = "not_handed_over"
    """No server has taken this group: what is on the phone is all there is."""
    HANDED_OVER_BEFORE = "handed_over_before"
    """This group of a phone came before, otherwise or with another key."""
    NO_ROOM = "no_room"
    """What was asked for cannot be kept on this phone."""
    NEWER_EVENINGS = "newer_evenings"
    """A newer version of the app wrote what this phone has kept."""
    OLDER_EVENINGS = "older_evenings"
    """This version cannot bring what this phone has kept up to date."""
    UNREADABLE_EVENINGS = "unreadable_evenings"
    """What this phone has kept is damaged."""


class Refusal(Exception):
    """Something that cannot be done, and the ``field`` that was wrong, if any. Subclasses are
    answered or caught in ways of their own; where none is needed there is a ``cause``, with the
    ``facts`` of its sentence."""

    field = ""

    def __init__(self, cause: Cause | None = None, *, field: str = "", **facts: str | int) -> None:
        super().__init__(cause, facts)
        self.cause, self.facts = cause, facts
        self.field = field or self.field


class NotAccessible(Refusal):
    """Nothing there, or nothing that the key opens; the two look the same."""


class KeyReplaced(NotAccessible):
    """The key opens nothing: perhaps the links were replaced, even while this waited."""


class MayNotWrite(Refusal):
    """The key only reads."""


class Conflict(Refusal):
    """Not as things stand now."""


class GameUnfinished(Conflict):
    """Another game must be finished or discarded first."""


class GameFinished(Conflict):
    """The game is over: its sheet can be corrected, but not played on or discarded."""


class GameDiscarded(Conflict):
    """The game is not there any more; ``again``: another one has its number."""

    def __init__(self, number: int, *, again: bool) -> None:
        super().__init__(number=number)
        self.number, self.again = number, again


class SessionHasBegun(Conflict):
    """A session cannot be another one when its first game has begun."""


class ContinuedAlready(Conflict):
    """The session does not go on with other people: another part follows it, or it is set
    aside."""


class SessionWon(Conflict):
    """Somebody has won the session; it goes on only on purpose."""


class RowChangedMeanwhile(Refusal):
    """Somebody changed the row meanwhile: both versions."""

    def __init__(
        self, sheet: SheetPlan, seat: int, version: int, current: RowCounts, yours: RowCounts
    ) -> None:
        super().__init__(version=version)
        self.sheet, self.seat, self.version = sheet, seat, version
        self.current, self.yours = current, yours


class Invalid(Refusal):
    """Readable, but it cannot be."""


class KeyReused(Invalid):
    """The client's key was used before, for something else."""

    field = "key"


class SheetUnbalanced(Invalid):
    """The sheet does not add up, and nobody said that this is accepted."""

    def __init__(self, check: Check) -> None:
        super().__init__()
        self.check = check


class SheetIncomplete(Invalid):
    """Somebody has not counted yet."""

    def __init__(self, names: tuple[str, ...]) -> None:
        super().__init__()
        self.names = names


class ClaimTooLow(Invalid):
    """What counts at once does not make the target: ``points`` of ``target``."""

    field = "claimed_by"

    def __init__(self, points: int, target: int) -> None:
        super().__init__(points=points, target=target)
        self.points, self.target = points, target


class OneForAll(Invalid):
    """A whole score for a seat whose side says one number; ``owner`` is the name of who says it."""

    field = "points"

    def __init__(self, owner: str) -> None:
        super().__init__(name=owner)
        self.owner = owner


class WhichAces(Invalid):
    """Who is out first hangs on which aces these ``seats`` have, and they have not said it."""

    field = "which_aces"

    def __init__(self, seats: tuple[int, ...], names: tuple[str, ...]) -> None:
        super().__init__(names=" ".join(names))
        self.seats, self.names = seats, names


class AceTwice(Invalid):
    """An ace in the rows of two piles."""

    field = "which_aces"

    def __init__(self, ace: Card) -> None:
        super().__init__()
        self.ace = ace


class MustCount(Invalid):
    """The house rules look at what was counted, and somebody said one number."""


class BadName(Invalid):
    """A name that is empty, too long, or has characters that cannot be shown."""

    def __init__(self, name: str, most: int, field: str = "name") -> None:
        super().__init__(field=field, name=name)
        self.name, self.most = name, most


class HiddenCharacter(BadName):
    """A name with a ``character`` that cannot be seen, or that turns the writing around it: two
    names that look alike would be two people."""

    def __init__(self, name: str, character: str, field: str = "name") -> None:
        super().__init__(name, 0, field)
        self.character = character


class SameName(Invalid):
    """Two players with one name."""

    field = "players"

    def __init__(self, name: str) -> None:
        super().__init__(name=name)
        self.name = name


class TakenName(Invalid):
    """Somebody else of the group is called so; perhaps it is the same person."""

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
    """Not now, but in so many ``seconds``."""

    def __init__(self, seconds: int, cause: Cause | None = None) -> None:
        super().__init__(cause, seconds=seconds)
        self.seconds = seconds


class UnreadableArchive(Invalid):
    """A file that is no export of a group; ``where`` says at which place, and ``why`` what the
    rules have against what stands there."""

    field = "file"

    def __init__(self, where: str, why: RulesError | Refusal | None = None) -> None:
        super().__init__(where=where)
        self.where, self.why = where, why


class ImportLimit(StrEnum):
    """Of what a file can hold too much. ``COUNTED``: sweeps and corrections; ``SECONDS``: the time
    to check it all."""

    SESSIONS = "sessions"
    PEOPLE = "people"
    GAMES = "games"
    ENTRIES = "entries"
    COUNTED = "counted"
    SECONDS = "seconds"


class ImportTooLarge(Invalid):
    """A file with more than can be read in at once."""

    field = "file"

    def __init__(self, what: ImportLimit, most: int) -> None:
        super().__init__(what=what, most=most)
        self.what, self.most = what, most


class GroupAlreadyOnPhone(Conflict):
    """A file that holds what a group of this phone has, the one with the ``group_id``."""

    def __init__(self, group_id: str) -> None:
        super().__init__(group=group_id)
        self.group_id = group_id


class PhoneStorageFull(Refusal):
    """What was asked for cannot be kept on this phone."""


class PhoneDataUnavailable(Refusal):
    """The evenings of this phone cannot be opened as things stand; what is entered waits."""
