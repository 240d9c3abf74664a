"""Pictures that chats show beside a link: the cards of a position, an exercise, a hand or a day.

They have no words, so one serves every language: cards, and a mark that says whether a play was
right, or that something is asked. Nobody's name and no answer is in one.
"""

from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from functools import lru_cache
from io import BytesIO
from typing import TYPE_CHECKING, NamedTuple

from flask import Blueprint, Flask, abort, make_response, request, url_for
from werkzeug.exceptions import BadHost
from werkzeug.wrappers import Response

from ..cache import Cache
from ..photo import available
from ..rules.cards import Card, Cards, Rank, RulesError, Suit
from ..rules.notation import read_card, read_cards, read_pieces, words_of, write_rank
from ..urls import for_phones, root
from .exercises import find_exercise, find_ten
from .play.hand_address import OWN, HandAddress
from .referee.question_view import view_of
from .requests import find_ruleset

if TYPE_CHECKING:
    from PIL import ImageDraw

SIZE = (1200, 630)
"""Pixels that the previews of chats are made for."""
_FINER = 2
"""Pictures are drawn larger by this factor, and reduced, so that edges are smooth."""
MOST_KEPT = 64
LONGEST_QUERY = 4000
_DAY = 24 * 60 * 60


class Mark(Enum):
    """A sign beside the cards of a picture."""

    RIGHT = "right"
    WRONG = "wrong"
    ASKED = "asked"
    NONE = "none"


class Scene(NamedTuple):
    """The cards of a picture: groups on the table, each a card or the cards of a build, and below
    them those of a hand. ``backs`` are cards that lie face down."""

    table: tuple[Cards, ...] = ()
    hand: Cards = ()
    mark: Mark = Mark.NONE
    backs: int = 0


_ACES = tuple(Card(Rank.ACE, suit) for suit in Suit if suit is not Suit.UNKNOWN)
EVENING = Scene(hand=_ACES)
"""The picture of an evening, and of whatever cannot be read."""

blueprint = Blueprint("chat_pictures", __name__)


@blueprint.get("/evening.png")
def evening() -> Response:
    return _answer(lambda: EVENING)


@blueprint.get("/<game>/referee/picture.png")
def position(game: str) -> Response:
    """Draw the cards of a position, and whether the play was right."""
    find_ruleset(game)
    return _answer(lambda: _position(game))


@blueprint.get("/<game>/play/picture.png")
def hand(game: str) -> Response:
    """Draw the first cards of a hand to play."""
    find_ruleset(game)
    return _answer(lambda: _hand(game))


@blueprint.get("/<game>/exercises/<kind>/<seed>/picture.png")
def exercise(game: str, kind: str, seed: str) -> Response:
    """Draw the cards of an exercise, without its answer."""
    found = find_exercise(game, kind, seed)
    shown = found.kind.shown(found)
    builds = [sum(build.sets, ()) for build in shown.table.builds]
    held = [card for card in shown.hand if card != shown.played]
    played = () if shown.played is None else (shown.played,)
    table = _groups(found.pile or shown.table.loose, builds)
    return _answer(lambda: Scene(table, (*played, *held), Mark.ASKED))


@blueprint.get("/<game>/exercises/ten/<day>/picture.png")
def ten(game: str, day: str) -> Response:
    """Draw the exercises of a day as cards that lie face down."""
    backs = len(find_ten(game, day))
    return _answer(lambda: Scene(mark=Mark.ASKED, backs=backs))


def _groups(loose: Iterable[Card], builds: Iterable[Cards]) -> tuple[Cards, ...]:
    return (*((card,) for card in loose), *builds)


def _position(game: str) -> Scene:
    view = view_of(find_ruleset(game).referee, game, request.args)
    texts = view.texts
    pieces = read_pieces(words_of(texts.get("table", ""))).table
    builds = [sum(build.sets, ()) for build in pieces.builds]
    played = read_cards(texts.get("played", "")) or _played_in(texts.get("turn", ""))
    held = [card for card in read_cards(texts.get("hand", "")) if card not in played]
    tones = {"right": Mark.RIGHT, "wrong": Mark.WRONG}
    mark = tones.get(view.headline.tone, Mark.ASKED)
    if view.form.complaints or not (pieces.loose or builds or played):
        return EVENING
    return Scene(_groups(pieces.loose, builds), (*played, *held), mark)


def _played_in(turn: str) -> Cards:
    """Return the card that a turn begins with, if it is one."""
    words = words_of(turn)
    return (read_card(words[0]),) if words and "=" not in words[0] else ()


def _hand(game: str) -> Scene:
    address = HandAddress.read(game, request.args)
    dealt = address.session.deal()
    table = dealt.record.state.table if dealt.record.state else ()
    return Scene(_groups(table, ()), dealt.hands[OWN], Mark.ASKED)


_pictures: Cache[bytes] = Cache(MOST_KEPT)


def _answer(scene: Callable[[], Scene]) -> Response:
    """Answer with a picture, which is drawn once; 404 without the library that draws."""
    if not available():
        abort(404)
    query = request.query_string.decode("latin-1")
    if len(query) > LONGEST_QUERY:
        abort(404)
    key = (request.path, query)
    picture = _pictures.get(key)
    if picture is None:
        try:
            shown = scene()
        except RulesError:
            shown = EVENING
        picture = _pictures.put(key, draw(shown))
    response = make_response(picture)
    response.content_type = "image/png"
    response.cache_control.public, response.cache_control.max_age = True, _DAY
    return response


_PICTURES_OF = {
    "referee.page": "chat_pictures.position",
    "exercises.page": "chat_pictures.exercise",
    "exercises.day": "chat_pictures.ten",
    "play.page": "chat_pictures.hand",
}
"""The picture of each page that has one; its query is that of the page where it holds cards."""
_WITHOUT_QUERY = ("exercises.page", "exercises.day")


def picture_of_page() -> str:
    """Return the full URL of the picture of the page of this request, "" if it has none."""
    endpoint = request.endpoint or ""
    name, query = _PICTURES_OF.get(endpoint), request.query_string.decode("latin-1")
    if name is None or not available() or len(query) > LONGEST_QUERY:
        return ""
    try:
        address = for_phones(_path(root(), name, tuple((request.view_args or {}).items())))
    except BadHost:
        return ""
    return address if endpoint in _WITHOUT_QUERY or not query else f"{address}?{query}"


@lru_cache(maxsize=256)
def _path(_root: str, name: str, arguments: tuple[tuple[str, object], ...]) -> str:
    """Return the path of a picture; each position has the same."""
    return url_for(name, **dict(arguments))  # type: ignore[arg-type]  # parts of a path


def init_app(app: Flask) -> None:
    """Let pages name their pictures."""
    app.jinja_env.globals["picture_of_page"] = picture_of_page


_FELT, _EDGE, _PAPER, _BACK = (38, 84, 62), (24, 54, 40), (252, 250, 244), (54, 92, 150)
_RED, _BLACK, _GREEN = (178, 24, 30), (24, 26, 25), (22, 122, 62)
_INK = {Suit.SPADES: _BLACK, Suit.CLUBS: _BLACK, Suit.HEARTS: _RED, Suit.DIAMONDS: _RED}
_CARD = (168, 236)
_GAP, _OVERLAP, _MARGIN = 22, 46, 60
_MARK_SIZE = 150


def draw(scene: Scene) -> bytes:
    """Return a scene as a picture in a PNG file."""
    from PIL import Image, ImageDraw  # noqa: PLC0415 - not on every machine

    size = (SIZE[0] * _FINER, SIZE[1] * _FINER)
    picture = Image.new("RGB", size, _FELT)
    pen = ImageDraw.Draw(picture)
    pen.rectangle((0, 0, size[0], 14 * _FINER), fill=_EDGE)
    backs: Sequence[Sequence[Card | None]] = [(None,) for _ in range(scene.backs)]
    rows = [row for row in ([*scene.table, *backs], [(card,) for card in scene.hand]) if row]
    has_mark = scene.mark is not Mark.NONE
    wide = SIZE[0] - 2 * _MARGIN - (_MARK_SIZE + _MARGIN) * has_mark
    for number, row in enumerate(rows):
        middle = SIZE[1] * (2 * number + 1) / (2 * len(rows))
        _draw_row(pen, row, wide, middle)
    if has_mark:
        _draw_mark(pen, scene.mark)
    file = BytesIO()
    reduced = picture.reduce(_FINER)
    fast = Image.Quantize.FASTOCTREE
    reduced.quantize(32, fast, dither=Image.Dither.NONE).save(file, "PNG", compress_level=6)
    return file.getvalue()


def _draw_row(
    pen: "ImageDraw.ImageDraw", row: Sequence[Sequence[Card | None]], wide: float, middle: float
) -> None:
    """Draw groups of cards side by side, smaller where they have no room."""
    lengths = [_CARD[0] + _OVERLAP * (len(group) - 1) for group in row]
    needed = sum(lengths) + _GAP * (len(row) - 1)
    scale = min(1.1, wide / needed)
    x, y = _MARGIN + (wide - needed * scale) / 2, middle - _CARD[1] * scale / 2
    for group, length in zip(row, lengths, strict=True):
        for at, card in enumerate(group):
            _draw_card(pen, card, x + at * _OVERLAP * scale, y, scale)
        x += (length + _GAP) * scale


def _draw_card(
    pen: "ImageDraw.ImageDraw", card: Card | None, x: float, y: float, scale: float
) -> None:
    """Draw a card with its rank and suit, a back for None."""
    from PIL import ImageFont  # noqa: PLC0415

    factor = scale * _FINER
    left, top = x * _FINER, y * _FINER
    box = (left, top, left + _CARD[0] * factor, top + _CARD[1] * factor)
    fill = _PAPER if card else _BACK
    pen.rounded_rectangle(box, 14 * factor, fill=fill, outline=_EDGE, width=round(2 * factor) or 1)
    if card is None:
        inner = tuple(
            edge + sign * 16 * factor for edge, sign in zip(box, (1, 1, -1, -1), strict=True)
        )
        pen.rounded_rectangle(inner, 8 * factor, outline=_PAPER, width=round(4 * factor) or 1)
        return
    ink = _INK.get(card.suit, _BLACK)
    font = ImageFont.load_default(76 * factor)
    pen.text((left + 16 * factor, top + 10 * factor), write_rank(card.rank), ink, font)
    if card.suit is not Suit.UNKNOWN:
        _draw_suit(pen, card.suit, left + 84 * factor, top + 160 * factor, 56 * factor)


def _draw_suit(pen: "ImageDraw.ImageDraw", suit: Suit, x: float, y: float, radius: float) -> None:
    """Draw the sign of a suit around a middle."""
    ink, half = _INK[suit], radius / 2

    def disc(dx: float, dy: float, size: float) -> None:
        at = (x + dx, y + dy)
        pen.ellipse((at[0] - size, at[1] - size, at[0] + size, at[1] + size), fill=ink)

    def area(*corners: tuple[float, float]) -> None:
        pen.polygon([(x + dx * radius, y + dy * radius) for dx, dy in corners], fill=ink)

    match suit:
        case Suit.DIAMONDS:
            area((0, -1), (0.72, 0), (0, 1), (-0.72, 0))
        case Suit.HEARTS:
            disc(-half * 0.92, -half * 0.75, half)
            disc(half * 0.92, -half * 0.75, half)
            disc(0, 0, half * 0.4)
            area((-0.9, -0.14), (0.9, -0.14), (0, 0.95))
        case Suit.SPADES:
            disc(-half * 0.92, half * 0.45, half)
            disc(half * 0.92, half * 0.45, half)
            disc(0, half * 0.2, half * 0.4)
            area((-0.9, -0.02), (0.9, -0.02), (0, -1))
            area((0, 0.1), (0.32, 1), (-0.32, 1))
        case _:
            disc(0, 0, half * 0.4)
            disc(0, -half, half * 0.88)
            disc(-half, half * 0.35, half * 0.88)
            disc(half, half * 0.35, half * 0.88)
            area((0, -0.3), (0.32, 1), (-0.32, 1))


def _draw_mark(pen: "ImageDraw.ImageDraw", mark: Mark) -> None:
    """Draw a tick, a cross or a question mark in a disc at the right."""
    from PIL import ImageFont  # noqa: PLC0415

    half = _MARK_SIZE / 2 * _FINER
    x, y = (SIZE[0] - _MARGIN) * _FINER - half, SIZE[1] / 2 * _FINER
    fill = {Mark.RIGHT: _GREEN, Mark.WRONG: _RED}.get(mark, _EDGE)
    pen.ellipse((x - half, y - half, x + half, y + half), fill=fill)

    def line(*points: tuple[float, float]) -> None:
        at = [(x + dx * half, y + dy * half) for dx, dy in points]
        pen.line(at, fill=_PAPER, width=round(half / 4), joint="curve")

    match mark:
        case Mark.RIGHT:
            line((-0.45, 0.05), (-0.1, 0.4), (0.5, -0.35))
        case Mark.WRONG:
            line((-0.4, -0.4), (0.4, 0.4))
            line((-0.4, 0.4), (0.4, -0.4))
        case _:
            pen.text((x, y), "?", _PAPER, ImageFont.load_default(half * 1.5), anchor="mm")
