"""Movements: who meets whom in each game. Each is a module of its own."""
