"""Tables and lists for the terminal."""
