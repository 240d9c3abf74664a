"""Names of games."""

from __future__ import annotations

from ..languages import lazy_gettext

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
