"""The score of a hand: facts to lines and totals."""
