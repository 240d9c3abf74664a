"""A whole game with builds: what each turn makes of it, what is known of hands and piles."""
