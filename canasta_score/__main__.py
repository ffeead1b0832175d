"""The entry of the program, light enough that Ctrl-C is heard while the rest is loaded."""

import gc
import os
import sys
from contextlib import suppress

_EXIT_INTERRUPTED = 130


def main() -> None:
    """Load the commands and run them; an interruption leaves without a word."""
    gc.disable()  # nothing that is made while the program loads is garbage; `run` enables it again
    try:
        from canasta_score.cli.app import run

        run()
    except KeyboardInterrupt:
        sys.exit(_EXIT_INTERRUPTED)
    finally:
        release_streams()


def release_streams() -> None:
    """Flush standard output and error, and point one that takes no more at the null device.

    Python flushes both again when it exits. Where that fails, it replaces the exit code by 120 and prints
    "Exception ignored in ...", although the program has already said what was wrong.
    """
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:
                stream.flush()
        except (OSError, ValueError):
            with suppress(OSError, ValueError):
                null = os.open(os.devnull, os.O_WRONLY)
                os.dup2(null, stream.fileno())
                os.close(null)


if __name__ == "__main__":
    main()
