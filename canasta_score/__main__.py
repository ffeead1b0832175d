"""The entry of the program, light enough that Ctrl-C is heard while the rest is loaded."""

import gc
import sys

INTERRUPTED = 130


def main() -> None:
    """Load the commands and run them; an interruption leaves without a word."""
    gc.disable()  # nothing that is made while the program loads is garbage; `run` enables it again
    try:
        from canasta_score.cli.app import run  # noqa: PLC0415 -- loading it may be interrupted

        run()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)


if __name__ == "__main__":
    main()
