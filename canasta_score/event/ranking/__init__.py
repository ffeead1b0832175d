"""The ranking of an event, and of a season of events."""
