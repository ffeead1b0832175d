"""Where the page is found: an address that nobody guesses, and its code for phones."""

import os
import socket
from pathlib import Path

import pytest

from canasta_score.cli.live import address as module
from canasta_score.cli.live.address import (
    Address,
    FileKeys,
    build_pair_links,
    draw_qr_code,
    find_network_host,
    open_address,
)
from canasta_score.report.html.event_page import PageLink


def state_file() -> Path:
    return Path(os.environ["CANASTA_STATE"]) / "addresses.json"


def test_an_address_of_this_computer_has_no_secret() -> None:
    address, listener = open_address(0, lan=False)
    with listener:
        port = listener.getsockname()[1]
        assert address.build_url() == f"http://127.0.0.1:{port}/"
        assert address.authority == f"127.0.0.1:{port}"


def test_phones_reach_the_address_that_this_computer_sends_from(monkeypatch: pytest.MonkeyPatch) -> None:
    class Probe(socket.socket):
        def connect(self, place: object) -> None:  # as a computer on this network alone
            self.bind(("127.0.0.1", 0))

    monkeypatch.setattr(socket, "socket", Probe)
    assert find_network_host() == "127.0.0.1"


def test_browsers_leave_out_the_port_of_the_web() -> None:
    assert Address(host="192.168.1.20", port=80).authority == "192.168.1.20"


def test_each_file_and_purpose_has_128_bits_of_its_own() -> None:
    tokens = {FileKeys(Path(f"{game}.toml")).derive_token(purpose) for game in range(50) for purpose in ("look", "1")}
    assert len(tokens) == 100
    assert {len(token) for token in tokens} == {26}  # five bits each
    assert set("".join(tokens)) <= set("abcdefghijklmnopqrstuvwxyz234567")


class TestKept:
    """The tokens of a file stay the same until twelve hours after their last use."""

    @pytest.fixture
    def now(self, monkeypatch: pytest.MonkeyPatch, game_folder: Path) -> list[float]:
        seconds = [1_800_000_000.0]
        monkeypatch.setattr(module, "time", lambda: seconds[0])
        return seconds

    def look(self, name: str = "canasta.toml", *, renew: bool = False) -> FileKeys:
        return FileKeys(Path(name), renew=renew)

    def test_they_last_for_twelve_hours_after_each_use(self, now: list[float]) -> None:
        first = self.look()
        first.keep()
        for hours in (12, 12, 13):
            now[0] += hours * 3600
            again = self.look()
            assert (again.derive_token("look") == first.derive_token("look")) == (hours == 12)
            again.keep()

    def test_use_is_noted_once_an_hour_and_at_the_end(self, now: list[float]) -> None:
        keys = self.look()
        keys.keep()
        written = state_file().read_bytes()
        now[0] += 3599
        keys.keep()
        assert state_file().read_bytes() == written
        now[0] += 1
        keys.keep()
        noted = state_file().read_bytes()
        assert noted != written
        now[0] += 1
        keys.keep(now=True)
        assert state_file().read_bytes() != noted

    def test_the_pages_of_printed_codes_keep_their_addresses(
        self, now: list[float], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        path, elsewhere = Path("event.toml"), Address(host="192.168.1.20", port=80)
        monkeypatch.setattr(module, "find_network_host", lambda: "192.168.1.7")
        first = build_pair_links(path, [1, 2])
        assert [*first] == [1, 2]
        assert len({link.address for link in first.values()}) == 2
        assert build_pair_links(path, [1, 2]) == first
        FileKeys(path).keep(Address(host="127.0.0.1", port=8484))  # which no phone reaches
        assert build_pair_links(path, [1, 2]) == first
        FileKeys(path).keep(elsewhere)
        url = elsewhere.build_url(FileKeys(path).derive_token(1))
        assert build_pair_links(path, [1]) == {1: PageLink(address=url, code=module.draw_qr_picture(url))}

    def test_a_new_address_on_request_is_kept_as_well(self, now: list[float]) -> None:
        first = self.look()
        first.keep()
        new = self.look(renew=True)
        new.keep(Address(host="192.168.1.20", port=8485))
        again = self.look()
        assert first.derive_token("look") != new.derive_token("look") == again.derive_token("look")
        assert again.address == Address(host="192.168.1.20", port=8485)

    def test_each_file_keeps_its_own(self, now: list[float]) -> None:
        for name in ("a.toml", "b.toml"):
            self.look(name).keep()
        tokens = [self.look(name).derive_token("look") for name in ("a.toml", "b.toml")]
        assert tokens == [self.look(name).derive_token("look") for name in ("a.toml", "b.toml")]
        assert len({*tokens}) == 2

    def test_nobody_else_can_read_them(self, now: list[float]) -> None:
        self.look().keep()
        assert state_file().stat().st_mode & 0o777 == 0o600
        state_file().chmod(0o644)
        self.look("b.toml").keep()
        assert state_file().stat().st_mode & 0o777 == 0o600

    @pytest.mark.parametrize(
        "text",
        ["", "[]", "{", '{"NAME": 1}', '{"NAME": {"used": NOW, "secret": "short"}}', '{"NAME": {"secret": "KEY"}}',
         '{"NAME": {"used": 1e999, "secret": "KEY"}}', '{"NAME": {"used": true, "secret": "KEY"}}',
         '{"NAME": {"used": NaN, "secret": "KEY"}}', "[" * 100_000],
    )  # fmt: skip
    def test_what_is_no_secret_is_not_used(self, now: list[float], text: str) -> None:
        state_file().parent.mkdir(exist_ok=True)
        name = str(Path("canasta.toml").resolve())
        state_file().write_text(text.replace("NAME", name).replace("NOW", str(now[0])).replace("KEY", "a" * 64))
        assert self.look().derive_token("look") != self.look().derive_token("look")

    def test_a_folder_that_cannot_be_written_fails_nothing(self, now: list[float]) -> None:
        state_file().mkdir(parents=True)
        self.look().keep()


def test_without_a_network_there_is_no_address_on_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def unreachable(*_: object) -> None:
        raise OSError(101, "Network is unreachable")

    monkeypatch.setattr(socket.socket, "connect", unreachable)
    with pytest.raises(OSError, match="unreachable"):
        open_address(0, lan=True)


def test_a_code_is_a_square_with_a_light_border_and_three_marks() -> None:
    url = Address(host="192.168.100.200", port=65535).build_url("a" * 26)
    rows = draw_qr_code(url).split("\n")
    assert len({len(row) for row in rows}) == 1
    assert (len(rows[0]) + 1) // 2 == len(rows)
    assert len(rows[0]) <= 41  # fits half of a terminal
    assert set("".join(rows)) <= set(" ▀▄█")
    assert rows[0] == "█" * len(rows[0])
    for row in (rows[1], rows[1][::-1]):
        assert row.startswith("██ ▄▄▄▄▄ █")
