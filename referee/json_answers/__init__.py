"""Shapes of the JSON answers, each written once, and functions that fill them."""

from .begun_game import GameBegunSchema, game_begun_of
from .build_rulings import BuildRulingSchema, build_ruling_of
from .capture_rulings import RulingSchema, ruling_of
from .counted_sweep import CountedSweepSchema
from .followed_state_parts import Values, state_values
from .game_rules import GameRulesSchema, game_rules_of
from .groups import GroupSchema, group_of
from .photo_reading import PhotoSchema, reading_of
from .problems import ProblemSchema
from .scored_sheet import SheetSchema, sheet_of
from .sessions import SessionStartedSchema, SessionStateSchema, session_of
from .sheet_rows import SheetStateSchema, etag, row_of, sheet_state_of
from .whole_game_state import GameStateSchema, followed_of, game_of, record_of
