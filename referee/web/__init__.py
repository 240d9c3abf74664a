"""Server-rendered pages, usable without JavaScript."""
