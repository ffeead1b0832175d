"""Entering things in a game or an event: a request goes in, what came of it comes out as a value."""
