"""Commands that check, reconcile and count."""
