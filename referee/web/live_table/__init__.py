"""The pages of a game that is followed play by play."""
