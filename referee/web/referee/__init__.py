"""The pages of the referee, of every kind of game."""
