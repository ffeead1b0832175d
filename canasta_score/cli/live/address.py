"""Where viewers find the page: the network address, the port, and the secret, which is never in the game file."""

import hmac
import io
import socket
from base64 import b32encode
from collections.abc import Iterable, Mapping
from pathlib import Path
from secrets import token_hex
from time import time

import segno

from canasta_score.cli.options import DEFAULT_PORT
from canasta_score.disk.files import resolve_path
from canasta_score.game.storage.state_files import load_state, save_state
from canasta_score.report.html.event_page import PageLink
from canasta_score.rules.frozen import Value

_LOCAL_HOST = "127.0.0.1"
_HTTP_PORT = 80  # which browsers leave out
_BACKLOG = 128
_SEND_BUFFER_BYTES = 65536
_QR_BORDER = 2  # modules; the standard asks for 4, but phones read 2 as well
_UNROUTED_HOST = "192.0.2.1"  # reserved for documentation; finding the route to it sends nothing
_DISCARD_PORT = 9

_STATE_NAME = "addresses.json"  # in the person's state folder: people mail game files to each other
_SECRET_BYTES, _TOKEN_BYTES = 32, 16
_SECONDS_KEPT, _SECONDS_BETWEEN_USES = 12 * 3600, 3600  # so phones and televisions come back after a restart


class Address(Value):
    """A computer and a port that browsers reach."""

    host: str
    port: int

    def build_url(self, token: str = "") -> str:
        """Return the address as it is typed into a browser; without a token, everybody who reaches the port sees it."""
        return f"http://{self.host}:{self.port}/{token and f'{token}/'}"

    @property
    def authority(self) -> str:
        """Return the Host header that a browser sends for this address; any other is an attack by DNS rebinding."""
        return self.host if self.port == _HTTP_PORT else f"{self.host}:{self.port}"


def open_address(port: int, *, lan: bool) -> tuple[Address, socket.socket]:
    """Open a port, a free one for 0, on this computer alone or on its network; raises OSError if that cannot be."""
    host = find_network_host() if lan else _LOCAL_HOST
    listener = socket.create_server((host, port), backlog=_BACKLOG)
    # The system keeps at most this much for a viewer who does not read.
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SEND_BUFFER_BYTES)
    return Address(host=host, port=listener.getsockname()[1]), listener


def find_network_host() -> str:
    """Return the address of this computer on its network; raises OSError if it is on none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect((_UNROUTED_HOST, _DISCARD_PORT))
        host: str = probe.getsockname()[0]
    return host


class FileKeys:
    """The secret of a file, and the tokens that follow from it."""

    def __init__(self, path: Path, *, renew: bool = False) -> None:
        """Take the secret that is kept for a file, or a new one if there is none, it is too old, or `renew` asks."""
        self._name = resolve_path(path)
        kept = {} if renew else _load_kept().get(self._name, {})
        self._secret = str(kept["secret"]) if kept else token_hex(_SECRET_BYTES)
        # Where phones were to enter something last, and where the codes on paper lead.
        self.address, self.printed = _parse_place(kept.get("address")), _parse_place(kept.get("printed"))
        self._used_at = 0.0

    def derive_token(self, purpose: str | int) -> str:
        """Return the token of 128 bits for a purpose or a pair, from which no other token follows, nor the secret."""
        digest = hmac.digest(self._secret.encode(), str(purpose).encode(), "sha256")[:_TOKEN_BYTES]
        return b32encode(digest).decode().rstrip("=").lower()  # letters and digits that are easy to type

    def keep(self, address: Address | None = None, *, printed: Address | None = None, now: bool = False) -> None:
        """Note that the tokens are in use, and the addresses that are given; on the disk once an hour, or `now`."""
        if now or time() - self._used_at >= _SECONDS_BETWEEN_USES:
            self._used_at = time()
            kept = _load_kept()
            same = kept.get(self._name, {})  # what others noted meanwhile stays, unless it is of another secret
            places = {**same} if same.get("secret") == self._secret else {}
            noted = {"address": address, "printed": printed}
            places |= {name: [place.host, place.port] for name, place in noted.items() if place}
            save_state(_STATE_NAME, {**kept, self._name: {**places, "secret": self._secret, "used": time()}})


def build_pair_links(path: Path, pairs: Iterable[int], port: int | None = None) -> Mapping[int, PageLink]:
    """Return what leads to the pages of the pairs of an event, by their numbers; raises OSError without a network.

    They lead to where pairs enter slips now or did so last, or else to this network; at `port` if there is one.
    """
    keys = FileKeys(path)
    last = keys.address or keys.printed or Address(host=_LOCAL_HOST, port=DEFAULT_PORT)
    is_served = keys.address and keys.address.host != _LOCAL_HOST  # which no phone reaches
    address = Address(host=last.host if is_served else find_network_host(), port=port or last.port)
    keys.keep(printed=address, now=True)  # the cards are of use only if the pages keep their addresses
    urls = {pair: address.build_url(keys.derive_token(pair)) for pair in pairs}
    return {pair: PageLink(address=url, code=draw_qr_picture(url)) for pair, url in urls.items()}


def draw_qr_code(url: str) -> str:
    """Return a QR code as lines of characters; the light modules are drawn."""
    drawing = io.StringIO()
    segno.make_qr(url).terminal(drawing, border=_QR_BORDER, compact=True)
    return drawing.getvalue().rstrip("\n")


def draw_qr_picture(url: str) -> str:
    """Return a QR code as SVG that takes the size of its place."""
    return segno.make_qr(url).svg_inline(border=_QR_BORDER, dark="#000", light="#fff", omitsize=True)


def _load_kept() -> dict[str, dict[str, object]]:
    """Return what is kept for each file that was in use in the last twelve hours."""
    kept: dict[str, dict[str, object]] = {}
    for name, values in load_state(_STATE_NAME).items():
        match values:
            case dict({"used": float(used), "secret": str(secret)}) if 0 <= time() - used <= _SECONDS_KEPT:
                if len(secret) == 2 * _SECRET_BYTES:
                    kept[name] = values
    return kept


def _parse_place(place: object) -> Address | None:
    match place:
        case [str(host), int(port)]:
            return Address(host=host, port=port)
    return None
