"""The database, its tables, and all selects that are not trivial."""
