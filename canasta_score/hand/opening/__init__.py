"""The opening: what a side needs, whether groups of cards open, and the best opening."""
