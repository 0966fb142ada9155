"""Analysis of games: the review of a match, turn by turn."""
