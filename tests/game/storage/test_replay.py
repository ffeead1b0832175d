"""Replaying entries: a mistake in the totals is reported once, at the entry where it begins."""

import re
from collections.abc import Sequence

import pytest
from support.game_files import WHEN, new_game

from canasta_score.game.entries import Entry, EntryKind, LedgerError
from canasta_score.game.storage.ledger_files import GameJournal, append_entry
from canasta_score.game.storage.ledger_reader import parse_ledger_keys, parse_ledger_text
from canasta_score.rules.diagnostics import DiagnosticCode

pytestmark = pytest.mark.usefixtures("sentences")

FILE = "canasta.toml"
NO_TOTALS = None
Differences = tuple[int, int] | None  # by how many points the totals of we and they are wrong


def format_hands(differences: Sequence[Differences]) -> bytes:
    """Return a game in which we lose 5 points in each hand, with totals that are wrong by some points after each."""
    data = new_game()
    for number, wrong_by in enumerate(differences, 1):
        totals = None if wrong_by is None else {"we": -5 * number + wrong_by[0], "they": wrong_by[1]}
        facts = {"we": {"hand": 5}, "they": {}}
        data = append_entry(data, Entry(recorded_at=WHEN, kind=EntryKind.HAND, hand=number, facts=facts, totals=totals))
    return data


def reported_entries(data: bytes) -> list[int]:
    headings = [number for number, line in enumerate(data.splitlines(), 1) if line == b"[[entry]]"]
    diagnostics = parse_ledger_text(data, FILE).diagnostics
    assert {diagnostic.code for diagnostic in diagnostics} <= {DiagnosticCode.TOTAL_MISMATCH}
    lines = [int(re.findall(r"line (\d+)", diagnostic.where)[0]) for diagnostic in diagnostics]
    return [headings.index(line) + 1 for line in lines]


@pytest.mark.parametrize(
    ("differences", "reported"),
    [
        pytest.param([(0, 0), (0, 0)], [], id="all are right"),
        pytest.param([(0, 0), (90, 0), (0, 0)], [2], id="one is wrong and the next right again"),
        pytest.param([(90, 0), (90, 0), (90, 0)], [1], id="a mistake is carried on"),
        pytest.param([(90, 0), (50, 0), (50, 0)], [1], id="another mistake is made before the first ends"),
        pytest.param([(90, 0), (0, 0), (90, 0)], [1], id="the same mistake comes back"),
        pytest.param([(90, 0), (0, 0), (50, 0)], [1, 3], id="another mistake is made after the first ended"),
        pytest.param([(90, 0), (50, 0), (0, 0), (50, 0)], [1, 4], id="what was hidden by another mistake comes back"),
        pytest.param([(90, 0), (90, 40), (90, 40)], [1, 2], id="the other side's total becomes wrong, too"),
        pytest.param([(90, 0), (0, 90)], [1, 2], id="the other side's total is wrong by as many points"),
        pytest.param([NO_TOTALS, NO_TOTALS, (0, 0), NO_TOTALS, (0, 0)], [1], id="the totals are missing"),
        pytest.param([NO_TOTALS, (90, 0), (0, 0), (90, 0)], [1, 4], id="the totals are missing, then wrong"),
    ],
)
def test_a_mistake_in_the_totals_is_reported_once_where_it_begins(
    differences: Sequence[Differences], reported: list[int]
) -> None:
    assert reported_entries(format_hands(differences)) == reported


def test_a_mistake_names_only_the_sides_whose_totals_became_wrong() -> None:
    first, second = parse_ledger_text(format_hands([(90, 0), (90, 40)]), FILE).diagnostics
    assert (" 85" in first.message, " 0" in first.message) == (True, False)
    assert (" 40" in second.message, " 80" in second.message) == (True, False)


def test_a_restatement_starts_the_verification_anew() -> None:
    data = new_game()
    hand = Entry(
        recorded_at=WHEN,
        kind=EntryKind.HAND,
        hand=1,
        facts={"we": {"hand": 5}, "they": {}},
        totals={"we": 0, "they": 0},
    )
    note = Entry(
        recorded_at=WHEN, kind=EntryKind.NOTE, text="agreed", restates_totals=True, totals={"we": -5, "they": 0}
    )
    wrong = Entry(recorded_at=WHEN, kind=EntryKind.NOTE, text="late", totals={"we": 0, "they": 0})
    for entries, reported in (([hand], [1]), ([hand, note], []), ([hand, note, wrong], [3])):
        text = data
        for entry in entries:
            text = append_entry(text, entry)
        assert reported_entries(text) == reported


@pytest.mark.parametrize("entries", [b"[[entry]]\n" * 30_001, b"entry = [" + b"{}," * 30_001 + b"]\n"])
def test_very_many_entries_are_refused_before_they_are_parsed(entries: bytes) -> None:
    with pytest.raises(LedgerError, match="30,000 entries"):
        parse_ledger_text(entries if entries.startswith(b"entry") else new_game() + entries, FILE)


def test_very_many_entries_of_another_form_are_refused_before_they_are_replayed() -> None:
    with pytest.raises(LedgerError, match="30,000 entries"):
        parse_ledger_keys({**parse_ledger_text(new_game(), FILE).keys, "entry": [{}] * 30_001}, FILE)


def test_of_very_many_bad_entries_the_first_are_listed() -> None:
    parsed = parse_ledger_text(new_game() + b"[[entry]]\n" * 300, FILE)
    assert len(parsed.diagnostics) == 201


def test_a_game_is_parsed_again_only_after_it_has_changed() -> None:
    data, journal = new_game(), GameJournal(FILE)
    first = journal.parse_once(data)
    assert GameJournal(FILE).parse_once(data) is first
    assert GameJournal("other.toml").parse_once(data) is not first, "its mistakes would name the wrong file"
    assert journal.parse_once(data) is first
    for number in range(2):
        journal.parse_once(format_hands([(0, 0)] * (number + 1)))
    assert journal.parse_once(data) is not first, "only the newest two are kept"
