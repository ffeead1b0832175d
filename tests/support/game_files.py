"""Ledgers for the tests of storage: a game begun, and hands to add."""

import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from threading import Event, Thread

import pytest
from filelock import FileLock

from canasta_score.game.entries import Entry, EntryKind, GameRules, LedgerError
from canasta_score.game.ledger import Ledger
from canasta_score.game.storage.ledger_files import format_ledger, read_ledger
from canasta_score.rules.catalog.loading import load_with_overrides
from support.journals import record_entry

PUBLISHED_HAND = "we r3 b2 n2 m1 o t325 they r1 b2 n1 m3 t305 h30"  # the example of the NVSO rules
WHEN = datetime(2026, 11, 21, 19, 30, tzinfo=UTC)
LOCK, NEW = ".canasta.toml.lock", ".canasta.toml.new"

WITHOUT_PRIVILEGES = """\
import ctypes, os, sys
if os.geteuid() == 0:
    for capability in (1, 2):  # CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH, by which modes mean nothing to root
        ctypes.CDLL(None).prctl(24, capability, 0, 0, 0)  # PR_CAPBSET_DROP
os.execv(sys.argv[1], sys.argv[1:])
"""
AS_ANYBODY = (sys.executable, "-c", WITHOUT_PRIVILEGES)  # before a command: modes bind it, whoever runs the tests


def begun_game(names: Mapping[str, str], started: datetime = WHEN) -> Ledger:
    """Return a game with no hand."""
    rules, variant = load_with_overrides("nvso")
    totals = dict.fromkeys(names, 0)
    return Ledger(
        file="canasta.toml",
        rules=GameRules(variant=variant, keys=rules),
        started_at=started,
        side_names=names,
        starting_totals=totals,
        totals=totals,
    )


def as_0_2_wrote_it(text: bytes) -> bytes:
    """Return the text of a game or an event without entries as version 0.2 has written it."""
    text = text.replace(b'format = 2\nneeds = "0.3"\n', b"format = 1\n", 1)
    return re.sub(rb'^checksum = "\w+"\n', b"", text, count=1, flags=re.MULTILINE)


@cache
def new_game() -> bytes:
    """Return the text of a game file with no hand."""
    return format_ledger(begun_game({"we": "Ann & Bob", "they": "Cy & Di"}))


def game_in(folder: Path, name: str = "canasta.toml") -> Path:
    """Begin a game in a folder, and leave nothing but its ledger there."""
    path = folder / name
    path.write_bytes(new_game())
    return path


def hand_of(points: int) -> Entry:
    """Return a hand that costs one side some points."""
    return Entry(recorded_at=WHEN, kind=EntryKind.HAND, facts={"we": {"hand": points}, "they": {}})


def nobody_waits(word: str) -> None:
    """Stand where the word of waiting goes and none is expected."""
    raise AssertionError(word)


def add(path: Path, points: int = 5) -> Ledger:
    """Add a hand to a ledger, which must be free, and give the ledger with it."""
    return record_entry(path, lambda _: hand_of(points), nobody_waits)[1]


def points_in(path: Path) -> list[int]:
    """Read what the hands of a ledger cost, in their order."""
    return [hand.facts["we"]["hand"] for hand in read_ledger(path).hands]


def files_in(folder: Path) -> set[str]:
    """Name everything in a folder."""
    return {file.name for file in folder.iterdir()}


@contextmanager
def held(lock: Path, word: bytes = b"") -> Iterator[Event]:
    """Hold a lock with some word in it, as another program does, until the event is set or the end."""
    taken, enough = Event(), Event()

    def hold() -> None:
        with FileLock(lock):
            lock.write_bytes(word)
            taken.set()
            enough.wait(60)

    holder = Thread(target=hold)
    holder.start()
    assert taken.wait(60)
    try:
        yield enough
    finally:
        enough.set()
        holder.join()


def sentence_of(error: LedgerError) -> str:
    (sentence,) = error.sentences
    assert "\n" not in sentence
    assert "Errno" not in sentence
    return sentence


def refuse_hand(path: Path, points: int = 5) -> str:
    """Add a hand where it must be refused with nothing changed in the folder; return the one sentence that is said.

    The lock may stay, for a lock that is taken away can be held by two.
    """
    before = files_but_locks(path.parent)
    with pytest.raises(LedgerError) as caught:
        add(path, points)
    assert files_but_locks(path.parent) == before
    return sentence_of(caught.value)


def files_but_locks(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file() and file.suffix != ".lock"}
