"""Use cases on stored games: one use case a function, each with a transaction of its own."""
