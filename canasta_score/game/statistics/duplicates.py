"""Copies: ledgers of one and the same game, which a director gets from both of its sides."""

from collections.abc import Iterator

from canasta_score.game.ledger import Ledger

_PlayedHands = tuple[object, ...]


class DuplicateDetector:
    """Sees ledgers one after the other, and remembers those in which the same was played at the same time."""

    def __init__(self) -> None:
        """Begin with none."""
        self._first_files: dict[_PlayedHands, str] = {}
        self._duplicates: list[tuple[str, str]] = []

    def track(self, ledger: Ledger) -> Ledger:
        """Look at a ledger, and give it back; hands that were all recorded in one second tell nothing."""
        played = tuple(
            (hand.recorded_at, *(score.total for score in hand.score.sides.values())) for hand in ledger.hands
        )
        if len({at for at, *_ in played}) > 1:
            first = self._first_files.setdefault(played, ledger.file)
            if first != ledger.file:
                self._duplicates.append((ledger.file, first))
        return ledger

    def format_warnings(self) -> Iterator[str]:
        """Say which ledgers look like copies, in one sentence for all of them."""
        if self._duplicates:
            copy, first = self._duplicates[0]
            more = f", and so do others ({len(self._duplicates) - 1:,} more)" if len(self._duplicates) > 1 else ""
            yield f"{first} and {copy} look like one game{more}; each counts, so leave copies out"
