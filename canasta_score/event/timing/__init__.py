"""The clocks of the games."""
