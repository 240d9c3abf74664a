"""Facts to sentences that a player understands, through gettext.

The rules know no language; this is the one place that gives them words.
"""

from . import builds, files  # noqa: F401 - they add to error_text
from .errors import error_text, short_error_text
from .live import (
    dealer_text,
    explanation_text,
    faster_text,
    forgotten_text,
    irregularities_text,
    irregularity_text,
    leftovers_text,
    marker_text,
    mended_text,
    misfits_text,
    play_text,
    replay_lines,
    step_text,
)
from .results import course_text, due_text, how_won_text, result_text, settlement_text, winner_text
from .rulings import (
    cost_text,
    hand_play_text,
    headline,
    markers_text,
    outcome_text,
    price_text,
    reason_text,
    regrouping_text,
    ruling_text,
    stand_text,
    sweep_for,
    sweep_text,
    table_text,
    verdict_text,
)
from .sheets import balance_text, deal_text, rest_text, set_aside_text, worth_text

__all__ = [
    "balance_text",
    "cost_text",
    "course_text",
    "deal_text",
    "dealer_text",
    "due_text",
    "error_text",
    "explanation_text",
    "faster_text",
    "forgotten_text",
    "hand_play_text",
    "headline",
    "how_won_text",
    "irregularities_text",
    "irregularity_text",
    "leftovers_text",
    "marker_text",
    "markers_text",
    "mended_text",
    "misfits_text",
    "outcome_text",
    "play_text",
    "price_text",
    "reason_text",
    "regrouping_text",
    "replay_lines",
    "rest_text",
    "result_text",
    "ruling_text",
    "set_aside_text",
    "settlement_text",
    "short_error_text",
    "stand_text",
    "step_text",
    "sweep_for",
    "sweep_text",
    "table_text",
    "verdict_text",
    "winner_text",
    "worth_text",
]
