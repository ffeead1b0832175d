"""Commands that go back, note and check."""
