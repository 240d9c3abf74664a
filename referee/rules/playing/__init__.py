"""Players: plays chosen by what a seat can know, and the analysis of a finished game."""
