"""Copies: ledgers of one and the same game, which a director gets from both of its sides."""

from collections.abc import Iterator

from canasta_score.game.ledger import Ledger

Played = tuple[object, ...]


class Copies:
    """Sees ledgers one after the other, and remembers those in which the same was played at the same time."""

    def __init__(self) -> None:
        """Begin with none."""
        self.first: dict[Played, str] = {}
        self.copies: list[tuple[str, str]] = []

    def seen(self, ledger: Ledger) -> Ledger:
        """Look at a ledger, and give it back; hands that were all recorded in one second tell nothing."""
        played = tuple((hand.at, *(score.total for score in hand.score.sides.values())) for hand in ledger.hands)
        if len({at for at, *_ in played}) > 1:
            first = self.first.setdefault(played, ledger.file)
            if first != ledger.file:
                self.copies.append((ledger.file, first))
        return ledger

    def in_words(self) -> Iterator[str]:
        """Say which ledgers look like copies, in one sentence for all of them."""
        if self.copies:
            copy, first = self.copies[0]
            more = f", and so do others ({len(self.copies) - 1:,} more)" if len(self.copies) > 1 else ""
            yield f"{first} and {copy} look like one game{more}; each counts, so leave copies out"
