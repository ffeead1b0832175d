"""The commands: words to facts, values to text, errors to exit codes."""
