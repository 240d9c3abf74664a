"""The pages: server-rendered, usable without JavaScript."""
