"""The live page: serving a game or an event until Ctrl-C, and what is printed about it."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from errno import EADDRINUSE, EADDRNOTAVAIL, EHOSTUNREACH, ENETUNREACH
from functools import partial
from pathlib import Path

import typer

from canasta_score.cli.invocation import ExitCode
from canasta_score.cli.live.address import Address, FileKeys, draw_qr_code, draw_qr_picture, open_address
from canasta_score.cli.live.app import Door, Gate, list_view_endpoints
from canasta_score.cli.live.broadcast import Room
from canasta_score.cli.live.door import ENTER
from canasta_score.cli.live.follower import Document, Follower
from canasta_score.cli.live.phone_entry import build_entry_doors
from canasta_score.cli.live.server import find_max_viewers, run_server
from canasta_score.cli.messages import print_error, print_hint, print_problem, print_warning
from canasta_score.cli.options import DEFAULT_PORT, LAST_PORT
from canasta_score.cli.paths import DEFAULT_LEDGER
from canasta_score.cli.terminal import print_qr_code, print_result
from canasta_score.event.event import Event
from canasta_score.report.html.entry import ENTRY, render_entry_parts
from canasta_score.report.html.event_page import build_event_page
from canasta_score.report.html.event_views import render_pair_views
from canasta_score.report.html.live import BOARD, PAGE, LiveView, build_view

_LOOK = "look"  # what the token is for
_NO_NETWORK_ERRORS = {EADDRNOTAVAIL, EHOSTUNREACH, ENETUNREACH}


def serve_page(
    path: Path, port: int, words: Sequence[str], *, is_default: bool, lan: bool, board: bool, enter: bool, renew: bool
) -> None:
    """Serve a file until Ctrl-C; raises typer.Exit for a useless port. Hints repeat the `words` of the command.

    The game that `is_default` in its folder gives way to its next ones; `renew` asks for an address that nobody knows.
    """
    first = Path(DEFAULT_LEDGER) if is_default else None
    follower = Follower(path, print_error, first, render_entry_views if enter else None)
    try:
        address, listener = open_address(port, lan=lan)
    except OSError as error:
        _print_network_problem(error, port, words)
        raise typer.Exit(ExitCode.FAILURE) from None
    keys = FileKeys(first or path, renew=renew)  # all games of a folder have one address
    token = keys.derive_token(_LOOK) if lan else ""
    # Nobody's phone reaches an address that only this computer can open.
    picture = draw_qr_picture(f"{address.build_url(token)}{PAGE}") if lan else ""
    room = Room(follower.views, find_max_viewers(), picture)
    views = {f"/{name}": name for name in (PAGE, BOARD)} | {"/": BOARD if board else PAGE}
    doors: dict[str, Door] = {token: Door(list_view_endpoints(room, views))}
    if enter:
        doors |= build_entry_doors(follower, room, address, keys)
    # A board that is served beside the pages for phones is not where somebody enters something.
    keep = partial(keys.keep, address if enter else None)
    keep()
    with listener, suppress(KeyboardInterrupt):
        _print_address_to_look(address.build_url(token), lan=lan, board=board)
        if enter:
            _print_address_to_enter(address, keys, follower.document, words, lan=lan)
        print_result("Press Ctrl-C to stop.")
        try:
            run_server(Gate(doors, address), listener, room, follower, keep)
        finally:
            keep(now=True)


def render_entry_views(document: Document, views: Mapping[str, LiveView]) -> Mapping[str, LiveView]:
    """Return the views through which something is entered, by their names; `views` are those that everybody sees."""
    if isinstance(document, Event):
        return render_pair_views(document, build_event_page(document), views[PAGE].parts["clock"])
    return {ENTRY: build_view(ENTRY, "entry_page", None, render_entry_parts(document))}


def _print_network_problem(error: OSError, port: int, words: Sequence[str]) -> None:
    if error.errno in _NO_NETWORK_ERRORS:
        print_problem("this computer is not on a network", "connect it to the Wi-Fi, or leave out --lan")
        return
    is_in_use = error.errno == EADDRINUSE
    problem = "is already in use" if is_in_use else f"cannot be used: {error.strerror}"
    other = port % LAST_PORT + 1 if is_in_use else DEFAULT_PORT
    print_problem(f"port {port} {problem}", "for another port", *words, "--port", f"{other}")


def _print_address_to_look(url: str, *, lan: bool, board: bool) -> None:
    page_url = f"{url}{PAGE}" if board else url
    print_result(f"The {'board' if board else 'page'} is at {url}")
    if board:
        print_result(f"The page for phones is at {page_url}")
    if lan:
        print_qr_code(draw_qr_code(page_url))
        print_result("Scan the code with a phone on the same network. Anyone with the address can see it.")
    else:
        print_result("Only this computer can open it. For phones and televisions, add --lan.")


def _print_address_to_enter(
    address: Address, keys: FileKeys, document: Document, words: Sequence[str], *, lan: bool
) -> None:
    if isinstance(document, Event):
        print_result("Each pair enters its slips on a page of its own.")
        if lan:  # or else no phone reaches what the codes lead to
            command = ("event", "print", "guide-cards", "--links", "-o", "cards.html")
            print_hint("to print the codes of the pages", *command)
        printed = keys.printed
        if printed and printed != address and (lan or printed.port != address.port):
            there = ("to serve there, stop this first", *words, "--port", f"{printed.port}")
            hint = there if printed.port != address.port else ("print the codes again",)
            print_warning(f"the printed codes lead to {printed.build_url()}, and not here", *hint)
    else:
        entry_url = address.build_url(keys.derive_token(ENTER))
        print_result(f"To enter hands: {entry_url}")
        if lan:
            print_qr_code(draw_qr_code(entry_url))
            print_result("Anyone with this address can enter hands. Show the code only to those who play.")
