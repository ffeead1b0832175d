"""Commands for paper, files, the clock and the season."""
