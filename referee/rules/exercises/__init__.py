"""Exercises without end: positions as they come about in play, what is asked there, and what the
referee says of an answer."""
