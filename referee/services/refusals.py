"""Why something that was asked cannot be done. ``referee.messages`` gives the sentences."""

from __future__ import annotations

from enum import StrEnum

from ..rules.cards import Card, RulesError
from ..rules.checks import Check
from ..rules.sheet import Row, SheetPlan


class Refusal(Exception):
    """Base of all of them."""


class Missing(Refusal):
    """Nothing there, or nothing that the key opens; the two look the same."""


class Replaced(Missing):
    """The key opens nothing: perhaps the links were replaced, even while this waited."""


class MayNotWrite(Refusal):
    """The key only reads."""


class Conflict(Refusal):
    """Not as things stand now."""


class GameUnfinished(Conflict):
    """Another game must be finished or discarded first."""


class GameFinished(Conflict):
    """The game is over: its sheet can be corrected, but not played on or discarded."""


class Discarded(Conflict):
    """The game is not there any more; ``again``: another one has its number."""

    def __init__(self, number: int, *, again: bool) -> None:
        super().__init__(f"game {number}")
        self.number, self.again = number, again


class Faster(Conflict):
    """Somebody entered something else since the client looked last."""


class HasBegun(Conflict):
    """A session cannot be another one when its first game has begun."""


class SessionClosed(Conflict):
    """The session has ended."""


class Over(Conflict):
    """Somebody has won the session; it goes on only on purpose."""


class LongEnough(Conflict):
    """The session has as many games as one may have: ``most``."""

    def __init__(self, most: int) -> None:
        super().__init__(f"{most} games")
        self.most = most


class Stale(Refusal):
    """Somebody changed the row meanwhile: both versions."""

    def __init__(self, sheet: SheetPlan, seat: int, version: int, current: Row, yours: Row) -> None:
        super().__init__(f"row {seat} is at version {version}")
        self.sheet, self.seat, self.version = sheet, seat, version
        self.current, self.yours = current, yours


class Impossible(Refusal):
    """Readable, but it cannot be; ``field`` names what was wrong."""

    field = ""


class KeyReused(Impossible):
    """The client's key was used before, for something else."""

    field = "key"


class Unbalanced(Impossible):
    """The sheet does not add up, and nobody said that this is accepted."""

    def __init__(self, check: Check) -> None:
        super().__init__("unbalanced")
        self.check = check


class Incomplete(Impossible):
    """Somebody has not counted yet."""

    def __init__(self, names: tuple[str, ...]) -> None:
        super().__init__("incomplete")
        self.names = names


class CannotClaim(Impossible):
    """Nobody claims the target in this game."""

    field = "claimed_by"


class ClaimTooLow(Impossible):
    """What counts at once does not make the target: ``points`` of ``target``."""

    field = "claimed_by"

    def __init__(self, points: int, target: int) -> None:
        super().__init__(f"{points} of {target}")
        self.points, self.target = points, target


class NoSweeps(Impossible):
    """Sweeps count for nothing in this game."""

    field = "seat"


class SharesPile(Impossible):
    """A seat whose cards lie in the pile of another one; ``owner`` is the name there."""

    field = "seat"

    def __init__(self, owner: str) -> None:
        super().__init__(f"in the pile of {owner!r}")
        self.owner = owner


class OneForAll(Impossible):
    """A whole score for a seat whose side says one number; ``owner`` is the name of who says it."""

    field = "points"

    def __init__(self, owner: str) -> None:
        super().__init__(f"said by {owner!r}")
        self.owner = owner


class WhichAces(Impossible):
    """Who is out first hangs on which aces these ``seats`` have, and they have not said it."""

    field = "which_aces"

    def __init__(self, seats: tuple[int, ...], names: tuple[str, ...]) -> None:
        super().__init__(f"which aces have {names}?")
        self.seats, self.names = seats, names


class AceTwice(Impossible):
    """An ace in the rows of two piles."""

    field = "which_aces"

    def __init__(self, ace: Card) -> None:
        super().__init__(f"{ace} twice")
        self.ace = ace


class MustCount(Impossible):
    """The house rules look at what was counted, and somebody said one number."""


class NoSuchDeal(Impossible):
    """A deal that the game does not have."""

    field = "deal"

    def __init__(self, deals: int) -> None:
        super().__init__(f"not one of {deals} deals")
        self.deals = deals


class BadName(Impossible):
    """A name that is empty, too long, or has characters that cannot be shown."""

    def __init__(self, name: str, most: int, field: str = "name") -> None:
        super().__init__(f"no name: {name!r}")
        self.name, self.most, self.field = name, most, field


class HiddenCharacter(BadName):
    """A name with a ``character`` that cannot be seen, or that turns the writing around it: two
    names that look alike would be two people."""

    def __init__(self, name: str, character: str, field: str = "name") -> None:
        super().__init__(name, 0, field)
        self.character = character


class SameName(Impossible):
    """Two players with one name."""

    field = "players"

    def __init__(self, name: str) -> None:
        super().__init__(f"twice: {name!r}")
        self.name = name


class TakenName(Impossible):
    """Somebody else of the group is called so; perhaps it is the same person."""

    field = "name"

    def __init__(self, player_id: int, name: str) -> None:
        super().__init__(f"taken: {name!r}")
        self.player_id, self.name = player_id, name


class UnknownZone(Impossible):
    """A time zone that is not known here: ``text`` as it was typed."""

    field = "timezone"

    def __init__(self, text: str) -> None:
        super().__init__(f"no zone: {text!r}")
        self.text = text


class SatTogether(Impossible):
    """Two players who sat at one table are two people."""

    def __init__(self, one: str, other: str) -> None:
        super().__init__(f"{one!r} and {other!r} sat together")
        self.one, self.other = one, other


class WrongName(Impossible):
    """The name that was typed is not the group's."""


class Later(Refusal):
    """Not now, but in so many ``seconds``."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"in {seconds} s")
        self.seconds = seconds


class NothingFollowed(Impossible):
    """A game without a single entry."""

    field = "file"


class UnreadableArchive(Impossible):
    """A file that is no export of a group; ``where`` says at which place, and ``why`` what the
    rules have against what stands there."""

    field = "file"

    def __init__(self, where: str, why: RulesError | Refusal | None = None) -> None:
        super().__init__(where)
        self.where, self.why = where, why


class Much(StrEnum):
    """Of what a file can hold too much. ``COUNTED``: sweeps and corrections; ``SECONDS``: the time
    to check it all."""

    SESSIONS = "sessions"
    PEOPLE = "people"
    GAMES = "games"
    ENTRIES = "entries"
    COUNTED = "counted"
    SECONDS = "seconds"


class TooMuch(Impossible):
    """A file with more than can be read in at once."""

    field = "file"

    def __init__(self, what: Much, most: int) -> None:
        super().__init__(f"more than {most} {what}")
        self.what, self.most = what, most


class AnotherFile(Later):
    """Another file is read in at this moment."""

    def __init__(self) -> None:
        super().__init__(5)


class AlreadyHere(Conflict):
    """A file that holds what a group of this phone has, the one with the ``group_id``."""

    def __init__(self, group_id: str) -> None:
        super().__init__(f"in {group_id}")
        self.group_id = group_id


class OnlyHere(Conflict):
    """Other phones cannot come into a group that is on one phone alone."""


class HandedOver(MayNotWrite):
    """A server has taken this group, or may have; the copy on this phone is only for looking."""


class NotHandedOver(Conflict):
    """No server has taken this group: what is on the phone is all there is."""


class AlreadyHandedOver(Conflict):
    """This group of a phone came before, otherwise or with another key."""


class NoRoom(Refusal):
    """What was asked for cannot be kept on this phone."""


class Stopped(Refusal):
    """The evenings of this phone cannot be opened as things stand; what is entered waits."""


class NewerEvenings(Stopped):
    """A newer version of the app wrote what this phone has kept."""


class OlderEvenings(Stopped):
    """This version cannot bring what this phone has kept up to date."""


class UnreadableEvenings(Stopped):
    """What this phone has kept is damaged."""
