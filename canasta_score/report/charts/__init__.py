"""The race of the running totals."""
