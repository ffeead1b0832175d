"""The commands of a club day."""
