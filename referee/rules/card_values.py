"""Values that cards may have in sums (#values)."""

from __future__ import annotations

from collections.abc import Mapping

from .cards import PICTURES, Rank

Values = Mapping[Rank, tuple[int, ...]]
"""The values that each rank may have (#values); none for a rank without value."""

AS_WRITTEN: Values = {rank: (int(rank),) for rank in Rank}
"""An ace is 1, a jack 11, a queen 12, a king 13."""
NUMBERS_ONLY: Values = {**AS_WRITTEN, **dict.fromkeys(PICTURES, ())}
"""The values as written, but pictures have none."""
ACE_LOW_OR_HIGH: Values = {**AS_WRITTEN, Rank.ACE: (1, 14)}
"""The values as written, but an ace may also be 14."""
