"""The referee: what cannot have happened, and what is against the rules."""
