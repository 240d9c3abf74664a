"""Scores of a finished game that follow a correction of its sheet or its rules."""

from __future__ import annotations

from ..rules.scoring_after_earlier_games import depends_on_earlier_games
from ..store import queries
from ..store.models import Game, GameSession
from .closing_checks import check_aces, check_counted, incomplete
from .refusals import Invalid
from .rules_after_earlier_games import finished_games
from .sheet_correction_history import keep_row
from .sheet_state import SheetState, state_of
from .store_or_forget_scores import forget_scores, score_game
from .target_claim_check import check_claim


def score_again(session: GameSession, game: Game, sheet: SheetState) -> SheetState:
    """Score a game again after a correction, and return its sheet.

    Claims that no longer hold, in this game or in a later one, are taken back.
    """
    if game.claimed_by is None:
        check_counted(sheet.check)
        check_aces(session, game, sheet.check)
        if sheet.check.uncounted:
            raise incomplete(sheet.players, sheet.check.uncounted)
        score_game(session, game, sheet.check.sheet)
    score_what_follows(session, game)
    return sheet if sheet.claimed_by is None else state_of(session, game)


def score_what_follows(session: GameSession, game: Game) -> None:
    """Check the claims from a corrected game on, and score later games that depend on it again."""
    check_claims(session, game.number)
    _score_later_games(session, game)


def check_claims(session: GameSession, number: int) -> None:
    """Score games again that a claim ended, from this number on.

    Claims that no longer hold are taken back.
    """
    for claimed in queries.claimed_games(session.id, number):
        assert claimed.claimed_by is not None
        before = queries.points_before(session.id, claimed.number)
        try:
            game_sheet = check_claim(session, claimed, claimed.claimed_by, before)
        except Invalid:
            _take_claim_back(session, claimed)
        else:
            score_game(session, claimed, game_sheet)


def _take_claim_back(session: GameSession, game: Game) -> None:
    """Take a claim back, so that the game goes on.

    Where a later game has begun, it stays finished and is scored like others; it need not add up.
    """
    assert game.claimed_by is not None
    keep_row(game, game.rows[game.claimed_by])
    game.claimed_by = None
    last = queries.last_game(session.id)
    if last is not game:
        score_game(session, game)
        game.accepted_imbalance = not game.balanced
        return
    forget_scores(game)


def _score_later_games(session: GameSession, game: Game) -> None:
    """Score the finished games after a corrected one again, as far as their scores depend on it."""
    for later, rules in finished_games(session, queries.whole_games(session.id)):
        if later.number > game.number and depends_on_earlier_games(rules):
            score_game(session, later, rules=rules)
