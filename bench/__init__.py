"""Benchmarks of ``make bench``: figures and ratios from one run on one machine."""
