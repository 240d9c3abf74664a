"""Pages of the game afterwards: the expected points through a finished game, and its dear plays."""

from functools import partial

from flask import render_template, url_for
from werkzeug.wrappers import Response

from ..languages import in_sentences
from ..messages.irregular_plays import nobodys_names
from ..rules.exercises.own_positions import own_dear
from ..rules.playing.game_analysis import Finding
from ..services import game_findings
from ..services.game_findings import AnalysedGame
from ..services.refusals import NotAccessible
from .badges import signs_of, styles_of
from .findings_view import PlayLinks, asked_again, dear_play, facts_of
from .forms import is_shown, show
from .kept_exercises import kept_name, recalled
from .secret_links import GAME, GameInUrl, session_blueprint

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
        signs = None
        if game.blames:  # neutral names have no colours of people either
            styles = styles_of(opened)
            signs = signs_of([styles[name] for name in game.players])
        return facts_of(game, _names_of(game), partial(_links_of, game), signs=signs)

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
    names, hand = _names_of(game), game.record.hand(game.record.index(seq)) or ()
    play = dear_play(game.record, finding, names, _links_of(game, finding))
    facts = asked_again(game.record, play, hand, names)
    own = own_dear(game.record, finding)
    return render_template(
        "afterwards/try_again.html",
        game=game,
        about="" if own is None else kept_name(own),
        recalled=recalled,
        **facts,
    )


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
