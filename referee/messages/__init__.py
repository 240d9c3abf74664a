"""Facts to sentences that a player understands, through gettext.

The rules know no language; all their facts are put into words here.
"""

from . import (  # they add to error_text
    build_errors,
    card_and_play_notation_errors,
    followed_game_errors,
    game_setup_errors,
    import_errors,
    name_errors,
    question_errors,
    refusals,
)
from .another_phone_was_first import faster_text
from .build_and_pile_owners import (
    owner_text,
    pile_owner_text,
    seats_text,
    whose_build_text,
    whose_pile,
)
from .build_legality_grounds import ground_text, may_leave_text
from .build_names import build_name, left_text
from .build_reasons import live_duty_texts
from .build_referee_page import (
    asked_for_text,
    duty_texts,
    for_partner_text,
    hand_row_text,
    held_text,
    if_held_text,
    may_text,
    not_held_text,
    play_label,
)
from .build_rulings import after_text, build_lines, play_headline, play_lines, ruled_text
from .build_steps import step_of_play_text
from .build_verdicts import build_answer_text, build_verdict_text, named_verdict_text, unheld_text
from .capture_rulings import (
    because_text,
    cost_text,
    forcing_text,
    hand_play_text,
    headline,
    markers_text,
    not_double_text,
    outcome_text,
    price_text,
    regrouping_text,
    ruling_text,
    span_text,
    stand_text,
    sweep_for,
    table_text,
    verdict_text,
    was_held_text,
)
from .dealing import dealer_text, dealing_text, first_cards_text, live_stock_text, set_aside_text
from .demands import demand_text, does_it_text, insisted_text, insisters_text, more_demands_text
from .error_text_by_type import error_text, short_error_text
from .exercise_errors import nothing_tapped_text
from .exercise_feedback import FeedbackLine, answer_text, exercise_reasons
from .exercise_hints import exercise_hints
from .exercise_questions import (
    all_text,
    difficulty_text,
    exercise_question,
    exercise_title,
    exercises_title,
    field_label,
    house_of_exercise,
    none_text,
    number_label,
    seat_texts,
    sweeps_label,
)
from .impossible_pile_counts import pile_text
from .intro_feedback import first_reasons
from .leftover_cards import leftovers_text
from .live_table_events import begun_text, marker_text, step_text, then_text, undo_text
from .live_table_irregularities import (
    agreed_text,
    irregularities_text,
    irregularity_text,
    mark_text,
    settled_irregularity_texts,
)
from .other_house_rules import deciding_text, preset_texts
from .photos import (
    cards_seen_text,
    cards_unsure_text,
    lie_over_text,
    no_runtime_text,
    nothing_seen_text,
    place_text,
    places_in_photo,
    seen_text,
    unsure_texts,
    which_card_text,
)
from .pile_photos import (
    not_in_photo_text,
    pile_cards_count_text,
    pile_cards_texts,
    pile_photo_texts,
)
from .pile_tops import with_tops_text
from .play_choices import choice_points_text, choice_text
from .points_so_far import captured_text, so_far_text
from .proven_holdings import proven_text
from .question_conditions import (
    deal_texts,
    hands_text,
    house_rule_chip,
    house_rules_text,
    in_pairs_text,
    partner_holds_text,
    players_text,
    seated_before_text,
    stock_text,
    then_players_text,
)
from .repairs_after_correction import mended_text, misfits_text
from .replay_as_text import replay_lines
from .result_to_send import result_text
from .score_by_difference import difference_text
from .score_item_points import at_once_text, carried_texts, scoring_table, sums_at_ties, worth_text
from .selections import hindered_text, may_with_these_text, way_text
from .session_headings import session_heading
from .session_progress import (
    course_text,
    ended_early_text,
    entered_so_far_text,
    in_question_text,
    won_text,
)
from .session_results import (
    beyond_text,
    due_text,
    dues_by_payee,
    how_won_text,
    night_winner_text,
    settlement_hint,
    settlement_text,
    winner_text,
    won_earlier_text,
)
from .sheet_balance import balance_text, rest_text
from .single_card_holders import holder_text, holders_asked_text
from .sweep_scoring_rules import no_sweeps_now_text, sweep_limit_texts, sweep_worth_text
from .table_mismatch import explanation_text, forgotten_text, photo_differs_text
from .target_claims import claim_taken_back_text, claim_text
from .who_begins import begins_text
