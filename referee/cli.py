"""The ``referee`` command."""

import json
import logging
import os
import sys
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial, singledispatch
from pathlib import Path
from typing import IO

import click
import segno

from . import http_server as server
from . import startup
from .admin_commands import COMMANDS, print_line, start_app
from .api.analysis_answers import AnalysisSchema, analysis_of
from .api.game_answers import GameStateSchema, record_of
from .api.ruling_answers import (
    BuildRulingSchema,
    PhotoSchema,
    RulingSchema,
    build_ruling_of,
    reading_of,
    ruling_of,
)
from .config import version
from .languages import (
    ENGLISH,
    LANGUAGES,
    Speech,
    gettext,
    in_sentences,
    language_of_environment,
    speaking,
)
from .messages.build_rulings import build_lines
from .messages.capture_verdicts import (
    forcing_text,
    headline,
    not_double_text,
    outcome_text,
    price_text,
    table_text,
    verdict_text,
)
from .messages.error_texts import error_text
from .messages.irregular_plays import replay_lines
from .messages.photo_texts import no_runtime_text, seen_text, unsure_texts
from .messages.play_analysis import analysis_lines
from .offline.build_pack import offline
from .photo import LETTERS, MOST_BYTES, KnownFacts, PhotoError, PhotoReading, available
from .play_command import play
from .rules.cards import RulesError
from .rules.games import RULESETS, ruleset
from .rules.games.ask import ask_about_builds, ask_about_capture
from .rules.games.casino.judge.play_rules import BuildRules
from .rules.games.krypkasino.captures import CaptureRules
from .rules.games.krypkasino.question import split_position
from .rules.games.krypkasino.verdict import Ruling
from .rules.log.game_text import Transcript, read_transcript
from .rules.notation import write_cards
from .rules.playing.game_analysis import play_count
from .rules.playing.players import NoPlayers
from .rules.question_fields import BadQuestion, NotInThisGame, WrongField
from .rules.ruleset import Referee
from .services.log_analysis import analysed as analysed_log
from .services.photo_reader import INDICES, knowledge_of, read_gone, read_photo, widest_packs
from .startup import CommandRefused
from .store import database

_CAPTURE_FIELDS = ("captured", "dealt", "last_of_deal")
_BUILD_FIELDS = ("turn", "with", "players", "piles", "deal", "stock", "proven")


@dataclass(frozen=True)
class CommandAnswer:
    """A ruling, as lines for people or JSON for programs; ``illegal``: the play that was asked
    about is illegal."""

    lines: Callable[[], list[str]]
    json: Callable[[], dict[str, object]]
    illegal: bool


def answer_to(game: str, texts: Mapping[str, str]) -> CommandAnswer:
    """Return the ruling on a question in text fields; empty fields count as absent.

    Raises :class:`.BadQuestion`, also for a field that this kind of referee does not have."""
    return _ask(ruleset(game).referee, game, texts)


@singledispatch
def _ask(referee: Referee | None, _game: str, _texts: Mapping[str, str]) -> CommandAnswer:
    raise TypeError(f"nobody asks a {type(referee).__name__}")


@_ask.register
def _(_referee: CaptureRules, game: str, texts: Mapping[str, str]) -> CommandAnswer:
    _refuse_fields(_BUILD_FIELDS, texts)
    ruling = ask_about_capture(game, texts).ruling
    return CommandAnswer(
        partial(_capture_lines, ruling),
        lambda: RulingSchema.json(ruling_of(game, ruling)),
        ruling.verdict is not None and ruling.verdict.legal is False,
    )


@_ask.register
def _(_referee: BuildRules, game: str, texts: Mapping[str, str]) -> CommandAnswer:
    _refuse_fields(_CAPTURE_FIELDS, texts)
    question, ruling = ask_about_builds(game, texts, for_people=True)
    return CommandAnswer(
        partial(build_lines, question, ruling),
        lambda: BuildRulingSchema.json(build_ruling_of(question, ruling)),
        ruling.verdict is not None and ruling.verdict.legal is False,
    )


def _refuse_fields(foreign: tuple[str, ...], texts: Mapping[str, str]) -> None:
    """Raise :class:`.BadQuestion` for fields of another kind of referee."""
    if faults := [WrongField(name, NotInThisGame()) for name in foreign if texts.get(name)]:
        raise BadQuestion(*faults)


def _capture_lines(ruling: Ruling) -> list[str]:
    price = price_text(ruling, ruling.verdict)
    no_double = not_double_text(ruling, ruling.verdict)
    sentences = [headline(ruling), price, no_double, forcing_text(ruling)]
    if ruling.verdict:
        sentences = [verdict_text(ruling.verdict), price, no_double, headline(ruling)]
    lines = [line for line in sentences if line]
    if ruling.play is None:
        lines.append(table_text(ruling))
    else:
        lines += (f"  {outcome_text(outcome, ruling)}" for outcome in ruling.play.outcomes)
    return lines


QR_SIGNS = "█▀▄"
HOST, PORT = server.EVERYWHERE, 8000
UNREADABLE = 2
"""The exit code for what cannot be read."""
FAULT = 3
"""The exit code for a fault of the program, or where its output cannot be written."""

_REFEREED = [key for key in RULESETS if ruleset(key).referee is not None]


class _Program(click.Group):
    """A group of commands that exits with a code of its own after an error of the program: Python's
    is that of an illegal play."""

    def invoke(self, ctx: click.Context) -> object:
        startup.prepare()
        try:
            return super().invoke(ctx)
        except (click.ClickException, click.exceptions.Exit, click.Abort, EOFError):
            raise
        except BrokenPipeError:  # whoever reads this has gone
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(FAULT)
        except Exception:  # noqa: BLE001 - whatever it is
            traceback.print_exc()
            sys.exit(FAULT)


def _show_version(context: click.Context, _option: click.Parameter, asked: bool) -> None:
    """Print the version and exit, if that was asked for."""
    if asked and not context.resilient_parsing:
        print_line(f"referee, version {version()}")
        context.exit()


@click.group(cls=_Program, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_version,
    help="Show the version and exit.",
)
@click.option(
    "--language",
    type=click.Choice(list(LANGUAGES)),
    help="Language of the answers.  [default: as LC_ALL, LC_MESSAGES or LANG say]",
)
@click.pass_context
def main(context: click.Context, language: str | None) -> None:
    """Referee and score keeper for card games played with real cards."""
    context.with_resource(speaking(Speech(language or language_of_environment(os.environ))))


for command in (*COMMANDS, offline, play):
    main.add_command(command)


class UnreadableInput(CommandRefused):
    exit_code = UNREADABLE


@main.command()
@click.option(
    "--host", envvar="HOST", default=HOST, show_default=True, help="All interfaces, or one."
)
@click.option(
    "--port", envvar="PORT", default=PORT, show_default=True, type=click.IntRange(1, 65535)
)
def serve(host: str, port: int) -> None:
    """Serve the app to the phones at the table."""
    app = start_app(logging.NOTSET)
    try:
        listening = server.listen(host, port)
    except OSError as error:
        message = gettext(
            "cannot listen on %(address)s: %(error)s",
            address=f"{host}:{port}",
            error=error.strerror,
        )
        raise CommandRefused(message) from error
    best, *others = server.addresses(host, port)
    app.config["PUBLIC_ADDRESS"] = app.config["PUBLIC_ADDRESS"] or best
    first, further = gettext("Referee is at"), gettext("and at")
    print_line(f"{first} {best}")
    for address in others:
        print_line(f"{further:>{len(first)}} {address}")
    if sys.stdout.isatty() and startup.can_write(QR_SIGNS):
        segno.make(best).terminal(compact=True)
    print_line(gettext("Ctrl-C stops it."))
    sys.stdout.flush()
    try:
        server.serve(app, listening)
    finally:
        database.close(app)


@main.command()
@click.argument("position")
@click.option("--hand", default="", help="The whole hand, the played card included.")
@click.option("--captured", default="", help="What the player took; - for a creep.")
@click.option("--turn", default="", help="What the player did, where there are builds.")
@click.option("--with", default="", help="Cards and builds: what can be made of just these?")
@click.option("--players", default="", help="How many play, where there are builds.")
@click.option("--piles", default="", help="Tops of open piles by seat: 5H@1 9C@2.")
@click.option("--deal", default="", help="Which deal it is, where a rule depends on it.")
@click.option("--stock", default="", help="Cards left in the stock, where there is one.")
@click.option("--proven", default="", help="Ranks that a partner is known to hold.")
@click.option("--dealt", is_flag=True, help="Just dealt: set aside first.")
@click.option("--last-of-deal", is_flag=True, help="The hands are empty after this play.")
@click.option("--house", default="", help="House rules that are on.")
@click.option("--limit", default="", help="At most this many options.")
@click.option("--game", default=_REFEREED[0], type=click.Choice(_REFEREED), show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Answer as the API does, in English.")
def judge(position: str, game: str, as_json: bool, **options: str | bool) -> None:
    """Rule on POSITION: the table, a slash, the card played.

    \b
    referee judge "A 2 6 7 8 9 J / 8"
    referee judge "A 4 6 Q" --hand "A 7 J"
    referee judge --game casino "4C KD 3S+5H=8@0 / 8H"
    referee judge --game casino "4C KD 3S+5H=8@0" --turn "8H x 3S+5H=8"

    The exit code is 0 if all is well, 1 if the play was illegal, 2 if the question cannot be
    read, and 3 for a fault of this program.
    """
    table, played = split_position(position)
    texts = {name: "1" if value is True else str(value or "") for name, value in options.items()}
    try:
        answer = answer_to(game, texts | {"table": table, "played": played})
    except BadQuestion as error:
        for fault in error.faults:
            print_line(f"{fault.field}: {error_text(fault.error)}", err=True)
        sys.exit(UNREADABLE)
    if as_json:
        _echo_json(answer.json)
    else:
        print_line("\n".join(answer.lines()))
    sys.exit(1 if answer.illegal else 0)


@main.command()
@click.argument("file", type=click.File(encoding="utf-8-sig"))
@click.option("--analysis", "analysed", is_flag=True, help="Say what plays of the game cost.")
@click.option("--json", "as_json", is_flag=True, help="Answer as the API does, in English.")
def replay(file: IO[str], analysed: bool, as_json: bool) -> None:
    """Play a followed game through that was saved as text.

    The exit code is 0 if all was regular, 1 if something was not, 2 if the game cannot be
    read, and 3 for a fault of this program.
    """
    try:
        transcript = read_transcript(file.read(), ruleset)
    except UnicodeDecodeError:
        message = gettext("%(file)s: this is not text.", file=file.name)
        raise UnreadableInput(message) from None
    except RulesError as error:
        raise UnreadableInput(f"{file.name}: {error_text(error)}") from error
    record = transcript.record
    if analysed:
        _analyse(transcript, as_json=as_json)
    elif as_json:
        _echo_json(lambda: GameStateSchema.json(record_of(record, transcript.players)))
    else:
        print_line("\n".join(replay_lines(transcript)))
    sys.exit(1 if record.irregularities else 0)


def _analyse(transcript: Transcript, *, as_json: bool) -> None:
    """Print a game with what its plays cost. Raises :class:`.CommandRefused` for a game that is not
    over, or that nobody plays."""
    record = transcript.record
    if not record.over:
        raise CommandRefused(gettext("This game is not over: its hands are not known yet."))
    try:
        found = analysed_log(record, "", play_count(record))
    except NoPlayers as error:
        raise CommandRefused(gettext("Referee does not play this game yet.")) from error
    if as_json:
        values = analysis_of(record, found.before, found.plays, 0, done=True)
        _echo_json(lambda: AnalysisSchema.json(values))
        return
    print_line("\n".join(replay_lines(transcript)))
    names = in_sentences(transcript.players)
    print_line("\n".join(analysis_lines(record, found.plays, names)))


@main.command()
@click.argument(
    "files", metavar="FILE...", nargs=-1, required=True, type=click.Path(path_type=Path)
)
@click.option("--game", type=click.Choice([*RULESETS]), help="Which packs there are.")
@click.option("--letters", type=click.Choice(LETTERS), help="Letters of the deck.")
@click.option("--indices", type=click.Choice([*map(str, INDICES)]), help="Indices on a card.")
@click.option("--gone", default="", help="Cards that cannot be in the photo.")
@click.option("--json", "as_json", is_flag=True, help="Answer as the API does, in English.")
def photo(
    files: tuple[Path, ...],
    game: str | None,
    letters: str | None,
    indices: str | None,
    gone: str,
    as_json: bool,
) -> None:
    """Read the cards in photos, JPEG or PNG: a line for each, as `referee judge` takes it.

    \b
    referee judge "$(referee photo table.jpg) / 8H"

    The exit code is 0 if all is sure, 1 if a card is not or none was seen, 2 if a file cannot be
    read, and 3 for a fault of this program.
    """
    if not available():
        raise CommandRefused(no_runtime_text())
    rules = ruleset(game) if game else widest_packs()
    try:
        known_facts = knowledge_of(
            rules, read_gone(rules, gone), letters, int(indices) if indices else None
        )
    except RulesError as error:
        raise UnreadableInput(f"gone: {error_text(error)}") from error
    readings = [_read_photo(file, known_facts) for file in files]
    for file, reading in zip(files, readings, strict=True):
        if as_json:
            _echo_json(partial(PhotoSchema.json, reading_of(reading, rules)))
            continue
        print_line(write_cards(seen.card for seen in reading.cards))
        for text in unsure_texts(reading) if reading.cards else [seen_text(reading)]:
            print_line(f"{file}: {text}", err=True)
    sys.exit(0 if all(reading.cards and not reading.unsure for reading in readings) else 1)


def _read_photo(file: Path, known_facts: KnownFacts) -> PhotoReading:
    try:
        with file.open("rb") as opened:
            data = opened.read(MOST_BYTES + 1)
        return read_photo(data, None, known_facts)
    except OSError as error:
        raise UnreadableInput(f"{file}: {error.strerror}") from error
    except PhotoError as error:
        raise UnreadableInput(f"{file}: {error_text(error)}") from error


def _echo_json(answer: Callable[[], object]) -> None:
    with speaking(Speech(ENGLISH)):
        text = json.dumps(answer(), ensure_ascii=False, indent=2)
        print_line(text if startup.can_write(text) else json.dumps(answer(), indent=2))
