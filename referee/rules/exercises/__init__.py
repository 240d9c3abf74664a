"""Exercises: positions with a task, made from a seed, and the judgement of answers."""
