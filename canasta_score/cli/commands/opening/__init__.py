"""Commands about the opening."""
