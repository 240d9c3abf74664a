"""May I do that? A turn judged, step by step."""
