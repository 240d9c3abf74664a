"""What could be done: all that a card may take, build or be built with."""
