"""A club day: pairs at tables, games by a movement, slips, ranks."""
