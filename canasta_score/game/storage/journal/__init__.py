"""A journal on the disk: a text of entries, read whole and replaced whole, such as a game file or an event file."""
