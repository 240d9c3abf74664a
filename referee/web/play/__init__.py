"""Pages of a game against players, which the address holds."""
