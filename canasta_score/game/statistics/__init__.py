"""Statistics across many games."""
