"""Origins of house rules: where each is played, and by which source."""

from __future__ import annotations

from ..languages import lazy_gettext

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
        "Played in Sweden, says pagat.com (Nordic Casino). A Finnish guide counts those past seven."
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
