"""Followed games with builds: the state after each play, and what is known of hands and piles."""
