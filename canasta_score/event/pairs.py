"""The pairs of an event: their numbers and names, and in which games they play."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace

from canasta_score.event.errors import EventError, event_error
from canasta_score.game.sides import find_side_name_errors
from canasta_score.game.statistics.player_names import parse_partners
from canasta_score.hand.tally.sides import match_sides
from canasta_score.rules.diagnostics import Diagnostic, suggest_name
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.text import join_words


@frozen
class Pair(Value):
    """A pair: its number, its name, and the games in which it plays.

    `spells` are the first game of each stretch and the game from which the pair was away again; None: it plays on.
    """

    number: int
    name: str
    spells: tuple[tuple[int, int | None], ...] = ((1, None),)

    def plays_in(self, game: int) -> bool:
        """Return whether the pair plays, or sits out, in a game."""
        return any(first <= game and (away is None or game < away) for first, away in self.spells)

    def has_come_by(self, game: int) -> bool:
        """Return whether the pair was there in a game or before; before game 1, who plays in it is there."""
        return self.spells[0][0] <= max(game, 1)

    @property
    def has_left(self) -> bool:
        """Return whether the pair has withdrawn and not returned."""
        return self.spells[-1][1] is not None

    def withdraw(self, game: int) -> "Pair":
        """Return the pair as it is when it leaves from a game on."""
        *before, (first, _) = self.spells
        return replace(self, spells=(*before, (first, max(first, game))))

    def come_back(self, game: int) -> "Pair":
        """Return the pair as it is when it plays again from a game on."""
        return replace(self, spells=(*self.spells, (game, None)))


def list_present(pairs: Mapping[int, Pair], game: int) -> tuple[int, ...]:
    """Return the numbers of the pairs that play in a game, ascending."""
    return tuple(number for number, pair in sorted(pairs.items()) if pair.plays_in(game))


def list_expected(
    pairs: Mapping[int, Pair], game: int, seated: Collection[int], *, is_knockout: bool
) -> tuple[int, ...]:
    """Return the pairs that must have a seat in a game: all that are there, in a knockout those that are not out."""
    return tuple(pair for pair in list_present(pairs, game) if not is_knockout or pair in seated)


def get_pair(pairs: Mapping[int, Pair], number: int | None) -> Pair:
    """Return the pair with a number; raises EventError if there is none."""
    if number is None or number not in pairs:
        raise event_error(f"there is no pair {number}", f"pairs are numbered 1 to {len(pairs)}")
    return pairs[number]


def check_new_names(pairs: Iterable[Pair], names: Iterable[str]) -> None:
    """Raise EventError, with everything that is wrong, unless the names can be those of new pairs."""
    errors = list(_find_name_errors(pairs, names))
    if errors:
        raise EventError(errors)


def _find_name_errors(pairs: Iterable[Pair], names: Iterable[str]) -> Iterator[Diagnostic]:
    known = {parse_partners(pair.name): pair.name for pair in pairs}
    for name in names:
        yield from find_side_name_errors("", name)
        partners = parse_partners(name)
        if partners in known:
            message = (
                f'"{name}" is the same pair as "{known[partners]}"'
                if name != known[partners]
                else f'there is already a pair "{name}"'
            )
            yield Diagnostic(message=message, hint="give each pair a different name; a last name helps")
        known[partners] = name


def find_pair(pairs: Mapping[int, Pair], word: str) -> Pair:
    """Return the pair that a word means: its number, its name, or a beginning of its name or a player's.

    Raises EventError if none or several are meant.
    """
    matches = [
        pairs[int(number)] for number in match_sides(word, {str(pair.number): pair.name for pair in pairs.values()})
    ]
    if len(matches) == 1:
        return matches[0]
    if matches:
        known = join_words((format_pair(pair) for pair in matches), "or")
        raise event_error(f'"{word}" could be {known}', "type the number of the pair")
    if not pairs:
        raise event_error(f'there is no pair "{word}"', "to add pairs", "pair", "Ann & Bob", "Cy & Di")
    names = {pair.name.casefold(): pair.name for pair in pairs.values()}
    nearest = suggest_name(word.casefold(), names)
    hint = f'did you mean "{names[nearest]}"?' if nearest else f"pairs are numbered 1 to {len(pairs)}"
    raise event_error(f'there is no pair "{word}"', hint)


def format_pair(pair: Pair) -> str:
    """Format a pair as sentences name it: `7 (Ann & Bob)`."""
    return f"{pair.number} ({pair.name})"
