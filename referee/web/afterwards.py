"""Pages of the game afterwards: the expected points through a finished game, and its dear plays."""

from functools import partial
from typing import NamedTuple

from flask import render_template, url_for
from werkzeug.wrappers import Response

from ..languages import in_sentences
from ..messages.irregular_plays import nobodys_names
from ..messages.play_analysis import tried_again_text
from ..rules.games.casino.followed.followed_game import engine_with_builds
from ..rules.notation import write_card
from ..rules.playing.game_analysis import Finding
from ..services import game_findings
from ..services.game_findings import AnalysedGame
from ..services.refusals import NotAccessible
from .drawing import PIECES, TappablePosition, Taps, words
from .findings_view import DearPlay, PlayLinks, dear_play, facts_of
from .forms import is_shown, show
from .secret_links import GAME, GameInUrl, session_blueprint
from .table.build_table import piles_in

blueprint = session_blueprint("afterwards", f"{GAME}/afterwards")

_DONE = "done."
"""The stage of a page that shows all findings."""


@blueprint.get("")
def page(place: GameInUrl) -> Response:
    """Look at a slice of the plays that are left, and draw what was found so far."""
    opened = place.access()
    if is_shown(opened, _DONE):
        return show(opened, "afterwards", dict, stage=_DONE)
    game = game_findings.advance(opened, place.game_id)

    def facts() -> dict[str, object]:
        return facts_of(game, _names_of(game), partial(_links_of, game))

    stage = _DONE if game.done else f"{len(game.findings)}."
    return show(opened, "afterwards", facts, stage=stage)


@blueprint.get("/<number:seq>")
def try_again(place: GameInUrl, seq: int) -> str:
    """Ask for the card of a play anew, in its position and with the hand of its player; a card in
    the query is answered."""
    game = game_findings.read(place.access(), place.game_id)
    finding = game.finding(seq)
    if finding is None or finding.best is None:
        raise NotAccessible
    names, index = _names_of(game), game.record.index(seq)
    hand = game.record.hand(index) or ()
    texts = [write_card(card) for card in hand]
    tapped = next((text for text in words(PIECES) if text in texts), "")
    play = dear_play(game, finding, names, partial(_links_of, game))
    return render_template(
        "afterwards/try_again.html",
        game=game,
        names=names,
        play=play,
        before=game.record.events[index].before,
        hand=TappablePosition(hand=Taps().of_cards(hand), choices=texts, one_tap=True),
        answer=tapped and _answer(play, tapped),
        piles_in=partial(piles_in, engine_with_builds(game.record.rules)),
    )


class TriedAgain(NamedTuple):
    """The answer to a card that somebody would play instead: its ``mark`` and a sentence."""

    mark: str
    text: str


def _answer(play: DearPlay, tapped: str) -> TriedAgain:
    if tapped == write_card(play.better.card):
        return TriedAgain("right", tried_again_text(is_better=True))
    was_made = tapped == write_card(play.made.card)
    return TriedAgain("wrong", tried_again_text(is_better=False, was_made=was_made))


def _names_of(game: AnalysedGame) -> list[str]:
    """Return the players' names, or neutral words where the group names nobody."""
    if game.blames:
        return in_sentences(game.players)
    return nobodys_names(len(game.players), 0)


def _links_of(game: AnalysedGame, finding: Finding) -> PlayLinks:
    return PlayLinks(
        url_for("table.replay", index=game.record.index(finding.seq)),
        url_for("afterwards.try_again", seq=finding.seq),
    )
