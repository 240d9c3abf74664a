"""The JSON API, version 1, on the same rules and services as the pages."""
