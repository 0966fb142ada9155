"""The laboratory: bots against bots, measured. Arena, ratings, sequential tests, self-play."""
