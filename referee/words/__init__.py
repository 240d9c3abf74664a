"""Words of card games as players use them: games, house rules, ranks, suits and cards."""
