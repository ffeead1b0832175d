"""Commands that export and import games."""
