"""The tally: words to facts and back."""
