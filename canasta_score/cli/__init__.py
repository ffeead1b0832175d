"""The commands: words to facts, values to text, errors to exit codes."""

import gc

gc.disable()  # while the program starts nothing that it makes is garbage; `main` takes over from here
