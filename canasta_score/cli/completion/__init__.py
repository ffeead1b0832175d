"""What TAB offers in the shells."""
