"""Event files on the disk: a journal as a game file is one."""
