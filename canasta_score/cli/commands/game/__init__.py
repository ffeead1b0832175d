"""Commands that start, score and show a game."""
