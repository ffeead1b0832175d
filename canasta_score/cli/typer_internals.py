"""What the program uses of Typer's private names: a new version, which may move or change them, is met here alone."""

from typer._click.core import Command as Command  # a command or a group: Typer has no public name for both
from typer._click.core import Context as Context  # what Typer passes to the methods of its groups and commands
from typer._click.exceptions import BadOptionUsage as BadOptionUsage
from typer._click.exceptions import BadParameter as BadParameter
from typer._click.exceptions import MissingParameter as MissingParameter
from typer._click.exceptions import NoSuchOption as NoSuchOption
from typer._click.exceptions import UsageError as UsageError  # those above are usage errors, and worded by the program
from typer._click.formatting import HelpFormatter as HelpFormatter  # what the help of a group is written into
from typer._click.parser import _OptionParser as OptionParser  # what splits a command line into options and arguments

__all__ = ("OptionParser",)
