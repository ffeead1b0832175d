"""Commands about rule files."""
