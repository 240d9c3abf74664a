"""Pages of the referee, for every kind of game."""
