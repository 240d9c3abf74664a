"""The Casino family: games with builds. A module a game; what they share lies beside them."""
