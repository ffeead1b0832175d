"""Plays random games: sides and their names, totals brought forward, house rules, and what is written hand after hand.

Hypothesis draws what shrinks well (sides, names, what is written); facts come from a seed, for a hand has many of them.
Nothing here asks the journal: a wish to write something may be one that a ledger must refuse.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta, timezone
from functools import cache
from random import Random

from hypothesis import strategies as st

from canasta_score import Variant
from canasta_score.game.entries import Entry, EntryKind, GameRules, LedgerError
from canasta_score.game.ledger import Ledger
from canasta_score.game.storage.ledger_files import append_entry, complete_entry, format_ledger
from canasta_score.game.storage.ledger_reader import parse_ledger_text
from canasta_score.hand.facts import TallyError
from canasta_score.rules.catalog.loading import load_with_overrides
from canasta_score.rules.model.variant import read_variant
from canasta_score.rules.text import has_invisible
from support.strategies.hands import Facts, parts
from support.variants import SHIPPED, variant

HOUSES: Mapping[tuple[str, ...], Mapping[str, Mapping[str, object]]] = {  # as typed, and the keys of each table
    (): {},
    ("game.target=1000",): {"game": {"target": 1000, "tie": "play-on"}},
    ("game.target=4000", "count.no_canasta=plus"): {
        "game": {"target": 4000, "tie": "play-on"},
        "count": {"no_canasta": "plus"},
    },
    ("game.target=1000", "game.tie=shared"): {"game": {"target": 1000, "tie": "shared"}},
    ("game.hands=2",): {"game": {"hands": 2, "tie": "shared"}},
    ("game.hands=3", "game.tie=play-on"): {"game": {"hands": 3, "tie": "play-on"}},
}
WORDS = (
    "we",
    "they",
    "others",
    "north",
    "south",
    "team-1",
    "x2y",
    "true",
    "nan",
    "entry",
    "sides",
    "in-the-far-corner",
)
JOINERS = "\u200c\u200d"  # of Persian, Hindi and emoji: no control characters, though they cannot be seen
FAVORITES = (
    "Ann & Bob",
    "O'Neil",
    'the "best"',
    "C:\\new\\table",
    "مريم و علی",
    "می\u200cگوید",
    "👩\u200d👧",
    "a|b",
    "=1+1",
)
LARGEST = 9_999_999
AN_EVENING = datetime(2026, 11, 21, 19, 30, tzinfo=timezone(timedelta(hours=-5)))
FILE = "canasta.toml"
Keys = Mapping[str, object]


@dataclass(frozen=True, kw_only=True)
class Game:
    """A game that is to be begun: the rules as keys and as they read, its sides, and what they bring with them."""

    rules: Keys = field(repr=False)
    variant: Variant = field(repr=False)
    name: str
    house: tuple[str, ...]
    names: Mapping[str, str]
    start: Mapping[str, int]
    started: datetime = AN_EVENING

    @property
    def text(self) -> bytes:
        """The text of its ledger before anything is entered."""
        head = Ledger(
            file=FILE,
            rules=GameRules(variant=self.variant, keys=self.rules, house_rules=self.house),
            started_at=self.started,
            side_names=self.names,
            starting_totals=self.start,
            totals=self.start,
        )
        return format_ledger(head)

    @property
    def ledger(self) -> Ledger:
        """Its ledger before anything is entered."""
        return sound(self.text)


@dataclass(frozen=True, kw_only=True)
class Wish:
    """What someone wants to write: `pick` chooses the hand, `seed` the facts, `even` the same ones for all sides.

    A ledger may have to refuse it.
    """

    what: EntryKind
    pick: int
    seed: int
    even: bool = False
    text: str = ""
    anyway: bool = False
    at: datetime = AN_EVENING


def sound(data: bytes) -> Ledger:
    """Read a ledger in which nothing may be wrong."""
    reading = parse_ledger_text(data, FILE)
    assert list(reading.diagnostics) == []
    return reading.state


@cache
def played(name: str, house: tuple[str, ...]) -> tuple[Keys, Variant]:
    """Return the keys of a variant with house rules merged here, and the rules they result in."""
    keys, _ = load_with_overrides(name)
    rules = {**keys, **{table: {**below(keys, table), **own} for table, own in HOUSES[house].items()}}
    return rules, read_variant(rules, name, {})


def below(keys: Keys, table: str) -> Keys:
    """Return what a house rule is merged into; the end of the game is always complete."""
    inner = keys.get(table)
    inner = inner if isinstance(inner, dict) else {}
    return {key: inner[key] for key in ("partners", "wins") if key in inner} if table == "game" else inner


def game_of(variant: str, house: tuple[str, ...], names: Mapping[str, str], start: Mapping[str, int]) -> Game:
    """Set up a game."""
    rules, read = played(variant, house)
    return Game(rules=rules, variant=read, name=variant, house=house, names=names, start=start)


PRINTABLE = st.characters(exclude_categories=["C", "Z"]) | st.sampled_from(f" '\"\\#=[]{{}}|<>{JOINERS}")
TEXTS = st.sampled_from(FAVORITES) | st.text(PRINTABLE, min_size=1, max_size=60).filter(
    lambda text: text.strip() and not has_invisible(text)
)
BROUGHT = st.sampled_from((0, 0, 0, 2990, 3000, 5000, 8400, 8500, -145)) | st.integers(-LARGEST, LARGEST)
ZONES = st.just(UTC) | st.integers(-1439, 1439).map(lambda minutes: timezone(timedelta(minutes=minutes)))
TIMES = st.builds(lambda time, zone: time.replace(tzinfo=zone), st.datetimes(), ZONES)
WHATS = (
    *[EntryKind.HAND] * 4,
    *[EntryKind.FIX] * 3,
    EntryKind.VOID,
    EntryKind.NOTE,
    EntryKind.ADJUST,
    EntryKind.RULES,
    *[EntryKind.UNDO] * 4,
    *[EntryKind.REDO] * 4,
)
WISHES = st.builds(
    Wish,
    what=st.sampled_from(WHATS),
    pick=st.integers(0, 9),
    seed=st.integers(0, 2**32 - 1),
    even=st.sampled_from((False, False, False, True)),
    text=TEXTS,
    anyway=st.booleans(),
    at=TIMES,
)
EVENINGS = st.lists(WISHES, max_size=4) | st.lists(WISHES, min_size=6, max_size=16)


@st.composite
def games(draw: st.DrawFn) -> Game:
    """Return games by any shipped variant, with house rules, two to eight sides, and starting totals."""
    name = draw(st.sampled_from(SHIPPED))
    fewest, most = (3, 3) if variant(name).has_partners_by_hand else (2, 8)
    words = draw(st.lists(st.sampled_from(WORDS), min_size=fewest, max_size=most, unique=True))
    game = game_of(
        name,
        draw(st.sampled_from((*HOUSES,))),
        {word: draw(TEXTS) for word in words},
        {word: draw(BROUGHT) for word in words},
    )
    return replace(game, started=draw(TIMES))


def entry_of(game: Game, wish: Wish, hands: int) -> Entry:  # noqa: PLR0911 -- one for each kind
    """Return an entry that someone wants to write after some hands."""
    random = Random(wish.seed)
    chosen = wish.pick if random.random() < 0.1 else 1 + wish.pick % max(hands, 1)
    match wish.what:
        case EntryKind.HAND:
            facts = facts_at_random(game, random, even=wish.even)
            return Entry(recorded_at=wish.at, kind=wish.what, facts=facts, accepted_anyway=wish.anyway)
        case EntryKind.FIX:
            why = wish.text if wish.pick % 2 else ""
            facts = changes_at_random(game, random)
            return Entry(
                recorded_at=wish.at, kind=wish.what, hand=chosen, facts=facts, accepted_anyway=wish.anyway, text=why
            )
        case EntryKind.VOID:
            return Entry(recorded_at=wish.at, kind=wish.what, hand=chosen)
        case EntryKind.NOTE:
            return Entry(
                recorded_at=wish.at, kind=wish.what, hand=chosen if wish.pick % 3 == 0 else None, text=wish.text
            )
        case EntryKind.ADJUST:
            side, points = random.choice([*game.names]), random.choice((-1, 1)) * 5 * random.randint(1, 400)
            last = hands or None
            return Entry(recorded_at=wish.at, kind=wish.what, hand=last, side=side, points=points, text=wish.text)
        case EntryKind.RULES:
            # Mostly those of the game with other house rules; other rules seldom know all items.
            name, house = game.name if wish.pick else random.choice(SHIPPED), random.choice([*HOUSES])
            keys, variant = played(name, house)
            rules = GameRules(variant=variant, keys=keys, house_rules=house)
            return Entry(recorded_at=wish.at, kind=wish.what, hand=hands or None, rules=rules)
    return Entry(recorded_at=wish.at, kind=wish.what)


def facts_at_random(game: Game, random: Random, *, even: bool) -> Facts:
    """Return the facts of a hand: different for each side, the same for all (ties), or round figures."""
    if random.random() < 0.15:
        return {side: {"base": random.choice((0, 500, 1000))} for side in game.names}
    if even:
        side_facts = side_facts_at_random(game.variant, random)
        return {side: dict(side_facts) for side in game.names}
    return {side: side_facts_at_random(game.variant, random) for side in game.names}


def changes_at_random(game: Game, random: Random) -> Facts:
    """Return new facts for some sides of a hand; 0 removes one."""
    changes = {
        side: {
            name: number * (random.random() < 0.6)
            for name, number in side_facts_at_random(game.variant, random).items()
        }
        for side in game.names
        if random.random() < 0.6
    }
    return {side: side_facts for side, side_facts in changes.items() if side_facts}


def side_facts_at_random(variant: Variant, random: Random) -> dict[str, int]:
    """Return any facts of one side; each part by its facts or as one figure, never both."""
    side_facts = {
        name: random.randint(0, 2000) if fact.is_in_points else random.randint(0, 9)
        for name, fact in variant.facts.items()
        if random.random() < 0.2
    }
    for part, names in parts(variant).items():
        if random.random() < 0.1:
            side_facts = {name: number for name, number in side_facts.items() if name not in names}
            side_facts[part] = random.randint(-5000, 9000)
    return side_facts


def written(game: Game, wishes: Sequence[Wish]) -> Iterator[tuple[bytes, Entry]]:
    """Write what a ledger takes of a row of wishes: each text of the ledger, with the entry that was added."""
    data = game.text
    for wish in wishes:
        ledger = sound(data)
        try:
            entry = complete_entry(ledger, entry_of(replace(game, variant=ledger.variant), wish, len(ledger.hands)))
        except (LedgerError, TallyError):
            continue
        data = append_entry(data, entry)
        yield data, entry


def wishes_at_random(random: Random, number: int) -> list[Wish]:
    """Return random wishes without hypothesis, for games that are played once."""
    return [
        Wish(
            what=random.choice(WHATS),
            pick=random.randint(0, 9),
            seed=random.getrandbits(32),
            text=random.choice(FAVORITES),
            anyway=True,
            at=AN_EVENING + timedelta(minutes=11 * place),
        )
        for place in range(number)
    ]
