"""Commands about files: games as text, and photos of cards."""

import sys
from functools import partial
from pathlib import Path
from typing import IO

import click

from .api.analysis_answers import AnalysisSchema, analysis_of
from .api.game_answers import GameStateSchema, record_of
from .api.ruling_answers import PhotoSchema, reading_of
from .languages import gettext, in_sentences
from .messages.error_texts import error_text
from .messages.irregular_plays import replay_lines
from .messages.photo_texts import no_runtime_text, seen_text, unsure_texts
from .messages.play_analysis import analysis_lines
from .photo import LETTERS, MOST_BYTES, KnownFacts, PhotoError, PhotoReading, available
from .rules.cards import RulesError
from .rules.games import RULESETS, ruleset
from .rules.log.game_text import Transcript, read_transcript
from .rules.notation import write_cards
from .rules.playing.game_analysis import play_count
from .rules.playing.players import NoPlayers
from .services.log_analysis import analysed as analysed_log
from .services.photo_reader import INDICES, knowledge_of, read_gone, read_photo, widest_packs
from .terminal import CommandRefused, UnreadableInput, echo_json, print_line


@click.command()
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
        echo_json(lambda: GameStateSchema.json(record_of(record, transcript.players)))
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
        echo_json(lambda: AnalysisSchema.json(values))
        return
    print_line("\n".join(replay_lines(transcript)))
    names = in_sentences(transcript.players)
    print_line("\n".join(analysis_lines(record, found.plays, names)))


@click.command()
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
    """Read the cards in photos, JPEG, PNG, HEIC or AVIF, a line each, as `referee judge` takes it.

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
            echo_json(partial(PhotoSchema.json, reading_of(reading, rules)))
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
