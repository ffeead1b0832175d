"""The prompt of `play` and guided entry."""
