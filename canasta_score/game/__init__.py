"""Many hands: the ledger of a game."""
