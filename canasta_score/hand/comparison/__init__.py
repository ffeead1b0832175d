"""The same hand scored by several sets of rules."""
