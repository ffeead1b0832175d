"""A hand that is half entered: kept next to the game file until the hand is recorded or dropped."""

import json
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any

from canasta_score.disk.atomic import is_running, write_atomically
from canasta_score.disk.files import get_hidden_sibling, read_regular_file, resolve_path
from canasta_score.game.entries import ledger_error, parse_timestamp
from canasta_score.game.storage.entry_format import LARGEST_TOTAL
from canasta_score.hand.facts import HandFacts
from canasta_score.rules.frozen import Value
from canasta_score.rules.text import is_printable_line

_PURPOSE, _MAX_FILE_SIZE = "draft", 100_000  # bytes: ten times what a hand of eight sides takes


class Writer(Value):
    """Who enters a hand: a name to show, and the process on its computer."""

    name: str
    host: str
    process: int


class Draft(Value):
    """A hand as far as it is entered: its number, its facts, how many questions are answered, since when, by whom."""

    hand: int
    facts: HandFacts
    position: int
    started_at: datetime
    writer: Writer


def save_draft(ledger: Path, draft: Draft) -> None:
    """Keep a draft next to its game file, for the same people; where the folder cannot be written, there is none."""
    keys = {
        "hand": draft.hand,
        "facts": {side: dict(facts) for side, facts in draft.facts.items()},
        "position": draft.position,
        "started": draft.started_at.isoformat(),
        "writer": [draft.writer.name, draft.writer.host, draft.writer.process],
    }
    with suppress(OSError, ValueError):
        # Whatever someone else put there is replaced and never written through, such as a link to another file.
        write_atomically(_get_path(ledger), json.dumps(keys).encode(), overwrite=True, like=ledger)


def load_draft(ledger: Path) -> Draft | None:
    """Return the draft of a game, unchecked, or None if there is none; raises LedgerError if it cannot be used."""
    path = _get_path(ledger)
    try:
        return _parse_draft(json.loads(read_regular_file(path, _MAX_FILE_SIZE)))
    except FileNotFoundError:
        return None
    except (OSError, ValueError, TypeError, LookupError, AttributeError, RecursionError):
        message = f'the half-entered hand in "{path.name}" cannot be read'
        raise ledger_error(str(ledger), message, "answer the questions again") from None


def _parse_draft(keys: Any) -> Draft:  # noqa: ANN401 -- whatever is in the file; what does not fit raises some error
    started_at, (name, host, process) = parse_timestamp(keys["started"]), keys["writer"]
    hand, facts, position = keys["hand"], keys["facts"], keys["position"]
    numbers = [hand, position, process, *(number for own in facts.values() for number in own.values())]
    are_numbers = all(type(number) is int and abs(number) <= LARGEST_TOTAL for number in numbers)
    if not (are_numbers and min(hand, position) >= 0 and is_printable_line(name) and started_at):
        raise ValueError
    writer = Writer(name=name, host=str(host), process=process)
    return Draft(hand=hand, facts=facts, position=position, started_at=started_at, writer=writer)


def drop_draft(ledger: Path) -> None:
    """Remove the draft next to a game file, if there is one."""
    with suppress(OSError, ValueError):
        _get_path(ledger).unlink()


def is_at_work(writer: Writer, here: Writer) -> bool:
    """Return whether the writer of a draft is another process of this computer that still runs."""
    return writer.host == here.host and writer.process != here.process and is_running(writer.process)


def _get_path(ledger: Path) -> Path:
    return get_hidden_sibling(Path(resolve_path(ledger)), _PURPOSE)
