"""The pages of a session: how it starts, and how it stands."""
