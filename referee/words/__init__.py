"""Words of card games as players use them: games, house rules, ranks, suits and cards."""

from .bidi_names import balanced, in_sentences, isolated, sides_text
from .cards import (
    A_RANK,
    HELD_RANK,
    SUIT_NAMES,
    card_name,
    card_text,
    cards_text,
    either_text,
    key_name,
    rank_text,
    ranks_text,
    row_text,
    suit_text,
    taken_text,
    the_card,
    the_rank,
    with_card,
    without_style,
)
from .game_names import GAME_NAMES
from .house_rule_explanations import HOUSE_RULES, house_rules_at
from .house_rule_sources import HOUSE_RULE_SOURCES
from .lists_and_sentences import and_, evening_text, or_, sentence
from .number_and_date_format import (
    added_text,
    amount,
    average,
    build_number,
    date_text,
    list_separator,
    money,
    number_text,
    signed,
    time_text,
)
from .preset_names import PRESETS, preset_name, preset_names, preset_source
from .score_names import FIELDS, SETTLEMENT_NAMES, item_text, items_text, kind_number, row_of_sheet
from .spreadsheet_columns import COLUMNS
