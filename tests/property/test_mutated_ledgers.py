"""Ledgers that were spoilt: every command reads them, says what is wrong or says no, and never breaks one further."""

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.command_line import Completed, run
from support.corruption.ledgers import KEY, NUMBER, SCRAPS, SPOILERS
from support.randomness import chance, rounds
from support.strategies.games import AN_EVENING, FILE, TEXTS, Game, game_of, sound, wishes_at_random, written
from support.variants import SAMPLE_THEN_SLOW

from canasta_score.cli.invocation import ExitCode
from canasta_score.game.entries import Entry, EntryKind, LedgerError
from canasta_score.game.storage.ledger_files import append_entry, complete_entry
from canasta_score.game.storage.ledger_reader import ParsedLedger, parse_ledger_text
from canasta_score.rules.diagnostics import Diagnostic
from canasta_score.rules.text import is_printable_line

HUGE_IN_HEX = b"0x" + b"f" * 5000  # of more digits than Python writes, though it reads them
TIMES_EACH = rounds(10)  # of each way to spoil a ledger
READING: tuple[tuple[str, ...], ...] = (
    ("show",),
    ("show", "--json"),
    ("show", "--all"),
    ("show", "--all", "--json"),
    ("show", "--format", "github"),
    ("show", "--format", "html"),
    ("explain",),
    ("explain", "1", "--json"),
    ("meld",),
    ("meld", "--json"),
)
CHECKING: tuple[tuple[str, ...], ...] = (("check",), ("check", "--json"), ("check", "--strict"))
WRITING: tuple[tuple[str, ...], ...] = (
    ("add", "SIDE", "natural=1", "mixed=1", "table=335"),
    ("add", "--json", "SIDE", "natural=9", "mixed=99", "table=33"),
    ("add", "--anyway", "SIDE", "out=2", "table=33"),
    ("fix", "1", "SIDE", "hand=35"),
    ("fix", "1", "SIDE", "table=33", "--anyway", "--why", 'it\'s "so" \\ 🂡'),
    ("void", "1"),
    ("undo",),
    ("redo",),
    ("note", "a", "word"),
    ("note", "--hand", "1", "of hand 1"),
    ("check", "--restate"),
)
NOTHING_WRITTEN = (("add", "--dry-run", "SIDE", "natural=1", "mixed=1", "table=335"),)
CODES = {
    "add": {ExitCode.SUCCESS, ExitCode.INVALID_TALLY, ExitCode.INVALID_LEDGER},
    "fix": {ExitCode.SUCCESS, ExitCode.INVALID_TALLY, ExitCode.INVALID_LEDGER},
    "check": {ExitCode.SUCCESS, ExitCode.FAILURE, ExitCode.INVALID_LEDGER},
}
OTHERS = {ExitCode.SUCCESS, ExitCode.INVALID_LEDGER}


@cache
def good_ledgers() -> tuple[tuple[str, bytes], ...]:
    """Return ledgers of many kinds of games, each with the word for a side."""
    two = {"we": "Ann & Bob", "they": "Cy & Di"}
    hostile = {"we": 'the "best"\\', "they": "مریم و علی 👩\u200d👧", "others": "=1+1|", "north": "'"}
    six = {word: word.title() for word in ("we", "they", "others", "north", "south", "team-1")}
    return (
        ledger_of(game_of("nvso", (), two, dict.fromkeys(two, 0)), 0, 0),
        ledger_of(game_of("nvso", (), two, {"we": 2000, "they": -145}), 1, 9),
        ledger_of(game_of("wca", ("game.target=4000", "count.no_canasta=plus"), two, dict.fromkeys(two, 0)), 2, 14),
        ledger_of(game_of("catawba", (), hostile, dict.fromkeys(hostile, 0)), 3, 8),
        ledger_of(game_of("nvso-tournament", (), two, {"we": 1, "they": 1}), 4, 12),
        ledger_of(game_of("wca", (), six, dict.fromkeys(six, -5)), 5, 6),
    )


def ledger_of(game: Game, seed: int, number: int) -> tuple[str, bytes]:
    """Write the ledger of a game."""
    wishes = wishes_at_random(Random(str(seed)), number)  # the same good ledgers, whatever the seed
    texts = [game.text, *(text for text, _ in written(game, wishes))]
    return next(iter(game.names)), texts[-1]


class Table:
    """A folder with a ledger in it, on which commands are tried."""

    def __init__(self, folder: Path, side: str) -> None:
        self.path = folder / FILE
        self.side = side

    def spoil(self, data: bytes, random: Random) -> None:
        """Try some commands on a spoilt ledger: one that checks, one that reads, one that writes."""
        command = random.choice(READING)
        checked, shown = self.reads(data, random.choice(CHECKING)), self.reads(data, command)
        if checked.code == ExitCode.INVALID_LEDGER:
            assert shown.code == ExitCode.INVALID_LEDGER
        if checked.code == ExitCode.SUCCESS:
            assert shown.code == ExitCode.SUCCESS or command[0] == "explain"  # of a hand that there is not
        self.writes(data, random.choice(WRITING))
        if random.random() < 0.2:
            self.reads(data, *NOTHING_WRITTEN)

    def reads(self, data: bytes, command: Sequence[str]) -> Completed:
        """Call a command that leaves the ledger as it is."""
        self.path.write_bytes(data)
        done = self.call(command)
        assert self.path.read_bytes() == data, command
        if "--json" in command and (done.code == ExitCode.SUCCESS or command[0] == "check"):
            json.loads(done.out, parse_constant=pytest.fail)
        return done

    def writes(self, data: bytes, command: Sequence[str]) -> None:
        """Call a command that adds an entry or refuses to."""
        self.path.write_bytes(data)
        done = self.call(command)
        new = self.path.read_bytes()
        assert new.startswith(data), command
        if new == data:
            assert done.code != ExitCode.SUCCESS or command == ("check", "--restate"), command
        else:
            assert done.code == ExitCode.SUCCESS or command == ("check", "--restate"), (command, done)
            assert len(sound(new).entries) == len(parse_ledger_text(data, FILE).state.entries) + 1

    def call(self, command: Sequence[str]) -> Completed:
        """Call a command, and see that its exit code is one of its own and that it says nothing a terminal obeys."""
        done = run(*(self.side if word == "SIDE" else word for word in command), "-l", str(self.path))
        assert done.code in CODES.get(command[0], OTHERS), (command, done)
        assert bool(done.err) or done.code == ExitCode.SUCCESS, command
        for line in (done.out + done.err).split("\n"):
            assert is_printable_line(line), (command, line)
        assert {path.name for path in self.path.parent.iterdir()} <= {FILE, f".{FILE}.lock"}, command
        return done


@pytest.mark.parametrize(
    "number", [pytest.param(1, marks=pytest.mark.slow), 3, pytest.param(5, marks=pytest.mark.slow)]
)
@pytest.mark.parametrize("command", [*READING, *CHECKING, *WRITING, *NOTHING_WRITTEN], ids=" ".join)
def test_a_good_ledger_is_good_for_every_command(number: int, command: tuple[str, ...], tmp_path: Path) -> None:
    side, data = good_ledgers()[number]
    table = Table(tmp_path, side)
    if command in WRITING:
        table.writes(data, command)
    else:
        done = table.reads(data, command)
        assert done.code == ExitCode.SUCCESS or command[0] in {"explain", "check", "add"}, done


@pytest.mark.parametrize("way", SPOILERS)
def test_a_ledger_with(way: str, tmp_path: Path) -> None:
    for number in range(TIMES_EACH):
        random = chance(way, number)
        side, data = good_ledgers()[number % 6]
        Table(tmp_path, side).spoil(SPOILERS[way](data, random), random)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["huge", "deep"])
def test_nothing_in_a_ledger_is_too_large_or_too_deep_to_be_told_of(kind: str, tmp_path: Path) -> None:
    side, data = good_ledgers()[2]
    table, seen = Table(tmp_path, side), set[bytes]()
    for key in KEY.finditer(data):
        what = data[data.rfind(b"what = ", 0, key.start()) :].partition(b"\n")[0] if kind == "huge" else b""
        if data.find(b"[rules") < key.start() < data.find(b"[[entry]]") or what + key[0] in seen:
            continue
        seen.add(what + key[0])
        end = data.find(b"\n", key.end())
        new = {"huge": key[0] + b" = " + HUGE_IN_HEX, "deep": key[0] + b".a" * 1000 + b" = 1"}[kind]
        assert table.reads(data[: key.start()] + new + data[end:], ("check",)).code != ExitCode.SUCCESS


@pytest.mark.parametrize("variant", SAMPLE_THEN_SLOW)
@pytest.mark.slow
def test_no_number_of_the_rules_is_too_large_to_be_told_of(variant: str, tmp_path: Path) -> None:
    data = game_of(variant, (), {"we": "We", "they": "They"}, {"we": 0, "they": 0}).text
    table, rules = Table(tmp_path, "we"), data.find(b"[rules")
    for number in NUMBER.finditer(data, rules):
        new = data[: number.start()] + HUGE_IN_HEX + data[number.end() :]
        table.reads(new, ("check",))


WAYS = st.lists(st.sampled_from(sorted(SPOILERS)), min_size=1, max_size=4)
ANY_SCRAPS = st.lists(st.sampled_from(SCRAPS) | st.binary(max_size=4), max_size=2)
SEEDS = st.integers(0, 2**32 - 1)


def spoilt(data: bytes, ways: list[str], scraps: list[bytes], random: Random) -> bytes:
    """Spoil a ledger in several ways, and put scraps into it."""
    for way in ways:
        data = SPOILERS[way](data, random)
    for scrap in scraps:
        at = random.randint(0, len(data))
        data = data[:at] + scrap + data[at:]
    return data


@given(number=st.integers(0, 5), ways=WAYS, scraps=ANY_SCRAPS, seed=SEEDS)
@pytest.mark.slow
def test_a_ledger_spoilt_in_several_ways(
    number: int, ways: list[str], scraps: list[bytes], seed: int, tmp_path: Path
) -> None:
    random = Random(seed)
    side, data = good_ledgers()[number]
    Table(tmp_path, side).spoil(spoilt(data, ways, scraps, random), random)


@settings(max_examples=rounds(600))
@given(number=st.integers(0, 5), ways=WAYS, scraps=ANY_SCRAPS, seed=SEEDS, text=TEXTS)
def test_a_spoilt_ledger_is_refused_with_remedies_or_takes_an_entry_behind_every_byte(
    number: int, ways: list[str], scraps: list[bytes], seed: int, text: str
) -> None:
    data = spoilt(good_ledgers()[number][1], ways, scraps, Random(seed))
    old, problems = read_or_refused(data)
    assert all(problem.file == FILE and problem.message and problem.hint for problem in problems)
    if old and not problems:
        new = append_entry(
            data, entry := complete_entry(old.state, Entry(recorded_at=AN_EVENING, kind=EntryKind.NOTE, text=text))
        )
        assert new.startswith(data)
        again, problems = read_or_refused(new)
        assert again is None or (again.state.entries, problems) == ((*old.state.entries, entry), ())


def read_or_refused(data: bytes) -> tuple[ParsedLedger | None, tuple[Diagnostic, ...]]:
    """Read a ledger as far as it goes, with what is wrong in it."""
    try:
        reading = parse_ledger_text(data, FILE)
    except LedgerError as error:
        return None, error.diagnostics
    return reading, reading.diagnostics
