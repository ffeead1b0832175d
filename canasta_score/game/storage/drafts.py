"""A hand that is half entered: kept next to the game file until the hand is recorded or dropped."""

import json
import os
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from canasta_score.disk.files import DiskError, get_hidden_sibling, read_bytes, resolve_path
from canasta_score.disk.replacement import write_file
from canasta_score.game.entries import parse_timestamp
from canasta_score.hand.facts import HandFacts
from canasta_score.rules.frozen import Value, frozen

_PURPOSE = "draft"


@frozen
class Writer(Value):
    """Who enters a hand: a name to show, and the process on its computer."""

    name: str
    host: str
    process: int


@frozen
class Draft(Value):
    """A hand as far as it is entered: its number, its facts, how many questions are answered, since when, by whom."""

    hand: int
    facts: HandFacts
    position: int
    started_at: datetime
    writer: Writer


def save_draft(ledger: Path, draft: Draft) -> None:
    """Keep a draft next to its game file; where the folder cannot be written, there is none."""
    keys = {
        "hand": draft.hand,
        "facts": {side: dict(facts) for side, facts in draft.facts.items()},
        "position": draft.position,
        "started": draft.started_at.isoformat(),
        "writer": [draft.writer.name, draft.writer.host, draft.writer.process],
    }
    with suppress(DiskError):
        write_file(_get_path(ledger), json.dumps(keys).encode(), overwrite=True)


def load_draft(ledger: Path) -> Draft | None:
    """Return the draft next to a game file; None if there is none that can be used."""
    try:
        keys = json.loads(read_bytes(_get_path(ledger)))
        name, host, process = keys["writer"]
        started_at = parse_timestamp(keys["started"])
        facts = {str(side): {str(fact): int(n) for fact, n in own.items()} for side, own in keys["facts"].items()}
        writer = Writer(name=str(name), host=str(host), process=int(process))
        hand, position = int(keys["hand"]), max(0, int(keys["position"]))
    except (DiskError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None
    if started_at is None:
        return None
    return Draft(hand=hand, facts=facts, position=position, started_at=started_at, writer=writer)


def drop_draft(ledger: Path) -> None:
    """Remove the draft next to a game file, if there is one."""
    with suppress(OSError, ValueError):
        _get_path(ledger).unlink()


def is_at_work(writer: Writer, here: Writer) -> bool:
    """Return whether the writer of a draft is another process of this computer that still runs."""
    if writer.host != here.host or writer.process in (here.process, 0) or os.name != "posix":
        return False
    try:
        os.kill(writer.process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:  # it runs, and belongs to someone else
        return True
    return writer.process > 0


def _get_path(ledger: Path) -> Path:
    return get_hidden_sibling(Path(resolve_path(ledger)), _PURPOSE)
