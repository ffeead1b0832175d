"""Where the page is found: an address that nobody guesses, and its code for phones."""

import socket

import pytest

from canasta_score.cli.live import address as module
from canasta_score.cli.live.address import Address, draw_qr_code, open_address


def test_an_address_of_this_computer_has_no_secret() -> None:
    address, listener = open_address(0, lan=False)
    with listener:
        assert address.url == f"http://127.0.0.1:{listener.getsockname()[1]}/"
        assert address.host_names == {"127.0.0.1", "localhost"}


def test_each_address_on_the_network_has_128_bits_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_find_network_host", lambda: "127.0.0.1")
    tokens = set()
    for _ in range(100):
        address, listener = open_address(0, lan=True)
        listener.close()
        tokens.add(address.token)
        assert address.root == f"/{address.token}/"
    assert len(tokens) == 100
    assert {len(token) for token in tokens} == {26}  # five bits each
    assert set("".join(tokens)) <= set("abcdefghijklmnopqrstuvwxyz234567")


def test_without_a_network_there_is_no_address_on_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def unreachable(*_: object) -> None:
        raise OSError(101, "Network is unreachable")

    monkeypatch.setattr(socket.socket, "connect", unreachable)
    with pytest.raises(OSError, match="unreachable"):
        open_address(0, lan=True)


def test_a_code_is_a_square_with_a_light_border_and_three_marks() -> None:
    url = Address(host="192.168.100.200", port=65535, token="a" * 26).url
    rows = draw_qr_code(url).split("\n")
    assert len({len(row) for row in rows}) == 1
    assert (len(rows[0]) + 1) // 2 == len(rows)
    assert len(rows[0]) <= 41  # fits half of a terminal
    assert set("".join(rows)) <= set(" ▀▄█")
    assert rows[0] == "█" * len(rows[0])
    for row in (rows[1], rows[1][::-1]):
        assert row.startswith("██ ▄▄▄▄▄ █")
