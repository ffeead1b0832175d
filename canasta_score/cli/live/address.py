"""Where viewers find the page: the network address, the port, and the secret in the path."""

import io
import socket
from base64 import b32encode
from secrets import token_bytes

import segno

from canasta_score.rules.frozen import Value, frozen

_LOCAL_HOST = "127.0.0.1"
_TOKEN_BYTES = 16
_BACKLOG = 128
_SEND_BUFFER_BYTES = 65536
_QR_BORDER = 2  # modules; the standard asks for 4, but phones read 2 as well
_UNROUTED_HOST = "192.0.2.1"  # reserved for documentation; finding the route to it sends nothing
_DISCARD_PORT = 9


@frozen
class Address(Value):
    """An address to open in a browser; the token is empty if everybody who reaches the port may see the page."""

    host: str
    port: int
    token: str = ""

    @property
    def root(self) -> str:
        """Return the path of everything that is served."""
        return f"/{self.token}/" if self.token else "/"

    @property
    def url(self) -> str:
        """Return the address as it is typed into a browser."""
        return f"http://{self.host}:{self.port}{self.root}"

    @property
    def host_names(self) -> frozenset[str]:
        """Return the host names that a browser may send; any other is an attack by DNS rebinding."""
        return frozenset({self.host, "localhost"} if self.host == _LOCAL_HOST else {self.host})


def open_address(port: int, *, lan: bool) -> tuple[Address, socket.socket]:
    """Open a port, a free one for 0, on this computer alone or on its network; return its address and its socket.

    Raises OSError if the computer is on no network, or if the port cannot be opened.
    """
    host = _find_network_host() if lan else _LOCAL_HOST
    listener = socket.create_server((host, port), backlog=_BACKLOG)
    # The system keeps at most this much for a viewer who does not read.
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SEND_BUFFER_BYTES)
    # Base 32: letters and digits that are easy to type.
    token = b32encode(token_bytes(_TOKEN_BYTES)).decode().rstrip("=").lower() if lan else ""
    return Address(host=host, port=listener.getsockname()[1], token=token), listener


def _find_network_host() -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect((_UNROUTED_HOST, _DISCARD_PORT))
        host: str = probe.getsockname()[0]
    return host


def draw_qr_code(url: str) -> str:
    """Return a QR code as lines of characters; the light modules are drawn."""
    drawing = io.StringIO()
    segno.make_qr(url).terminal(drawing, border=_QR_BORDER, compact=True)
    return drawing.getvalue().rstrip("\n")
