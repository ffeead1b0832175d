"""What comes from the tables: slips, hands, game files."""
