"""Commands about slips and ranks."""
