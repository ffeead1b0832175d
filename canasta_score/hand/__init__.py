"""One hand: from the words of a tally to facts, their problems, and the score with its lines."""
