"""Ctrl-C, held back where it would hide that something is written already."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType


class _HeldInterruption:
    """The handler of Ctrl-C while it is held: it remembers that the key was pressed."""

    def __init__(self, handler: object) -> None:
        self.is_heard: bool = handler.is_heard if isinstance(handler, _HeldInterruption) else callable(handler)
        self.is_pending = False

    def __call__(self, _: int, __: FrameType | None) -> None:
        self.is_pending = self.is_heard  # unlike in a program that ignores it, such as one started by nohup


@contextmanager
def interruptions_held() -> Iterator[None]:
    """Let Ctrl-C wait until the end of the outermost such block; who waits in it calls `raise_held_interruption`."""
    handler = signal.getsignal(signal.SIGINT)
    held = _HeldInterruption(handler)
    try:
        with suppress(ValueError):  # only the main thread is interrupted, and only there may the handler be changed
            signal.signal(signal.SIGINT, held)
        yield
    finally:
        with suppress(ValueError):
            signal.signal(signal.SIGINT, handler)
    if held.is_pending and callable(handler):
        handler(signal.SIGINT, None)


def raise_held_interruption() -> None:
    """Raise KeyboardInterrupt if Ctrl-C was pressed while it is held: nothing is written yet, and it may take long."""
    handler = signal.getsignal(signal.SIGINT)
    if isinstance(handler, _HeldInterruption) and handler.is_pending:
        raise KeyboardInterrupt
