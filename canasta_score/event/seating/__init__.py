"""Who sits where: tables, rounds, the draw."""
