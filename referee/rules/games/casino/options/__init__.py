"""Options of a card: the captures, builds and plays that it can make, searched rather than
judged."""
