"""Game files on disk: reading, writing, and the lock between two writers."""
