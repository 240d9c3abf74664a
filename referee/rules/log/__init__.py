"""The log of a followed game: its entries, and the states that they give."""
