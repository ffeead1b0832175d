"""Rules in words: rule cards, differences, new rule files."""
