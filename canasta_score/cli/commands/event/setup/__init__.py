"""Commands before and beside the games: pairs, draw, rounds."""
