"""Experiments with bots: arena, ratings, sequential tests, self-play data, puzzle mining and RL environments."""
