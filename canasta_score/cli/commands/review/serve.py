"""`canasta-score serve`: the game as a live page on every screen in the room."""

from collections.abc import Sequence
from contextlib import suppress
from errno import EADDRINUSE, EADDRNOTAVAIL, EHOSTUNREACH, ENETUNREACH
from pathlib import Path
from typing import Annotated

import typer

import canasta_score
from canasta_score.cli.exit_codes import ExitCode
from canasta_score.cli.game_sequence import resolve_ledger_path
from canasta_score.cli.messages import print_error, print_problem
from canasta_score.cli.options import FILE_METAVAR, LedgerOption
from canasta_score.cli.paths.event import resolve_event_path
from canasta_score.cli.paths.expansion import expand_path
from canasta_score.cli.paths.game import DEFAULT_LEDGER, has_current_ledger, is_ledger_chosen
from canasta_score.cli.terminal import print_qr_code, print_result
from canasta_score.cli.usage_errors import build_usage_error
from canasta_score.game.storage.files import path_exists
from canasta_score.rules.diagnostics import PROGRAM
from canasta_score.rules.text import is_ascii_digits

_NO_NETWORK_ERRORS = {EADDRNOTAVAIL, EHOSTUNREACH, ENETUNREACH}
_DEFAULT_PORT, _LAST_PORT = 8484, 65535
_ServedFileArgument = Annotated[
    str | None,
    typer.Argument(
        metavar=f"[{FILE_METAVAR}]", help="Game or event file (default: the game in this folder).", show_default=False
    ),
]


def _parse_port(value: object) -> int:
    text = str(value)  # the default is a number already
    if is_ascii_digits(text) and len(text) <= len(str(_LAST_PORT)) and int(text) <= _LAST_PORT:
        return int(text)
    raise build_usage_error(f'"{text}" is not a port', "--port", f"enter a number, such as {_DEFAULT_PORT}")


_PortOption = Annotated[
    int,
    typer.Option(
        "--port",
        metavar="N",
        parser=_parse_port,
        help=f"Port of the page (default: {_DEFAULT_PORT}); 0 takes a free one.",
        show_default=False,
    ),
]
_LanOption = Annotated[bool, typer.Option("--lan", help="Let other devices on your network open the page.")]
_BoardOption = Annotated[bool, typer.Option("--board", help="Show the standing in large type, for a television.")]


def serve(
    file: _ServedFileArgument = None,
    *,
    port: _PortOption = _DEFAULT_PORT,
    lan: _LanOption = False,
    board: _BoardOption = False,
    ledger: LedgerOption = None,
) -> None:
    """Show a game or an event as a live page on phones and televisions.

    The page shows each hand within a second of its entry. Viewers cannot change anything. Press Ctrl-C to stop.
    """
    if file is not None and ledger is not None:
        raise build_usage_error("name the game file only once", "--ledger")
    is_default = file is None and ledger is None and not is_ledger_chosen()
    path = _choose_served_path(ledger) if file is None else expand_path(file)
    words = ("serve", *([] if file is None else [file]), *(["--lan"] if lan else []), *(["--board"] if board else []))
    try:
        _serve(path, port, words, is_default=is_default, lan=lan, board=board)
    except ModuleNotFoundError as error:
        if f"{error.name}.".startswith(f"{canasta_score.__name__}."):
            raise
        hint = f"to install what is missing: pipx install --force '{PROGRAM}[live]'"
        print_problem("the live page needs packages that are not installed", hint)
        raise typer.Exit(ExitCode.USAGE_ERROR) from None


def _choose_served_path(ledger: str | None) -> Path:
    """Return the game at hand, or the event where there is no game."""
    event = resolve_event_path(None)
    if ledger is None and not has_current_ledger() and path_exists(event):
        return event
    return resolve_ledger_path(ledger)


def _serve(path: Path, port: int, words: Sequence[str], *, is_default: bool, lan: bool, board: bool) -> None:
    from canasta_score.cli.live.address import open_address
    from canasta_score.cli.live.app import build_app
    from canasta_score.cli.live.follower import Follower
    from canasta_score.cli.live.room import Room
    from canasta_score.cli.live.server import run_server
    from canasta_score.report.html.live import BOARD, PAGE

    follower = Follower(path, print_error, Path(DEFAULT_LEDGER) if is_default else None)
    try:
        address, listener = open_address(port, lan=lan)
    except OSError as error:
        _print_network_problem(error, port, words)
        raise typer.Exit(ExitCode.FAILURE) from None
    with listener, suppress(KeyboardInterrupt):
        _print_address(address.url, f"{address.url}{PAGE}" if board else address.url, lan=lan, board=board)
        room = Room(follower.views, BOARD if board else PAGE)
        run_server(build_app(room, address), listener, room, follower)


def _print_network_problem(error: OSError, port: int, words: Sequence[str]) -> None:
    if error.errno in _NO_NETWORK_ERRORS:
        print_problem("this computer is not on a network", "connect it to the Wi-Fi, or leave out --lan")
    elif error.errno == EADDRINUSE:
        print_problem(
            f"port {port} is already in use", "for another port", *words, "--port", f"{port % _LAST_PORT + 1}"
        )
    else:
        message = f"port {port} cannot be used: {error.strerror}"
        print_problem(message, "for another port", *words, "--port", f"{_DEFAULT_PORT}")


def _print_address(url: str, page_url: str, *, lan: bool, board: bool) -> None:
    from canasta_score.cli.live.address import draw_qr_code

    print_result(f"The {'board' if board else 'page'} is at {url}")
    if board:
        print_result(f"The page for phones is at {page_url}")
    if lan:
        print_qr_code(draw_qr_code(page_url))
        print_result("Scan the code with a phone on the same network. Anyone with the address can see it.")
    else:
        print_result("Only this computer can open it. For phones and televisions, add --lan.")
    print_result("Press Ctrl-C to stop.")
