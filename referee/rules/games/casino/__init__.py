"""Games of the Casino family, in which cards are built up: rules, referee and followed games."""
