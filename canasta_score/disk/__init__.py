"""Files as such: read and written whole, replaced whole or not at all, by one writer at a time."""
