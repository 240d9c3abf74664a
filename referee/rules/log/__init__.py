"""A game that is followed play by play: its entries, and what they come to."""
