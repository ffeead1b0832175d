"""What a rule file says: cards, canastas, threes, bonuses, penalties, special hands, needs."""
