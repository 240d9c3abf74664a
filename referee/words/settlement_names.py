"""Names of ways to settle, as players use them."""

from __future__ import annotations

from ..languages import lazy_gettext

SETTLEMENT_NAMES = {
    "pairwise": lazy_gettext("Everyone with everyone"),
    "to_winner": lazy_gettext("To the winner"),
    "fewest": lazy_gettext("Fewest payments"),
}
