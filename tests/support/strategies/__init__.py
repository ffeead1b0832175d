"""Strategies of hypothesis: hands and games that can happen."""
