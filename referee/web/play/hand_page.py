"""Pages of a game against players: who plays, and the game.

The address holds the game: its page lets the others play, and judges what one plays oneself.
"""

import secrets

from flask import Blueprint, abort, make_response, redirect, render_template, request
from werkzeug.wrappers import Response

from ...messages.error_texts import error_text
from ...messages.playing_texts import LEVELS, aim_text, others_text, seat_names
from ...messages.verdict_lines import VerdictLine
from ...rules.cards import RulesError
from ...rules.games import RULESETS
from ...rules.log.record import Record
from ...rules.notation import read_pieces, read_settled_play, write_card
from ...rules.playing.dealt_game import DealtGame, numbers_of_players
from ...rules.playing.dealt_session import next_seed
from ...rules.playing.game_analysis import Finding
from ...rules.plays import Played
from ...rules.ruleset import IllegalPlay, Ruleset
from ...services.log_analysis import advance_log, finding_of
from ..findings_view import PlayLinks, asked_again, dear_play, facts_of
from ..home import note_game
from ..requests import find_ruleset
from .hand_address import OWN, HandAddress, level_of, page_url, read_place, read_play_of
from .hand_view import LAST_HINT, HandView, chosen_card, refusal_line, taps

blueprint = Blueprint("play", __name__)
blueprint.after_request(note_game)


@blueprint.get("/<game>/play")
def page(game: str) -> Response:
    """Draw the game in the address; without one, the choice of who plays."""
    rules = find_ruleset(game)
    if rules.engine is None or rules.referee is None:
        abort(404)
    if "players" not in request.args:
        return _choice_of_players(rules)
    if "seed" not in request.args:
        fields = {name: " ".join(texts) for name, texts in request.args.lists()}
        fields["seed"] = next_seed(secrets.token_hex(16))
        return redirect(page_url(game, fields), 303)
    try:
        address = HandAddress.read(game, request.args)
        view = _view(address)
    except RulesError as error:
        return _choice_of_players(rules, error_text(error))
    host = request.host_url.rstrip("/")
    return make_response(render_template("play/page.html", game=game, view=view, host=host))


@blueprint.get("/<game>/play/afterwards")
def afterwards(game: str) -> Response:
    """Look at a slice of the plays of the finished game in the address, and draw what was found so
    far; or ask anew for the play that the query names."""
    rules = find_ruleset(game)
    if rules.engine is None or rules.referee is None:
        abort(404)
    try:
        address, number = HandAddress.read(game, request.args), read_place(request.args)
        dealt = address.dealt()
    except RulesError as error:
        return _choice_of_players(rules, error_text(error))
    here = address.with_plays(dealt.plays)
    if dealt.turn is not None:
        page = render_template("play/not_over.html", key=game, back=here())
        return make_response(page, 409)
    if number:
        return make_response(_try_again(here, dealt, number))
    analysis = advance_log(dealt.record, here.session.seed)
    names, numbers = seat_names(dealt.record.players), _numbers_of_plays(dealt.record)

    def links_of(finding: Finding) -> PlayLinks:
        return PlayLinks("", here.afterwards(at=str(numbers[finding.seq])))

    facts = facts_of(analysis, names, links_of, OWN)
    page = render_template(
        "play/afterwards.html", key=game, here=here.afterwards(), back=here(), **facts
    )
    return make_response(page)


def _numbers_of_plays(record: Record) -> dict[int, int]:
    """Return the number of each play, counted from 1, by the number of its entry."""
    plays = (applied.seq for applied in record.events if isinstance(applied.event, Played))
    return {seq: number for number, seq in enumerate(plays, start=1)}


def _try_again(here: HandAddress, dealt: DealtGame, number: int) -> str:
    """Return the page that asks for a play of a finished game anew."""
    record = dealt.record
    if not 0 < number <= len(here.plays):
        abort(404)
    finding = finding_of(record, here.session.seed, number - 1)
    if finding.best is None:
        abort(404)
    names, before = seat_names(record.players), here.before_play(number)
    play = dear_play(record, finding, names, PlayLinks("", ""), OWN)
    facts = asked_again(record, play, before.hands[finding.seat], names, OWN)
    return render_template(
        "play/try_again.html",
        key=here.game,
        number=number,
        fields=here.fields | {"at": str(number)},
        back=f"{here.afterwards()}#play-{play.index}",
        on_from_here=here.with_plays(before.plays)() if finding.seat == OWN else "",
        **facts,
    )


def _view(address: HandAddress) -> HandView:
    """Return the view of a game after what the query plays, chooses or asks. Raises
    :class:`.RulesError` where the plays of the address do not fit."""
    dealt = address.dealt()
    here = address.with_plays(dealt.plays)
    view = HandView(here, dealt)
    if view.over:
        return view
    try:
        play = read_play_of(request.args)
        if play is not None:
            dealt = here.dealt_after(play)
            return HandView(address.with_plays(dealt.plays), dealt)
        _read_taps(view)
    except IllegalPlay as error:
        view.refusal = refusal_line(error.verdict)
        if error.played.plays_a_card:
            view.chosen = chosen_card(write_card(error.played.card), dealt.hands[OWN])
    except RulesError as error:
        view.refusal = VerdictLine(error_text(error), tone="wrong")
    return view


def _read_taps(view: HandView) -> None:
    """Read what was tapped into a view: a card, pieces of the table, first steps, a hint. Raises
    :class:`.RulesError`."""
    args = request.args
    hint = args.get("hint", "")
    view.hint = int(hint) if hint in map(str, range(1, LAST_HINT + 1)) else 0
    view.chosen = chosen_card(args.get("card", ""), view.dealt.hands[OWN])
    begun = args.getlist("begun")
    if begun and begun[-1].strip() and view.may_begin:
        view.begun = read_settled_play(begun[-1])
        try:
            assert view.context is not None
        except RulesError:
            view.begun = ()
            raise
    view.used = read_pieces(taps(args.getlist("used")))
    if "begin" in args and view.may_begin:
        view.begin()


def _choice_of_players(rules: Ruleset, sentence: str = "") -> Response:
    """Return the page that asks who plays by which rules; with a ``sentence`` where an address
    cannot be meant."""
    args, game = request.args, rules.key
    on = " ".join(args.getlist("house")).split()
    names = RULESETS[game].house_rules.names()
    numbers = {
        number: others_text(number - 1, pairs=rules.seating.usual_teams(number) is not None)
        for number in numbers_of_players(rules)
    }
    page = render_template(
        "play/players.html",
        game=game,
        numbers=numbers,
        levels={level.value: text for level, text in LEVELS.items()},
        level=level_of(args).value,
        house_rules=names,
        on=on,
        aim=aim_text(rules),
        sentence=sentence,
    )
    return make_response(page, 422 if sentence else 200)
