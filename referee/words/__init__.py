"""Words of card games as players use them: games, house rules, ranks, suits and cards."""

from .bidi_names import balanced, in_sentences, isolated
from .card_articles_and_plurals import (
    A_RANK,
    HELD_RANK,
    either_text,
    ranks_text,
    taken_text,
    the_card,
    the_rank,
    with_card,
)
from .card_names import SUIT_NAMES, card_name, key_name
from .card_symbols import card_text, cards_text, rank_text, row_text, suit_text, without_style
from .date_format import date_text, time_text
from .game_names import GAME_NAMES
from .house_rule_explanations import HOUSE_RULES, house_rules_at
from .house_rule_sources import HOUSE_RULE_SOURCES
from .lists_and_sentences import and_, or_, sentence
from .number_format import (
    added_text,
    amount,
    average,
    build_number,
    list_separator,
    money,
    number_text,
    signed,
)
from .preset_names import PRESETS, preset_name, preset_names, preset_source
from .score_breakdown import item_points, items_text
from .score_names import FIELDS, item_text, kind_number, kind_numbers
from .session_title import evening_text
from .settlement_names import SETTLEMENT_NAMES
from .sheet_row_in_words import row_of_sheet
from .side_names import sides_text
from .spreadsheet_columns import COLUMNS
