"""Names of games, presets, settlements and of the sources that have a house rule."""

from collections.abc import Mapping
from typing import NamedTuple

from ..languages import LANGUAGES, Speech, lazy_gettext, speaking
from ..rules.house_rules import Preset

GAME_NAMES = {
    "krypkasino": lazy_gettext("Krypkasino"),
    "casino": lazy_gettext("Casino"),
    "royal-casino": lazy_gettext("Royal Casino"),
    "swazi-casino": lazy_gettext("Swazi Casino"),
    "lesotho-casino": lazy_gettext("Lesotho Casino"),
    "south-african-casino": lazy_gettext("South African Casino"),
    "spade-casino": lazy_gettext("Spade Casino"),
    "kasino": lazy_gettext("Kasino"),
}


class PresetWords(NamedTuple):
    """The words for a preset: its ``name``, which tells where or by whom it is played, a ``note``
    on what its sources leave open, and its ``source`` where that is no title."""

    name: str
    note: str = ""
    source: str = ""


PRESETS: Mapping[str, Mapping[str, PresetWords]] = {
    "casino": {
        "pagat": PresetWords(lazy_gettext("Casino as on pagat.com")),
        "hoyle-1904": PresetWords(
            lazy_gettext("Standard Hoyle, 1904"),
            note=lazy_gettext(
                "Referee's reading: a picture takes all of its rank, for “only one” is a later "
                "rule."
            ),
        ),
        "foster": PresetWords(
            lazy_gettext("Foster's Hoyle"),
            note=lazy_gettext("Sweeps cancel each other only sometimes there."),
        ),
        "american": PresetWords(
            lazy_gettext("American: a picture takes all"),
            note=lazy_gettext("Not all of them want a card to take whenever it can."),
        ),
        "wippen": PresetWords(
            lazy_gettext("Wippen"), note=lazy_gettext("It is played in Flanders.")
        ),
    },
    "royal-casino": {
        "pagat": PresetWords(lazy_gettext("Royal Casino as on pagat.com")),
        "royal-draw": PresetWords(lazy_gettext("Royal Draw, 1898")),
    },
    "south-african-casino": {
        "pagat": PresetWords(lazy_gettext("As on pagat.com")),
        "association": PresetWords(
            lazy_gettext("South African association"),
            note=lazy_gettext(
                "Where its pages contradict each other, those of its online game decide, then its "
                "document of 2023."
            ),
            source=lazy_gettext("Khasino association of southern Africa, 2026"),
        ),
    },
    "kasino": {
        "sweden": PresetWords(lazy_gettext("Swedish Kasino")),
        "finland": PresetWords(
            lazy_gettext("Finnish Kasino"),
            note=lazy_gettext(
                "In a Finnish guide tied points also carry over to the next game. That needs "
                "counted piles in each game, so it is not on here."
            ),
        ),
        "finland-older": PresetWords(
            lazy_gettext("Finnish Kasino, older"),
            note=lazy_gettext(
                "Four players let tied spades roll over instead of sharing them: switch one off "
                "and the other on."
            ),
            source=lazy_gettext("the Finnish Wikipedia of 2006"),
        ),
        "denmark": PresetWords(
            lazy_gettext("Danish Kasino without building"),
            note=lazy_gettext("Danes build too; Kasino has no builds."),
            source=lazy_gettext("two Danish rules sites"),
        ),
        "norway": PresetWords(
            lazy_gettext("Norwegian Kasino without building"),
            note=lazy_gettext("Norwegians build too; Kasino has no builds."),
            source=lazy_gettext("a Norwegian rules site"),
        ),
    },
}
"""The words for each preset, by game and key."""


def preset_name(game: str, preset: Preset) -> str:
    """Return the name of a preset of a game, in the language of the answer."""
    return str(PRESETS[game][preset.key].name)


def preset_source(game: str, preset: Preset) -> str:
    """Return the source of a preset of a game, in the language of the answer."""
    return str(PRESETS[game][preset.key].source or preset.source)


def preset_names(game: str, preset: Preset) -> dict[str, str]:
    """Return the name of a preset of a game in each language, by language code."""
    names = {}
    for spoken in LANGUAGES:
        with speaking(Speech(spoken)):
            names[spoken] = preset_name(game, preset)
    return names


class HouseRuleWords(NamedTuple):
    """The words for a house rule.

    ``name`` is its heading; on the page of rules ``rule`` explains it, ``reading`` is Referee's
    reading where sources are silent, and ``clause`` leads to more. ``hint`` explains a name that is
    not clear by itself, ``in_a_word`` is the short name that players use.
    """

    name: str
    rule: str
    reading: str = ""
    clause: str = ""
    hint: str = ""
    in_a_word: str = ""


HOUSE_RULE_SOURCES = {
    "sweeps_cancel": lazy_gettext(
        "Played in Finland, Denmark and the Dominican Republic, says pagat.com. Dick's American "
        "Hoyle (1894) has it, Foster's Hoyle (1897) “sometimes”. pagat.com's Casino does not."
    ),
    "draw": lazy_gettext(
        "Played in the United States as Royal Draw (United States Playing Card Company, 1898; "
        "Foster's Hoyle, 1909; Ostrow, 1945), in Sweden as dragkasino and in Finland as "
        "pakkakasino."
    ),
    "must_capture": lazy_gettext(
        "From Denexa Games and a page of Britannica. By pagat.com nobody has to take."
    ),
    "must_capture_equal": lazy_gettext("Played in the Dominican Republic, says pagat.com."),
    "no_raise_own": lazy_gettext(
        "Played in the Dominican Republic, and in America of old: Dick's American Hoyle, the "
        "United States Playing Card Company (1898), Standard Hoyle (1904). Foster's Hoyle and "
        "pagat.com let the owner raise."
    ),
    "one_build_a_value": lazy_gettext("From two apps. No book that we know has it."),
    "pictures_take_all": lazy_gettext(
        "Played in America: Foster's Hoyle (1897), Britannica, Denexa Games. By pagat.com a "
        "picture takes only one."
    ),
    "three_pictures": lazy_gettext("From Ostrow's book (1945) and from Cats at Cards."),
    "spades_two": lazy_gettext("Played in Flanders, as Wippen, says pagat.com."),
    "fifteen_sixteen": lazy_gettext(
        "Played in Germany: Pierer's encyclopedia (1857), and German Wikipedia in older versions."
    ),
    "kasino_values": lazy_gettext(
        "Played in Finland and Norway: pagat.com (Nordic Casino), a Finnish guide, a Norwegian "
        "rules site."
    ),
    "kasino_values_free": lazy_gettext(
        "Played in Denmark and Sweden: two Danish rules sites, and a Swedish one that sums up ten "
        "books."
    ),
    "no_last_point": lazy_gettext("Played in Finland, says pagat.com (Nordic Casino)."),
    "over_spades": lazy_gettext(
        "Played in Sweden, says pagat.com (Nordic Casino). A Finnish guide counts from the eighth "
        "on."
    ),
    "spades_one": lazy_gettext("Played in Norway, says a Norwegian rules site."),
    "five_of_spades": lazy_gettext(
        "Played in Denmark and Sweden: two Danish rules sites, and four more pages."
    ),
    "late_sweeps_off": lazy_gettext(
        "Played in Finland: pagat.com (Nordic Casino) and a Finnish guide."
    ),
    "ties_roll_over": lazy_gettext(
        "Played in Finland, says a Finnish guide. pagat.com has no such rule."
    ),
    "cards_roll_over": lazy_gettext(
        "Played in Finland, says the Finnish Wikipedia of 2006; in a Finnish guide spades go over "
        "too."
    ),
    "spades_roll_over": lazy_gettext(
        "Played in Finland by four players, says the Finnish Wikipedia of 2006."
    ),
    "spades_shared": lazy_gettext(
        "Played in Finland: pagat.com (Nordic Casino), and for three players the Finnish Wikipedia "
        "of 2006."
    ),
    "no_points_on_first_table": lazy_gettext("Played in Norway, says the Norwegian Wikipedia."),
    "capturer_on_top": lazy_gettext(
        "From the association of southern Africa, in its online game and its document of 2023. By "
        "pagat.com the lowest card lies on top."
    ),
    "top_needs_base": lazy_gettext(
        "From the association of southern Africa (its site, 2026) and its online game."
    ),
    "no_top_sums": lazy_gettext(
        "From the association of southern Africa (its site, 2026) and its online game. By "
        "pagat.com top cards count in sums."
    ),
    "most_spades_two": lazy_gettext(
        "From the association of southern Africa, in all that it has published. Swazi Casino has "
        "it too."
    ),
    "own_build_from_table": lazy_gettext(
        "From the association of southern Africa, in its document of 2023 and its online game."
    ),
    "lay_in_one_deal": lazy_gettext(
        "From the association of southern Africa, in all that it has published. By pagat.com an "
        "owner may not lay a card, with three and four players either."
    ),
    "seven_points": lazy_gettext(
        "From the association of southern Africa (its site, 2026, and its document of 2023)."
    ),
    "point_cards_or_nothing": lazy_gettext(
        "From the association of southern Africa (its site, 2026) and its online game."
    ),
}
"""The place where a house rule is played, and its source, by the name of the rule."""


SETTLEMENT_NAMES = {
    "pairwise": lazy_gettext("Everyone with everyone"),
    "to_winner": lazy_gettext("To the winner"),
    "fewest": lazy_gettext("Fewest payments"),
}
