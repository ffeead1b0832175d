"""`canasta-score serve`: the game as a live page on every screen in the room."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer

import canasta_score
from canasta_score.cli import game_files, messages, paths
from canasta_score.cli.invocation import ExitCode, usage_error
from canasta_score.cli.options import DEFAULT_PORT, LedgerOption, Metavar, port_option, word_argument
from canasta_score.disk.files import path_exists
from canasta_score.rules.diagnostics import PROGRAM


def serve(
    file: Annotated[
        str | None, word_argument(f"[{Metavar.FILE}]", "Game or event file (default: the game in this folder).")
    ] = None,
    *,
    port: Annotated[
        int, port_option(f"Port of the page (default: {DEFAULT_PORT}); 0 takes a free one.", least=0)
    ] = DEFAULT_PORT,
    lan: Annotated[bool, typer.Option("--lan", help="Let other devices on your network open the page.")] = False,
    board: Annotated[bool, typer.Option("--board", help="Show the standing in large type, for a television.")] = False,
    enter: Annotated[bool, typer.Option("--enter", help="Let phones enter hands, or the slips of an event.")] = False,
    new_address: Annotated[
        bool, typer.Option("--new-address", help="Change the address, so that nobody who had it can look.")
    ] = False,
    ledger: LedgerOption = None,
) -> None:
    """Show a game or an event as a live page on phones and televisions.

    The page shows each hand within a second of its entry. Viewers cannot change anything. With --enter, there is a
    second address for those who may enter. Press Ctrl-C to stop.
    """
    if file is not None and ledger is not None:
        raise usage_error("name the game file only once", option="--ledger")
    is_default = file is None and ledger is None and not paths.get_chosen_ledger()
    event = paths.resolve_event_path(None)
    if file is not None:
        path = paths.expand_path(file)
    elif ledger is None and not paths.has_current_ledger() and path_exists(event):
        path, is_default = event, False
    else:
        path = game_files.resolve_ledger_path(ledger)
    flags = {"--lan": lan, "--board": board, "--enter": enter}
    words = ("serve", *([] if file is None else [file]), *(flag for flag, is_set in flags.items() if is_set))
    with explain_missing_packages():
        from canasta_score.cli.live.page import serve_page

        serve_page(path, port, words, is_default=is_default, lan=lan, board=board, enter=enter, renew=new_address)


@contextmanager
def explain_missing_packages() -> Iterator[None]:
    """Print how to install what a block imports, and raise typer.Exit, if it is not installed."""
    try:
        yield
    except ModuleNotFoundError as error:
        if f"{error.name}.".startswith(f"{canasta_score.__name__}."):
            raise
        hint = f"to install what is missing: pipx install --force '{PROGRAM}[live]'"
        messages.print_problem("the live page needs packages that are not installed", hint)
        raise typer.Exit(ExitCode.USAGE_ERROR) from None
