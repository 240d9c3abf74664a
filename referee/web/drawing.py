"""Drawing in templates: cached fragments, cards, and positions that can be tapped.

What is tapped in a position becomes the query of a URL; the server keeps nothing of it.
"""

import re
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from flask import Flask, Response, render_template, request
from markupsafe import Markup, escape

from ..cache import Cache
from ..languages import Speech, gettext, speech
from ..messages.build_verdicts import whose_pile
from ..messages.verdict_lines import VerdictLine
from ..rules.cards import SUITS, Card, Cards, Rank
from ..rules.games.casino.followed.followed_game import BuildGameEngine
from ..rules.games.casino.followed.state import build_game_state
from ..rules.notation import write_card
from ..rules.plays import Build
from ..rules.ruleset import State
from ..urls import root, rule_url
from ..words.card_names import TEXT_STYLE, card_name, card_text
from .preferences import CHOICES, LOOKS


def markup(template: str, **facts: object) -> Markup:
    """Return a drawn partial template as markup."""
    return Markup(render_template(template, **facts).strip())  # noqa: S704 - templates escape


def fragment(template: str, **facts: object) -> Markup:
    """Return a drawn partial template without its indentation, cached by its hashable facts, the
    language, and the path that the app is mounted at. It must depend on nothing else."""
    return _fragment(speech(), root(), template, tuple(facts.items()))


def drawn_once(draw: Callable[[], Markup], *facts: Hashable) -> Markup:
    """Return what a macro draws, without the indentation of its template, cached by its hashable
    facts, the language, and the path that the app is mounted at. The macro must depend on nothing
    else."""
    key = (speech(), root(), *facts)
    return _drawn.get_or_put(key, lambda: _unindented(draw()))


_drawn: Cache[Markup] = Cache(64)
_INDENTATION = re.compile(r"\n\s+")


def _unindented(drawn: Markup) -> Markup:
    return Markup(_INDENTATION.sub("\n", drawn))  # noqa: S704 - it was markup


@lru_cache(maxsize=512)
def _fragment(
    _speech: Speech, _root: str, template: str, facts: tuple[tuple[str, object], ...]
) -> Markup:
    return _unindented(markup(template, **dict(facts)))


def looks_attribute() -> Markup:
    """Return the ``class`` attribute of the page for the chosen looks, empty for the usual ones."""
    chosen = looks()
    return Markup(' class="{}"').format(chosen) if chosen else Markup()


def looks() -> str:
    """Return the chosen looks as classes of the styles, "" for the usual ones."""
    cookies = request.cookies
    chosen = ((name, cookies[name]) for name in LOOKS if name in cookies)
    return " ".join(choice for name, choice in chosen if choice in CHOICES[name][1:])


def init_app(app: Flask) -> None:
    app.jinja_env.globals.update(fragment=fragment, drawn_once=drawn_once)

    @app.after_request
    def speak_suits(response: Response) -> Response:
        if response.mimetype == "text/html" and not response.is_streamed:
            response.set_data(with_spoken_cards(response.get_data(as_text=True)))
        return response


def with_spoken_cards(html: str) -> str:
    """Return a page on which cards within sentences are named for ears, as the pictures of cards
    are: screen readers leave the signs of suits out, or say some of them alone."""
    names, parts, done = _card_names(speech()), list[str](), 0
    at = html.find(TEXT_STYLE)
    while at >= 0:
        if at >= done and _CARD.search(html, max(done, at - 3), at + 1):
            tag = html.rfind("<", 0, at)
            begin, end = html.rfind(">", tag, at) + 1, html.find("<", at)
            if not begin:  # within a tag
                begin, end = html.rfind('"', 0, at) + 1, html.find('"', at)
                spoken = _in_label if _LABEL.search(html, tag, begin) else None
            elif html.startswith(_PLAIN, tag):
                spoken = _in_label if html.startswith("<title", tag) else None
            else:
                spoken = _in_sentence
            if spoken:
                parts += (html[done:begin], spoken(html[begin:end], names))
                done = end
        at = html.find(TEXT_STYLE, at + 1)
    return "".join((*parts, html[done:]))


def _in_label(text: str, names: Mapping[str, str]) -> str:
    return _CARD.sub(lambda card: names.get(card[0], card[0]), text)


def _in_sentence(text: str, names: Mapping[str, str]) -> str:
    """Return a text with named cards; as one part, for where parts are laid out side by side."""
    named = _CARD.sub(
        lambda card: (
            f'<bdi role="img" aria-label="{names[card[0]]}">{card[0]}</bdi>'
            if card[0] in names
            else card[0]
        ),
        text,
    )
    return f"<span>{named}</span>" if named != text and " " in text.strip() else named


_CARD = re.compile(rf"(?:10|(?<![0-9A-Za-z])[2-9A-Z]n?)[♠♥♦♣]{TEXT_STYLE}")
_LABEL = re.compile(r'\s(?:aria-label|title|alt|data-say)="$')
_PLAIN = ("<title", "<option", "<textarea", "<script")
"""Elements that hold nothing but text."""


@lru_cache(maxsize=16)
def _card_names(_speech: Speech) -> Mapping[str, str]:
    """Return the name of each card by its signs."""
    cards = (Card(rank, suit) for rank in Rank for suit in SUITS)
    return {card_text(card): card_name(card) for card in cards}


def card(card: Card, size: str = "", *, named: bool = True) -> Markup:
    """Return the picture of a card; ``size`` is a class of the styles.

    It is not ``named`` within a picture whose name has all of its cards.
    """
    return _card(speech(), "_card.html", card, size, named)


def take_back(card: Card, place: str = "") -> Markup:
    """Return the picture of a card with the words for a link that takes it back; ``place`` is
    ``"played"`` for the played card."""
    return _card(speech(), "referee/_take_back.html", card, place)


def choose(card: Card, state: str = "") -> Markup:
    """Return the picture of a table card with the words for a link that selects it; ``state`` may
    hold ``"chosen"`` and ``"blamed"``."""
    return _card(speech(), "referee/builds/_choosable_card.html", card, state)


def fan(build: Build, name: str = "") -> Markup:
    """Return the picture of a build: its cards side by side, with its value on them. ``name`` is
    read aloud in place of its cards."""
    return _fan(speech(), build, name)


def cards(cards: Iterable[Card], size: str = "") -> Markup:
    """Return the pictures of cards side by side."""
    return _side_by_side(card(each, size) for each in cards)


def draw_groups(
    sets_of_cards: Iterable[Cards], builds: Iterable[Build] = (), hand: Collection[Card] = ()
) -> Markup:
    """Return the pictures of whole builds, and then of sets of cards, as groups of a play; the
    first card that is in ``hand`` is marked as coming from there."""
    pictures = (*map(fan, builds), *sets(sets_of_cards, hand))
    spans = (
        f'<span class="group group-{at % 4}">{each}</span>' for at, each in enumerate(pictures)
    )
    return Markup(f'<p class="groups">{"".join(spans)}</p>')  # noqa: S704 - all are markup


def sets(groups: Iterable[Cards], hand: Collection[Card] = ()) -> list[Markup]:
    """Return the pictures of each set of cards side by side; the first card that is in ``hand`` is
    marked as coming from there."""
    drawn = []
    for group in groups:
        pictures = [card(each, "small") for each in group]
        at = next((at for at, each in enumerate(group) if each in hand), None)
        if at is not None:
            pictures[at] = Markup('<span class="from-hand">%s</span>') % pictures[at]
            hand = ()
        drawn.append(_side_by_side(pictures))
    return drawn


def _side_by_side(pictures: Iterable[Markup]) -> Markup:
    return Markup(f'<span class="cards">{"".join(pictures)}</span>')  # noqa: S704 - all are markup


@lru_cache(maxsize=2048)
def _card(_speech: Speech, template: str, card: Card, kind: str, named: bool = True) -> Markup:
    return markup(template, card=card, size=kind, named=named)


@lru_cache(maxsize=2048)
def _fan(_speech: Speech, build: Build, name: str) -> Markup:
    return markup("_fan.html", build=build, name=name)


def init_card_pictures(app: Flask) -> None:
    """Give the templates these pictures."""
    app.jinja_env.globals.update(draw=card, fan=fan, choose=choose, take_back=take_back)
    app.jinja_env.globals.update(cards=cards, sets=sets, draw_groups=draw_groups)


_LINE = 30
"""Letters that fit into a line of a small phone."""


def unbroken_parts(text: str) -> Markup:
    """Return a text as markup in which no short part between the signs ``· + ,`` is broken, if the
    line has room for it: "10♦ 2" is one in "aces 4 · 10♦ 2 · 2♠ 1"."""
    parts = re.split(r"(?<=[·+,]) ", text)
    if len(parts) == 1:
        return escape(text)
    return Markup(" ").join(
        Markup('<span class="unbroken">{}</span>').format(part) if len(part) <= _LINE else part
        for part in parts
    )


def rule_link(game: str, clause: str) -> Markup:
    """Return the link to a clause on the page of a game's rules."""
    return _rule_link(speech(), rule_url(game, clause))


@lru_cache(maxsize=512)
def _rule_link(_speech: Speech, address: str) -> Markup:
    return Markup('<a href="{}">{}</a>').format(address, gettext("Read the rule"))


def verdict_lines(lines: Iterable[VerdictLine], game: str, *, unbroken: bool = False) -> Markup:
    """Return the lines of a verdict as paragraphs, each with a link to the clause that it follows
    from; ``unbroken``: their short parts are."""
    drawn, write = [], unbroken_parts if unbroken else escape
    for line in lines:
        kind = f' class="{line.tone}"' if line.tone else ""
        link = rule_link(game, line.clause) if line.clause else ""
        drawn.append(f"<p{kind}>{write(line.text)}\n{link}</p>\n")
    return Markup("".join(drawn))  # noqa: S704 - all are markup


def init_lines(app: Flask) -> None:
    """Give the templates these lines and links."""
    app.jinja_env.globals.update(rule_link=rule_link, verdict_lines=verdict_lines)
    app.jinja_env.filters["unbroken"] = unbroken_parts


NONE = "none"
"""The fields of the buttons that say: none of all that; all of it."""
PIECES, CHOICE = "pieces", "choice"
SENT = "sent"
"""The field that each form of an answer sends, so that an empty one says that it was sent."""


class TappablePiece(NamedTuple):
    """A card, a build or the top of a pile, and its text in an answer. ``whose`` names its owner,
    if it has one. ``address`` is the URL that taps it, or no longer. ``blamed``: the verdict is
    about it. ``dead``: nobody can capture the build any more."""

    text: str
    card: Card | None = None
    build: Build | None = None
    whose: str = ""
    tapped: bool = False
    address: str = ""
    blamed: bool = False
    dead: bool = False

    @property
    def state(self) -> str:
        """Return the state as words that templates use as classes: ``chosen``, ``blamed``, both or
        none."""
        return f"{'chosen ' * self.tapped}{'blamed' * self.blamed}"


@dataclass(frozen=True)
class TappablePosition:
    """The pieces on the table and in the hand: loose cards, builds, known tops of piles, the hand
    without the played card, and the played card until it is laid. ``choices`` are the texts of the
    pieces that an answer may name; with ``one_tap`` a single piece is the whole answer."""

    loose: Sequence[TappablePiece] = ()
    builds: Sequence[TappablePiece] = ()
    tops: Sequence[TappablePiece] = ()
    played: TappablePiece | None = None
    hand: Sequence[TappablePiece] = ()
    choices: Collection[str] = ()
    one_tap: bool = False

    def can_tap(self, piece: TappablePiece) -> bool:
        """Return whether an answer may name a piece."""
        return piece.text in self.choices

    def named(self, texts: Iterable[str]) -> list[TappablePiece]:
        """Return the pieces of an answer by their texts."""
        shown = [*self.loose, *self.builds, *self.tops, *self.hand]
        pieces = {piece.text: piece for piece in (*shown, *([self.played] if self.played else []))}
        return [pieces[text] for text in texts if text in pieces]


class Taps:
    """The taps that the query names, counted off piece by piece: of equal cards the first ones are
    tapped."""

    def __init__(self) -> None:
        self._remaining = Counter(words(PIECES))

    def piece(
        self, text: str, card: Card | None = None, build: Build | None = None, whose: str = ""
    ) -> TappablePiece:
        """Return a piece, tapped if the query names it once more."""
        tapped = self._remaining[text] > 0
        self._remaining[text] -= 1
        return TappablePiece(text, card, build, whose, tapped)

    def of_cards(self, cards: Iterable[Card]) -> list[TappablePiece]:
        """Return cards as pieces, tapped as the query names them."""
        return [self.piece(write_card(card), card) for card in cards]


class PileSeen(NamedTuple):
    """A pile: whose, and the cards of which one lies on top."""

    seat: int
    whose: str
    among: Cards


def piles_in(
    engine: BuildGameEngine | None, state: State, names: Sequence[str], used: Cards = ()
) -> list[PileSeen]:
    """Return the open piles at the turn of the next player, once the cards in ``used`` are taken
    from them."""
    if engine is None or not engine.rules.open_piles:
        return []
    game_state = build_game_state(state)
    if game_state.turn is None:
        return []
    return [
        PileSeen(seat, whose_pile(game_state, seat, names), pile.without(used).top_among)
        for seat, pile in enumerate(game_state.piles)
        if pile.cards
    ]


def words(name: str) -> list[str]:
    """Return the words in all fields of a name in the query."""
    return " ".join(request.args.getlist(name)).split()


CHART_SHAPES = ("circle", "square", "triangle", "diamond", "cross", "ring")
"""The marks of lines in charts, in order."""
CHART_STEPS = tuple(size * step for size in (1, 10, 100, 1000, 10_000) for step in (5, 10, 20, 25))
"""The distances of levels in charts, the smallest first."""
