"""The commands: words to facts, values to text, errors to exit codes."""

import gc

gc.disable()  # while the program starts nothing that it makes is garbage; `run` takes over from here
