"""What `serve` prints of its addresses, which of them are kept, and what the plain address shows; nothing is served."""

import asyncio
import errno
import re
import sys
from contextlib import nullcontext
from pathlib import Path

import pytest
from starlette.types import ASGIApp
from support.command_line import run, run_ok
from support.event_days import Day
from support.live import ask
from support.wording import Wording

from canasta_score.cli.live import page
from canasta_score.cli.live.address import Address, FileKeys

HOSTS = {False: "127.0.0.1", True: "192.168.1.20"}
CODES = re.compile(r"(?:[^\n]*[\N{UPPER HALF BLOCK}\N{LOWER HALF BLOCK}\N{FULL BLOCK}][^\n]*\n)+")


@pytest.fixture
def apps(monkeypatch: pytest.MonkeyPatch) -> list[ASGIApp]:
    """Return what would have been served, each app once."""
    served: list[ASGIApp] = []
    monkeypatch.setattr(page, "run_server", lambda app, *_: served.append(app))
    monkeypatch.setattr(page, "open_address", lambda port, lan: (Address(host=HOSTS[lan], port=port), nullcontext()))
    return served


@pytest.mark.parametrize("options", ["", "--board", "--enter", "--lan", "--lan --board", "--lan --enter"])
@pytest.mark.parametrize("kind", ["game", "event"])
def test_the_addresses_are_told_and_kept_for_others(
    kind: str, options: str, game_folder: Path, apps: list[ASGIApp], wording: Wording
) -> None:
    if kind == "game":
        run_ok("new", "--we", "Ann & Bob", "--they", "Cy & Di")
        path, words = Path("canasta.toml"), ["serve", "--port", "8500", *options.split()]
    else:
        path = Path("event.toml")
        path.write_bytes(Day(4).text())
        words = ["serve", str(path), "--port", "8500", *options.split()]
    shown = CODES.sub("CODE\n", run(*words, merged=True).out)
    wording.check_wording("serve", [kind, options or "plain"], re.sub(r"\b[a-z2-7]{26}\b", "TOKEN", shown))
    is_entered = "--enter" in words
    assert FileKeys(path).address == (Address(host=HOSTS["--lan" in words], port=8500) if is_entered else None)


def test_without_a_game_the_event_of_the_folder_is_served(game_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    served: list[str] = []
    monkeypatch.setattr(page, "serve_page", lambda path, *_, **__: served.append(path.name))
    Path("event.toml").write_bytes(Day(4).text())
    run_ok("serve")
    run_ok("new")
    run_ok("serve")
    assert served == ["event.toml", "canasta.toml"]


@pytest.mark.parametrize(
    ("options", "there"),
    [
        ("--lan --enter --port 8570", "serve event.toml --lan --enter --port 8484"),
        ("--enter --port 8570", "serve event.toml --enter --port 8484"),
        ("--enter", ""),
        ("--lan --enter", ""),
        ("--lan --board --port 8570", ""),
    ],
)
def test_a_server_at_another_port_than_the_printed_codes_says_so(
    options: str, there: str, game_folder: Path, apps: list[ASGIApp], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("canasta_score.cli.live.address.find_network_host", lambda: HOSTS[True])
    Path("event.toml").write_bytes(Day(4).text())
    run_ok("event", "draw")
    run_ok("event", "print", "guide-cards", "--links", "-o", "cards.html")
    messages = run("serve", "event.toml", *options.split()).err
    assert ("the printed codes lead to http://192.168.1.20:8484/, and not here" in messages) == bool(there)
    assert f"canasta-score {there}\n" in messages if there else "stop this" not in messages
    run_ok("event", "print", "guide-cards", "--links", "-o", "again.html")
    port = 8570 if there else 8484
    assert f"http://192.168.1.20:{port}/" in Path("again.html").read_text()
    assert "printed codes" not in run("serve", "event.toml", "--lan", "--enter", "--port", f"{port}").err
    run_ok("event", "print", "guide-cards", "--links", "--port", "9000", "-o", "named.html")
    assert "http://192.168.1.20:9000/" in Path("named.html").read_text()


def test_codes_for_another_network_are_printed_again(
    game_folder: Path, apps: list[ASGIApp], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("canasta_score.cli.live.address.find_network_host", lambda: "10.0.0.7")
    Path("event.toml").write_bytes(Day(4).text())
    run_ok("event", "draw")
    run_ok("event", "print", "guide-cards", "--links", "-o", "cards.html")
    messages = run("serve", "event.toml", "--lan", "--enter").err
    assert (
        "warning: the printed codes lead to http://10.0.0.7:8484/, and not here\nhint: print the codes again"
        in messages
    )


def test_all_games_of_an_evening_have_one_address_unless_a_file_is_named(
    game_folder: Path, apps: list[ASGIApp]
) -> None:
    def find_address(*words: str) -> str:
        return next(line for line in run("serve", "--enter", *words).out.splitlines() if line.startswith("To enter"))

    run_ok("new")
    address = find_address()
    run_ok("end")
    run_ok("new")
    assert find_address() == address == find_address("canasta.toml")
    assert find_address("canasta-2.toml") != address


@pytest.mark.parametrize(("options", "plain"), [([], "page"), (["--board"], "board")])
def test_the_plain_address_shows_the_page_or_the_board(
    options: list[str], plain: str, game_folder: Path, apps: list[ASGIApp]
) -> None:
    run_ok("new", "--we", "Ann & Bob", "--they", "Cy & Di")
    run_ok("serve", *options)
    bodies = {path: asyncio.run(ask(apps[0], f"/{path}", host="127.0.0.1:8484")).body for path in ("", "page", "board")}
    assert b"Ann &amp; Bob" in bodies["page"]
    assert bodies["page"] != bodies["board"]
    assert bodies[""] == bodies[plain]


@pytest.mark.parametrize(("words", "followed"), [([], "canasta-2.toml"), (["canasta.toml"], "canasta.toml")])
def test_the_next_game_of_the_evening_is_followed_unless_a_file_was_named(
    words: list[str], followed: str, game_folder: Path, apps: list[ASGIApp], monkeypatch: pytest.MonkeyPatch
) -> None:
    followers = []
    monkeypatch.setattr(page, "run_server", lambda *served: followers.append(served[3]))
    run_ok("new")
    run_ok("serve", *words)
    for command in ("end", "new"):
        run_ok(command)
        followers[0].poll()
    assert followers[0].path.name == followed


@pytest.mark.parametrize(
    ("number", "port", "message", "hint"),
    [
        (errno.ENETUNREACH, 8500, "this computer is not on a network", "connect it to the Wi-Fi, or leave out --lan"),
        (errno.EADDRINUSE, 8500, "port 8500 is already in use", "for another port: canasta-score serve --port 8501"),
        (errno.EADDRINUSE, 65535, "port 65535 is already in use", "for another port: canasta-score serve --port 1"),
        (errno.EACCES, 80, "port 80 cannot be used: refused", "for another port: canasta-score serve --port 8484"),
    ],
)
def test_a_port_that_cannot_be_used_is_named_with_another(
    number: int, port: int, message: str, hint: str, game_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(number, "refused")

    monkeypatch.setattr(page, "open_address", refuse)
    run_ok("new")
    done = run("serve", "--port", f"{port}")
    assert (done.code, done.out, done.err) == (1, "", f"error: {message}\nhint: {hint}\n")


def test_without_the_packages_of_the_live_page_it_says_how_to_install_them(
    game_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_ok("new")
    monkeypatch.delitem(sys.modules, "canasta_score.cli.live.page")
    monkeypatch.setitem(sys.modules, "segno", None)
    monkeypatch.delitem(sys.modules, "canasta_score.cli.live.address")
    done = run("serve")
    hint = "hint: to install what is missing: pipx install --force 'canasta-score[live]'\n"
    assert (done.code, done.out) == (2, "")
    assert done.err == f"error: the live page needs packages that are not installed\n{hint}"
