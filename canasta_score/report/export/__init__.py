"""A whole game in the format of another program."""
