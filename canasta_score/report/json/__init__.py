"""Values as JSON with stable keys."""
