"""Games imported from JSON and CSV files."""
