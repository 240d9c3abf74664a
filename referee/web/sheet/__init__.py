"""Pages of the score sheet, and of the counter of sweeps and deals."""
