"""An event: its rules and settings, its pairs, how they sat, what they scored, and its entries."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import datetime

from canasta_score.event.clock import Clock
from canasta_score.event.entries import EventChange, EventEntry
from canasta_score.event.errors import EventError, event_error, no_draw_error
from canasta_score.event.movements import MOVEMENTS, Movement, MovementName, count_knockout_games
from canasta_score.event.seating.tables import Seating, Table, list_pairs
from canasta_score.event.settings import Settings
from canasta_score.event.slips import TableResult
from canasta_score.game.sides import find_side_name_errors, fold_name, parse_partners
from canasta_score.rules.diagnostics import Diagnostic
from canasta_score.rules.frozen import Value, field, replace
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.schema.reader import RawTable
from canasta_score.rules.text import find_closest, fold_text, join_words, name_numbers, split_players

FIRST_GAME = 1
_MIN_SIMILARITY = 0.7  # of a name that is proposed for an unknown one; of strangers fewer letters are the same
_MOST_NAMES_PROPOSED = 3
Players = tuple[str, ...]  # of a pair, as `parse_partners` reads them from its name


class Pair(Value):
    """A pair: its number, its name, and the games in which it plays."""

    number: int
    name: str
    # The first game of each stretch in which it plays, and the game from which it is away again; None: it plays on.
    spells: tuple[tuple[int, int | None], ...] = ((1, None),)
    earlier: tuple[tuple[int, str], ...] = ()  # names before a substitute came, with the game of the next one

    def get_name(self, game: int) -> str:
        """Return the name of those who play in a game."""
        return next((name for end, name in self.earlier if game < end), self.name)

    def rename(self, name: str, game: int | None) -> "Pair":
        """Return the pair with another name from a game on, or without one in all games."""
        start = FIRST_GAME if game is None else game
        before = [(end, earlier) for end, earlier in self.earlier if end < start]
        last = [(start, self.get_name(start - 1))] if start > FIRST_GAME else []
        return replace(self, name=name, earlier=(*before, *last))

    def plays_in(self, game: int) -> bool:
        """Return whether the pair plays, or sits out, in a game."""
        return any(first <= game and (away is None or game < away) for first, away in self.spells)

    @property
    def has_left(self) -> bool:
        """Return whether the pair has withdrawn and not returned."""
        return self.spells[-1][1] is not None

    def withdraw(self, game: int) -> "Pair":
        """Return the pair as it is when it leaves from a game on, whatever was said of that game and later ones."""
        before = ((first, game if away is None else min(away, game)) for first, away in self.spells if first < game)
        return replace(self, spells=(*before,) or ((game, game),))


class Event(Value):
    """One event."""

    file: str = ""
    name: str
    started_at: datetime | None = None
    variant: Variant  # what the rules were read to
    house_rules: tuple[str, ...] = ()
    settings: Settings
    raw_rules: RawTable = field(default_factory=dict)  # the keys of the rules as the file has them
    pairs: Mapping[int, Pair] = field(default_factory=dict)
    seatings: Mapping[int, Seating] = field(default_factory=dict)  # those that are settled, by game
    drawn: Mapping[int, Seating] = field(default_factory=dict)  # what the draw settles: game 1, or all games by a file
    results: Mapping[tuple[int, int], TableResult] = field(default_factory=dict)  # by game and table
    points: Mapping[int, int] = field(default_factory=dict)  # of each pair from slips and adjustments
    announced: Collection[int] = ()  # the games that are closed
    adjustments: Mapping[int, tuple[int, int]] = field(default_factory=dict)  # pairs and points by entry number
    clocks: Mapping[int, Clock] = field(default_factory=dict)
    entries: tuple[EventEntry, ...] = ()
    applied_changes: tuple[EventChange, ...] = ()  # those in effect that can be undone
    undone_changes: tuple[EventChange, ...] = ()  # those that can be redone, the newest last

    @property
    def movement(self) -> Movement:
        """Return how pairs move from game to game."""
        return MOVEMENTS[self.settings.movement]

    def get_movement(self, game: int) -> Movement:
        """Return how pairs move to a game after the first."""
        name = self.settings.last_game if game == self.settings.games else None
        return MOVEMENTS[MovementName(name or self.settings.movement)]

    @property
    def is_drawn(self) -> bool:
        """Return whether the tables of the first game are drawn."""
        return FIRST_GAME in self.seatings

    @property
    def games(self) -> int:
        """Return how many games are played; a knockout has as many as its bracket takes."""
        if self.movement.eliminates and self.is_drawn:
            return count_knockout_games(len(list_pairs(self.drawn[FIRST_GAME])))
        return self.settings.games

    @property
    def current_game(self) -> int:
        """Return the game under way: the one after the last that is announced, or the last one if all are."""
        return min(len(self.announced) + 1, self.games)

    @property
    def next_game(self) -> int:
        """Return the first game that pairs can join, after the draw not the first: one more than the last if none."""
        return self.find_open_game(FIRST_GAME + 1 if self.is_drawn else FIRST_GAME)

    def find_open_game(self, first: int = FIRST_GAME) -> int:
        """Return the first game, from one on, that has not begun: one more than the last if there is none."""
        return next((game for game in range(first, self.games + 1) if not self.has_begun(game)), self.games + 1)

    def has_begun(self, game: int) -> bool:
        """Return whether a game is under way: it has a slip, or its clock was started."""
        return game in self.announced or game in self.clocks or self.has_results(game)

    def has_results(self, game: int) -> bool:
        """Return whether anything has come from a table in a game."""
        return any((game, table.number) in self.results for table in self.seatings.get(game, ()))

    def list_expected(self, game: int, seating: Seating) -> tuple[int, ...]:
        """Return the pairs that must have a seat in a game: all that are there and not out of a knockout."""
        present = list_present(self.pairs, game)
        if not self.movement.eliminates or game == FIRST_GAME:
            return present
        seated = {*list_pairs(seating)}
        return tuple(pair for pair in present if pair in seated)

    def get_name(self, pair: int, game: int) -> str:
        """Return the name of a pair in a game."""
        return self.pairs[pair].get_name(game)

    def get_result(self, game: int, table: int) -> TableResult:
        """Return what is known of a table in a game."""
        return self.results.get((game, table)) or TableResult()

    def iter_played_tables(self, game: int) -> Iterator[tuple[Table, TableResult]]:
        """Yield the tables of a settled game at which two pairs meet, with what is known of them."""
        for table in self.seatings.get(game, ()):
            if table.is_played:
                yield table, self.get_result(game, table.number)

    def list_missing(self, game: int) -> list[int]:
        """Return the tables of a settled game whose totals are missing."""
        return [table.number for table, result in self.iter_played_tables(game) if result.score is None]

    def is_complete(self, game: int) -> bool:
        """Return whether every table of a game has a slip."""
        return game in self.seatings and not self.list_missing(game)

    def get_points(self, game: int) -> dict[int, int]:
        """Return what each pair scored in a game, in points, as far as it is known."""
        points: dict[int, int] = {}
        for table, result in self.iter_played_tables(game):
            if result.score and table.ns is not None and table.ew is not None:
                points[table.ns], points[table.ew] = result.score
        return points

    def require_game(self, game: int | None) -> int:
        """Return the number of a game; raises EventError unless it is one of the event and the draw is made."""
        if not self.is_drawn:
            raise no_draw_error()
        if game is None or not 1 <= game <= self.games:
            hint = "there is only game 1" if self.games == 1 else f"games go from 1 to {self.games}"
            raise event_error(f"there is no game {game}", hint)
        return game


def list_present(pairs: Mapping[int, Pair], game: int) -> tuple[int, ...]:
    """Return the numbers of the pairs that play in a game, ascending."""
    return tuple(number for number, pair in sorted(pairs.items()) if pair.plays_in(game))


def get_pair(pairs: Mapping[int, Pair], number: int | None) -> Pair:
    """Return the pair with a number; raises EventError if there is none."""
    if number is None or number not in pairs:
        raise event_error(f"there is no pair {number}", _describe_numbers(pairs))
    return pairs[number]


def next_pair_number(pairs: Mapping[int, Pair]) -> int:
    """Return the number of a new pair: the next after the last, so that nobody gets a new number."""
    return max(pairs, default=0) + 1


def find_pair(pairs: Mapping[int, Pair], word: str) -> Pair:
    """Return the one pair that a word means: its number, or words of its name; raises EventError."""
    names = {number: pair.name for number, pair in pairs.items()}
    matches = [number for number in pairs if str(number) == word.strip()] or find_named(names, word)
    if len(matches) == 1:
        return pairs[matches[0]]
    if matches:
        known = join_words((label_pair(pairs[number]) for number in matches), "or")
        raise event_error(f'"{word}" could be {known}', "type the number of the pair")
    if not pairs:
        raise event_error(f'there is no pair "{word}"', "to add pairs", "pair", "Ann & Bob", "Cy & Di")
    near = [
        f'"{name}"'
        for name in names.values()
        if find_closest(fold_text(word), [*_split_words(name), fold_text(name)], min_similarity=_MIN_SIMILARITY)
    ]
    hint = f"did you mean {join_words(near[:_MOST_NAMES_PROPOSED], 'or')}?" if near else _describe_numbers(pairs)
    raise event_error(f'there is no pair "{word}"', hint)


def find_named(names: Mapping[int, str], text: str) -> list[int]:
    """Return the numbers of the names that have words with the beginnings in a text."""
    # A name without other words comes alone; else those do in which one player has all these words.
    words = _split_words(text)
    known = {number: [*map(_split_words, split_players(name))] for number, name in names.items()}
    begun = [number for number, players in known.items() if _have_beginnings(set[str]().union(*players), words)]
    equal = [number for number in begun if words == set[str]().union(*known[number])]
    of_one = [number for number in begun if any(_have_beginnings(player, words) for player in known[number])]
    return (equal or of_one or begun) if words else []


def _split_words(text: str) -> set[str]:
    return {*fold_text(" ".join(split_players(text))).replace("-", " ").split()}


def _have_beginnings(words: Iterable[str], beginnings: Iterable[str]) -> bool:
    return all(any(word.startswith(beginning) for word in words) for beginning in beginnings)


def _describe_numbers(pairs: Mapping[int, Pair]) -> str:
    last = next_pair_number(pairs) - 1
    return f"pairs are numbered 1 to {last}" if len(pairs) == last else f"there are {name_numbers('pair', pairs)}"


def check_new_names(known: Mapping[Players, str], names: Iterable[str]) -> None:
    """Raise EventError, with each mistake at its name, unless names can be new beside those that are `known`."""
    errors: list[Diagnostic] = []
    new: dict[Players, str] = {}
    for index, name in enumerate(names):
        errors += [replace(each, word_index=index) for each in find_side_name_errors("", name)]
        partners = parse_partners(name)
        if other := new.get(partners) or known.get(partners):
            message = f'there is already a pair "{name}"'
            if name != other:
                message = f'"{name}" is the same pair as "{other}"'
            hint = "give each pair a different name; a last name helps"
            errors.append(Diagnostic(message=message, hint=hint, word_index=index))
        new[partners] = name
    if errors:
        raise EventError(errors)


def check_players(pairs: Mapping[int, Pair], names: Iterable[str]) -> None:
    """Raise EventError, with each mistake at its name, if a player of new pairs is in another pair as well."""
    # Who has left may play with somebody else. Event files of version 0.2 may have a player in two pairs.
    owners = {player: pair.name for pair in pairs.values() if not pair.has_left for player in parse_partners(pair.name)}
    errors: list[Diagnostic] = []
    for index, name in enumerate(names):
        for player in split_players(name):
            other = owners.setdefault(fold_name(player), name)
            if other != name and parse_partners(other) != parse_partners(name):
                message = f'{player} is in two pairs: "{other}" and "{name}"'
                hint = "for a different player, add a last name"
                errors.append(Diagnostic(message=message, hint=hint, word_index=index))
    if errors:
        raise EventError(errors)


def label_pair(pair: Pair) -> str:
    """Return the number and the name of a pair: `7 (Ann & Bob)`."""
    return f"{pair.number} ({pair.name})"
