"""Finding copies: two files of one game, which a club gets when both of its sides hand theirs in."""

from collections.abc import Iterator

from canasta_score.game.ledger import Ledger

_PlayedHands = tuple[object, ...]


class DuplicateDetector:
    """Finds ledgers in which hands with the same points were recorded at the same times."""

    def __init__(self) -> None:
        """Start without ledgers."""
        self._first_files: dict[_PlayedHands, str] = {}
        self._duplicates: list[tuple[str, str]] = []

    def track(self, ledger: Ledger) -> Ledger:
        """Compare a ledger with the earlier ones, and return it."""
        played = tuple(
            (hand.recorded_at, *(score.total for score in hand.score.sides.values())) for hand in ledger.hands
        )
        # Hands that were all recorded in one second may be typed from paper, and short games may well be alike.
        if len({recorded_at for recorded_at, *_ in played}) > 1:
            first = self._first_files.setdefault(played, ledger.file)
            if first != ledger.file:
                self._duplicates.append((ledger.file, first))
        return ledger

    def format_warnings(self) -> Iterator[str]:
        """Yield one sentence about all copies that were found, if there are any."""
        if self._duplicates:
            copy, first = self._duplicates[0]
            more = f" (and {len(self._duplicates) - 1:,} more)" if len(self._duplicates) > 1 else ""
            yield f"{first} and {copy} look like the same game{more}; both are counted, so leave out copies"
