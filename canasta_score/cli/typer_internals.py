"""The names that the program takes from Typer and that Typer keeps private: a new version may move or change them.

All other modules import them from here, so that such a version is met in one place.
"""

from typer._click.core import (
    Command,  # a command or a group: Typer has no public name for both
    Context,  # what Typer passes to the methods of its groups and commands; typer.Context is a subclass
)
from typer._click.exceptions import (
    # The usage errors that Typer finds, which the program words itself; typer.BadParameter is one of them.
    BadOptionUsage,
    BadParameter,
    MissingParameter,
    NoSuchOption,
    UsageError,
)
from typer._click.formatting import HelpFormatter  # what the help of a group is written into
from typer._click.parser import _OptionParser as OptionParser  # what splits a command line into options and arguments

__all__ = (
    "BadOptionUsage",
    "BadParameter",
    "Command",
    "Context",
    "HelpFormatter",
    "MissingParameter",
    "NoSuchOption",
    "OptionParser",
    "UsageError",
)
