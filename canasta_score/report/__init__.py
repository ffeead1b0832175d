"""From values to text: score tables, rule cards, JSON."""
