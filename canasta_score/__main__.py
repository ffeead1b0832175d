"""The entry of the program, light enough that Ctrl-C is heard while the rest is loaded."""

import gc
import os
import sys
from contextlib import suppress

_EXIT_INTERRUPTED = 130


def main() -> int:
    """Load the commands, run the command line, and return the exit code."""
    gc.disable()  # nothing that is made while the program loads is garbage; `run` enables it again
    try:
        from canasta_score.cli.app import run

        return run()
    except KeyboardInterrupt:
        return _EXIT_INTERRUPTED
    finally:
        _release_streams()


def run_and_exit() -> None:
    """Run the command line and end the process at once: Python would spend a twentieth of `score` on taking down."""
    # Nothing is left to do: files are closed, the streams are flushed, and no command leaves a thread behind.
    os._exit(main())


def _release_streams() -> None:
    # Where Python fails to flush a stream at its exit, the exit code is 120: such a stream becomes the null device.
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
    run_and_exit()
