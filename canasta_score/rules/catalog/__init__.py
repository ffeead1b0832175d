"""Finding, loading and listing rule files."""
