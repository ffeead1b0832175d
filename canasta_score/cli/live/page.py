"""The live page: serving a game or an event until Ctrl-C, and what is printed about it."""

from collections.abc import Sequence
from contextlib import suppress
from errno import EADDRINUSE, EADDRNOTAVAIL, EHOSTUNREACH, ENETUNREACH
from functools import partial
from pathlib import Path

import typer

from canasta_score.cli.exit_codes import ExitCode
from canasta_score.cli.live.address import FileKeys, draw_qr_code, draw_qr_picture, open_address
from canasta_score.cli.live.app import Door, build_app, list_view_endpoints
from canasta_score.cli.live.broadcast import Room
from canasta_score.cli.live.follower import Follower
from canasta_score.cli.live.server import find_max_viewers, run_server
from canasta_score.cli.messages import print_error, print_problem
from canasta_score.cli.options import DEFAULT_PORT, LAST_PORT
from canasta_score.cli.paths import DEFAULT_LEDGER
from canasta_score.cli.terminal import print_qr_code, print_result
from canasta_score.report.html.live import BOARD, PAGE

_LOOK = "look"  # what the token is for
_NO_NETWORK_ERRORS = {EADDRNOTAVAIL, EHOSTUNREACH, ENETUNREACH}


def serve_page(
    path: Path, port: int, words: Sequence[str], *, is_default: bool, lan: bool, board: bool, renew: bool
) -> None:
    """Serve the page of a game or event file until Ctrl-C; `words` are those of the command, for hints.

    `renew` gives the page an address that nobody knows yet. Raises typer.Exit if the port cannot be used.
    """
    follower = Follower(path, print_error, Path(DEFAULT_LEDGER) if is_default else None)
    try:
        address, listener = open_address(port, lan=lan)
    except OSError as error:
        _print_network_problem(error, port, words)
        raise typer.Exit(ExitCode.FAILURE) from None
    keys = FileKeys(path, renew=renew)
    token = keys.derive_token(_LOOK) if lan else ""
    url = address.build_url(token)
    with listener, suppress(KeyboardInterrupt):
        page_url = f"{url}{PAGE}" if board else url
        _print_address(url, page_url, lan=lan, board=board)
        # Nobody's phone reaches an address that only this computer can open.
        room = Room(follower.views, find_max_viewers(), draw_qr_picture(f"{url}{PAGE}") if lan else "")
        views = {f"/{name}": name for name in room.views} | {"/": BOARD if board else PAGE}
        app = build_app({token: Door(list_view_endpoints(room, views))}, address)
        try:
            run_server(app, listener, room, follower, partial(keys.keep, address) if lan else int)
        finally:
            if lan:
                keys.keep(address, now=True)


def _print_network_problem(error: OSError, port: int, words: Sequence[str]) -> None:
    if error.errno in _NO_NETWORK_ERRORS:
        print_problem("this computer is not on a network", "connect it to the Wi-Fi, or leave out --lan")
    elif error.errno == EADDRINUSE:
        print_problem(f"port {port} is already in use", "for another port", *words, "--port", f"{port % LAST_PORT + 1}")
    else:
        message = f"port {port} cannot be used: {error.strerror}"
        print_problem(message, "for another port", *words, "--port", f"{DEFAULT_PORT}")


def _print_address(url: str, page_url: str, *, lan: bool, board: bool) -> None:
    print_result(f"The {'board' if board else 'page'} is at {url}")
    if board:
        print_result(f"The page for phones is at {page_url}")
    if lan:
        print_qr_code(draw_qr_code(page_url))
        print_result("Scan the code with a phone on the same network. Anyone with the address can see it.")
    else:
        print_result("Only this computer can open it. For phones and televisions, add --lan.")
    print_result("Press Ctrl-C to stop.")
