"""The entry of the program, light enough that Ctrl-C is heard while the rest is loaded."""

import sys

INTERRUPTED = 130


def main() -> None:
    """Load the commands and run them; an interruption leaves without a word."""
    try:
        from canasta_score.cli.app import run  # noqa: PLC0415 -- loading it may be interrupted

        run()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)


if __name__ == "__main__":
    main()
