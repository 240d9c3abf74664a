"""What is kept: the database, its tables, and every select that isn't trivial."""
