"""The page of a game for a browser and for paper."""
