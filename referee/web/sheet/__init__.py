"""Pages of the score sheet, and of the sweep counter."""
