"""Commands that correct what was recorded."""
