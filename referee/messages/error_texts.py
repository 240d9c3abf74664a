"""Sentences of errors: of a question, a card, a play, a followed game, a setup."""

from collections.abc import Mapping
from functools import singledispatch

from ..languages import and_, gettext, isolated, lazy_gettext, ngettext, number_text, sentence
from ..photo import PhotoError
from ..rules.cards import Rank, RulesError, SuitMissing, TooManyCards, TooManyCopies
from ..rules.games import UnknownGame, UnknownVersion
from ..rules.games.ask import UnreadablePreset
from ..rules.games.casino.judge.play_rules import SuitDecides
from ..rules.games.casino.question import (
    AnotherCardPlayed,
    NobodyThere,
    OnePileTwice,
    SuitsNeeded,
    TooManyTops,
)
from ..rules.games.krypkasino.question import SuitNeeded
from ..rules.house_rules import ExcludedHouseRules, UnknownHouseRule, UnknownPreset
from ..rules.log.entries import NoSuchEntry, UnreadableEntry
from ..rules.log.game_text import UnreadableTranscript
from ..rules.log.record import (
    AlreadyDealt,
    LogFull,
    NoCardLeft,
    NotDealt,
    NotFollowed,
    NotLatest,
    OutOfTurn,
    SameHands,
    SameTable,
    WrongHands,
)
from ..rules.notation import (
    AmbiguousSuit,
    NotInBuild,
    NotInPack,
    Picture,
    UnreadableBuild,
    UnreadableCard,
    UnreadablePlay,
)
from ..rules.playing.dealt_game import PlaysDoNotFit, TooManyPlays, UnreadableSeed
from ..rules.playing.dealt_session import WrongTotals
from ..rules.playing.knowledge import HandDoesNotFit, NothingDealt
from ..rules.plays import FEWEST_CARDS, ImpossibleBuild, NoBuildsHere, OwnerMissing
from ..rules.question_fields import (
    NothingPlayed,
    NotInThisGame,
    NotOneCard,
    OutOfRange,
    UnreadableNumber,
    UnreadableSwitch,
)
from ..rules.ruleset import DrawnAgain, GameOver, IllegalPlay, NoSuchTop, SeveralOptions, WrongTable
from ..rules.scoring import Uncounted
from ..rules.seating import ImpossiblePlayers, ImpossibleTeams, NoSuchSeat, NotTwoSides
from ..rules.session_end import WrongSessionLength
from ..services import refusals
from ..words.card_names import card_text, cards_text, ranks_text, the_card
from ..words.house_rule_words import HOUSE_RULES
from .capture_verdicts import verdict_text

_LONGEST_QUOTE = 40


@singledispatch
def error_text(error: RulesError | refusals.Refusal | PhotoError) -> str:
    """Return an error as a sentence that names what is wrong."""
    raise NotImplementedError(f"no words for {type(error).__name__}")


def short_error_text(error: RulesError) -> str:
    """Return an error as a heading, for pages where the full sentence stands beside the field."""
    if isinstance(error, UnreadableCard | AmbiguousSuit | NotInPack):
        return gettext("“%(text)s” is not a card.", text=quote(error.text))
    return error_text(error)


def add_fixed_texts(texts: Mapping[type[Exception], str]) -> None:
    """Register the sentences of errors that carry no facts, by type; they may be lazy."""

    def fixed_text(error: Exception) -> str:
        return str(texts[type(error)])

    for error_type in texts:
        error_text.register(error_type, fixed_text)


def quote(text: str) -> str:
    """Return a typed text for a sentence: shortened, isolated, without lone surrogates."""
    text = text.encode("utf-8", "replace").decode()
    return isolated(text if len(text) <= _LONGEST_QUOTE else text[:_LONGEST_QUOTE] + "…")


@error_text.register
def _(error: UnreadableBuild) -> str:
    return gettext(
        "“%(text)s” is not a build. Write its cards and then its value: 5S+3C=8.",
        text=quote(error.text),
    )


@error_text.register
def _(error: ImpossibleBuild) -> str:
    cards = error.build.cards
    if len(cards) < FEWEST_CARDS:
        return gettext("%(card)s: a build has two cards or more.", card=card_text(*cards))
    return gettext(
        "%(cards)s cannot be divided into groups that each make %(value)d.",
        cards=cards_text(cards),
        value=error.build.value,
    )


@error_text.register
def _(error: OwnerMissing) -> str:
    return gettext("Whose is the build of %(value)d?", value=error.build.value)


@error_text.register
def _(error: NotInBuild) -> str:
    text = gettext("%(card)s is not in the build.", card=the_card(error.card))
    return sentence(text)


@error_text.register
def _(_error: NoBuildsHere) -> str:
    return gettext("This game has no builds.")


@error_text.register
def _(error: UnreadableCard) -> str:
    return gettext(
        "“%(text)s” is not a card. Write the rank, A 2 to 10 J Q K, and the suit if it matters: "
        "S, H, D or C.",
        text=quote(error.text),
    )


@error_text.register
def _(error: AmbiguousSuit) -> str:
    return gettext(
        "“%(text)s”: K as a suit may be klöver, Karo or Kreuz. Write C for clubs, D for diamonds.",
        text=quote(error.text),
    )


@error_text.register
def _(error: NotInPack) -> str:
    text = quote(error.text)
    match error.picture:
        case Picture.KNIGHT:
            queen = chr(ord(error.text[0]) + 1)
            return gettext(
                "“%(text)s” is a knight, and these packs have none. The queen is %(queen)s.",
                text=text,
                queen=queen,
            )
        case Picture.JOKER:
            return gettext("“%(text)s” is a joker, and these packs have none.", text=text)
        case Picture.TRUMP:
            return gettext("“%(text)s” is a trump of a tarot pack; there are none here.", text=text)
        case Picture.BACK:
            return gettext("“%(text)s” is the back of a card. Which card is it?", text=text)


@error_text.register
def _(error: UnreadablePlay) -> str:
    return gettext(
        "“%(text)s” is not a turn. Write 8H x 5S 3C to take, 3C 5S+3C=8 to build, KD - to trail.",
        text=quote(error.text),
    )


add_fixed_texts(
    {
        GameOver: lazy_gettext("All cards have been played."),
        NotDealt: lazy_gettext("Enter the cards on the table first."),
        NothingDealt: lazy_gettext("Nothing has been dealt yet."),
        HandDoesNotFit: lazy_gettext(
            "This hand cannot be: it has another number of cards than this seat holds now, or "
            "cards that lie elsewhere."
        ),
        AlreadyDealt: lazy_gettext("The cards on the table have been entered already."),
        LogFull: lazy_gettext(
            "No more entries fit into this game. Count the rest on the score sheet."
        ),
        NotFollowed: lazy_gettext("This game cannot be followed play by play here."),
        PlaysDoNotFit: lazy_gettext(
            "These plays do not fit the cards of this address. Perhaps a part of it is missing."
        ),
        TooManyPlays: lazy_gettext("These are too many plays for a game."),
        UnreadableSeed: lazy_gettext(
            "This address deals no cards: its seed cannot be read. Perhaps a part is missing."
        ),
        WrongTotals: lazy_gettext("These cannot be the totals of a session."),
        SameTable: lazy_gettext("These are the cards that lie there. There is nothing to correct."),
        SameHands: lazy_gettext(
            "That is what the hands hold already. There is nothing to correct."
        ),
        OutOfTurn: lazy_gettext("It is another player's turn. If the table let it stand, say so."),
    }
)


@error_text.register
def _(_error: NoCardLeft) -> str:
    return gettext(
        "This player has no card left in this deal. If a hand was dealt wrongly and the table let "
        "it stand, say so."
    )


@error_text.register
def _(error: WrongHands) -> str:
    if len(error.cards) != error.players:
        return gettext("Say for each player how many cards are in the hand.")
    return ngettext(
        "%(cards)d cards in the hands: only %(num)d has not been seen yet.",
        "%(cards)d cards in the hands: only %(num)d have not been seen yet.",
        error.left,
        cards=sum(error.cards),
    )


@error_text.register
def _(error: UnreadableEntry) -> str:
    return gettext("“%(text)s” is not an entry of a game.", text=quote(error.text))


@error_text.register
def _(error: SuitMissing) -> str:
    return gettext("What suit is %(card)s?", card=the_card(error.card))


@error_text.register
def _(error: WrongTable) -> str:
    return ngettext(
        "%(num)d card on the table: this game begins with %(expected)s.",
        "%(num)d cards on the table: this game begins with %(expected)s.",
        error.number,
        expected=number_text(error.expected),
    )


@error_text.register
def _(error: NoSuchTop) -> str:
    return sentence(
        gettext("%(card)s cannot lie on top of this pile.", card=the_card(error.top.card))
    )


@error_text.register
def _(error: IllegalPlay) -> str:
    return verdict_text(error.verdict)


@error_text.register
def _(error: SeveralOptions) -> str:
    text = gettext("%(card)s can take in several ways. Which one?", card=the_card(error.card))
    return sentence(text)


@error_text.register
def _(error: UnknownVersion) -> str:
    return gettext(
        "It was played by version %(version)d of the rules; known here: %(known)s.",
        version=error.version,
        known=and_(map(str, error.versions)),
    )


@error_text.register
def _(error: NotLatest) -> str:
    return gettext("Entry %(seq)d is not the latest; only the latest can be undone.", seq=error.seq)


@error_text.register
def _(error: NoSuchEntry) -> str:
    return gettext("There is no entry %(seq)d to which this belongs.", seq=error.seq)


@error_text.register
def _(error: UnreadableTranscript) -> str:
    if error.error is not None:
        return gettext(
            "Line %(line)d of the game, “%(text)s”: %(error)s",
            line=error.line,
            text=quote(error.text),
            error=error_text(error.error),
        )
    return gettext(
        "Line %(line)d of the game cannot be read: “%(text)s”.",
        line=error.line,
        text=quote(error.text),
    )


add_fixed_texts(
    {
        NotTwoSides: lazy_gettext(
            "Scoring the difference needs two sides: two players, or two pairs."
        ),
        Uncounted: lazy_gettext("Not everybody has counted yet."),
    }
)


@error_text.register
def _(error: UnknownHouseRule) -> str:
    return gettext(
        "There is no house rule “%(name)s”, only %(known)s.",
        name=quote(error.name),
        known=and_(error.available),
    )


@error_text.register
def _(error: UnknownPreset) -> str:
    if not error.available:
        return gettext("This game has no presets.")
    return gettext(
        "There is no preset “%(name)s”, only %(known)s.",
        name=quote(error.key),
        known=and_(error.available),
    )


@error_text.register
def _(error: ExcludedHouseRules) -> str:
    return gettext(
        "“%(name)s” and “%(other)s” cannot both be on.",
        name=HOUSE_RULES[error.name].name,
        other=HOUSE_RULES[error.other].name,
    )


@error_text.register
def _(error: UnreadablePreset) -> str:
    return gettext(
        "“%(text)s” cannot be read. House rules are sent as a line like this: %(example)s",
        text=quote(error.text),
        example="Friday = casino to 30: sweeps, count_out",
    )


@error_text.register
def _(error: DrawnAgain) -> str:
    if error.limits.unless is None:
        return gettext(
            "Aces, the 2♠︎ and the 10♦︎ go back from the first table: lay out others, and enter what "
            "lies there then."
        )
    return gettext(
        "Three pictures, or cards worth three points, go back: draw others, and enter those."
    )


@error_text.register
def _(error: UnknownGame) -> str:
    return gettext("There is no game “%(name)s” here.", name=quote(error.key))


@error_text.register
def _(error: ImpossiblePlayers) -> str:
    if error.fewest == error.most:
        return ngettext(
            "%(num)d player: with these house rules the game needs %(most)d.",
            "%(num)d players: with these house rules the game needs %(most)d.",
            error.players,
            most=error.most,
        )
    return ngettext(
        "%(num)d player: the game needs %(fewest)d to %(most)d.",
        "%(num)d players: the game needs %(fewest)d to %(most)d.",
        error.players,
        fewest=error.fewest,
        most=error.most,
    )


@error_text.register
def _(error: ImpossibleTeams) -> str:
    if 6 in error.team_counts:
        return gettext(
            "Team mates never sit side by side: four play in two pairs, six in three pairs or in "
            "two teams of three, and all teams alternate around the table."
        )
    if error.team_counts:
        return gettext("Partners sit opposite each other: four play in two pairs.")
    return gettext("In this game everybody plays alone.")


@error_text.register
def _(error: WrongSessionLength) -> str:
    if error.limits is not None:
        return gettext(
            "%(number)d is not between %(least)d and %(most)d.",
            number=error.number,
            least=error.limits[0],
            most=error.limits[1],
        )
    return gettext("Play for a number of games or to a number of points, not both.")


@error_text.register
def _(error: NoSuchSeat) -> str:
    return gettext(
        "There is no seat %(seat)d: seats count from 0 to %(last)d.",
        seat=error.seat,
        last=error.seats - 1,
    )


add_fixed_texts(
    {
        NothingPlayed: lazy_gettext(
            "Say which card was played; then the referee can judge what it took."
        ),
        NotInThisGame: lazy_gettext("This game knows nothing of it."),
        SuitsNeeded: lazy_gettext(
            "So many builds lie there that it is open which cards are meant. Say the suits, too."
        ),
    }
)


@error_text.register
def _(error: NotOneCard) -> str:
    return gettext("“%(text)s” is more than one card; one card is played.", text=quote(error.text))


@error_text.register
def _(error: UnreadableNumber) -> str:
    return gettext("“%(text)s” is not a whole number.", text=quote(error.text))


@error_text.register
def _(error: UnreadableSwitch) -> str:
    return gettext("“%(text)s”: write 1 for yes or 0 for no.", text=quote(error.text))


@error_text.register
def _(error: OutOfRange) -> str:
    return gettext(
        "%(number)d is not between %(least)d and %(most)d.",
        number=error.number,
        least=error.least,
        most=error.most,
    )


@error_text.register
def _(error: SuitNeeded) -> str:
    return gettext("Enter the suit of %(card)s: spades are set aside.", card=the_card(error.card))


@error_text.register
def _(error: AnotherCardPlayed) -> str:
    return gettext("The turn begins with a card other than %(card)s.", card=the_card(error.card))


@error_text.register
def _(error: NobodyThere) -> str:
    return gettext(
        "There is no seat %(seat)d: seats count from 0 to %(last)d.",
        seat=error.seat,
        last=error.players - 1,
    )


@error_text.register
def _(error: OnePileTwice) -> str:
    return gettext(
        "The pile of seat %(seat)d is there twice. Partners may share one.", seat=error.seat
    )


_WHICH = {
    Rank.TWO: lazy_gettext("Which two?"),
    Rank.FIVE: lazy_gettext("Which five?"),
    Rank.TEN: lazy_gettext("Which ten?"),
}


@error_text.register
def _(error: SuitDecides) -> str:
    card = sentence(the_card(error.special))
    if error.captured_at is None:
        reason = gettext("%(card)s may take everything.", card=card)
    else:
        reason = gettext("%(card)s counts %(value)d.", card=card, value=error.captured_at)
    return f"{_WHICH[error.special.rank]} {reason}"


@error_text.register
def _(error: TooManyTops) -> str:
    return gettext(
        "%(found)d cards from piles in one build: the referee follows at most %(most)d.",
        found=error.found,
        most=error.most,
    )


@error_text.register
def _(error: TooManyCopies) -> str:
    if not error.copies:
        return gettext("%(card)s: this game has no such card.", card=card_text(error.card))
    if not error.card.suited:
        text = gettext(
            "%(cards)s: there are only %(copies)s in the game.",
            cards=ranks_text(error.card.rank, error.number),
            copies=number_text(error.copies),
        )
        return sentence(text)
    return ngettext(
        "%(found)d × %(card)s: there is only one in the game.",
        "%(found)d × %(card)s: there are only %(num)d in the game.",
        error.copies,
        card=card_text(error.card),
        found=error.number,
    )


@error_text.register
def _(error: TooManyCards) -> str:
    facts = {"number": error.number, "most": error.most}
    return gettext("%(number)d cards: there are only %(most)d in the game.", **facts)


# It adds the sentences of refusals.
from . import refusal_texts  # noqa: E402, F401
