"""The score sheet, and the counter of sweeps."""
