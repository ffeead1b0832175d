"""Entries in a ledger: every byte that is there stays, and what may not be written is not."""

from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
import typer
from support.disk import wait_seconds
from support.game_files import (
    LOCK,
    WHEN,
    add,
    files_in,
    game_in,
    hand_of,
    held,
    new_game,
    nobody_waits,
    points_in,
    refuse_hand,
)
from support.journals import create_ledger, preview_entry, record_entry, record_restatement

from canasta_score.game.entries import Entry, EntryKind, LedgerError
from canasta_score.game.ledger import Ledger
from canasta_score.game.storage import journal_format
from canasta_score.game.storage import ledger_files as keeping
from canasta_score.game.storage.ledger_files import read_ledger
from canasta_score.hand.facts import TallyError

pytestmark = pytest.mark.usefixtures("sentences")

IS_BROKEN = "there is a typo"
A_HAND = b"""\
[[entry]]
at = 2026-11-21T19:30:00+00:00
what = "hand"
hand = 1

[entry.we]
hand = 5

[entry.they]

[entry.totals]
we = -5
they = 0
"""


def given(entry: Entry, _: Ledger) -> Entry:
    return entry


@pytest.mark.parametrize(
    ("text", "gap"),
    [
        pytest.param(new_game(), b"\n", id="as it was begun"),
        pytest.param(new_game() + b"# Bob dealt.\n", b"\n", id="a comment at the end"),
        pytest.param(new_game() + b"# Bob dealt.", b"\n\n", id="a comment and no new line at the end"),
        pytest.param(new_game().rstrip(b"\n"), b"\n\n", id="no new line at the end"),
        pytest.param(new_game() + b"\n \t\n\n", b"\n", id="blank lines at the end"),
        pytest.param(new_game().replace(b"[sides]", b"# \xc3\x84nne & Bob\n  [ sides ]  # us"), b"\n", id="by hand"),
        pytest.param(b"\xef\xbb\xbf" + new_game(), b"\n", id="a byte order mark"),
    ],
)
def test_an_entry_stands_behind_the_old_text_of_which_every_byte_is_kept(
    text: bytes, gap: bytes, tmp_path: Path
) -> None:
    ledger = game_in(tmp_path)
    ledger.write_bytes(text)
    add(ledger)
    assert ledger.read_bytes() == text + gap + A_HAND
    add(ledger, 10)
    assert ledger.read_bytes().startswith(text + gap + A_HAND + b"\n[[entry]]\n")
    assert points_in(ledger) == [5, 10]
    assert read_ledger(ledger).totals == {"we": -15, "they": 0}


def test_where_lines_end_as_on_windows_those_of_an_entry_do_too(tmp_path: Path) -> None:
    ledger = game_in(tmp_path)
    text = new_game().replace(b"\n", b"\r\n")
    ledger.write_bytes(text)
    add(ledger)
    assert ledger.read_bytes() == text + (b"\n" + A_HAND).replace(b"\n", b"\r\n")
    add(ledger, 10)
    assert points_in(ledger) == [5, 10]


def test_comments_written_between_hands_stay_where_they_are(tmp_path: Path) -> None:
    ledger = game_in(tmp_path)
    for points in (5, 10, 15):
        add(ledger, points)
        with ledger.open("ab") as file:
            file.write(b"# after %d" % points)
    lines = ledger.read_text().split("\n")
    assert [line for line in lines if line.startswith("# after")] == ["# after 5", "# after 10", "# after 15"]
    assert points_in(ledger) == [5, 10, 15]


def test_only_the_ledger_and_its_lock_are_there_after_many_entries(tmp_path: Path) -> None:
    ledger = game_in(tmp_path)
    for points in (5, 10, 15):
        add(ledger, points)
    assert files_in(tmp_path) == {"canasta.toml", LOCK}


def test_entries_of_every_kind_read_as_they_were_written(tmp_path: Path) -> None:
    ledger = game_in(tmp_path)
    made = [
        hand_of(5),
        Entry(recorded_at=WHEN, kind=EntryKind.FIX, hand=1, facts={"we": {"hand": 10}}, text='Bob\'s "five" was a ten'),
        Entry(recorded_at=WHEN, kind=EntryKind.NOTE, text="Di brought cake"),
        Entry(recorded_at=WHEN, kind=EntryKind.UNDO),
        Entry(recorded_at=WHEN, kind=EntryKind.REDO),
        Entry(recorded_at=WHEN, kind=EntryKind.VOID, hand=1),
    ]
    totals = [{"we": we, "they": 0} for we in (-5, -10, -10, -10, -10, 0)]
    for entry in made:
        record_entry(ledger, partial(given, entry), nobody_waits)
    assert read_ledger(ledger).entries == tuple(
        replace(entry, number=number, hand=entry.hand or (1 if number == 1 else None), totals=after)
        for number, (entry, after) in enumerate(zip(made, totals, strict=True), 1)
    )


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("this is no TOML", id="no TOML"),
        pytest.param('[[entry]]\nat = 2026-11-21T19:30:00Z\nwhat = "undo"\n', id="another entry"),
        pytest.param("", id="nothing"),
        pytest.param("[sides.more]\n", id="something for the head"),
        pytest.param("[rules.more]\npoints = 1\n" + A_HAND.decode(), id="the entry and something for the head"),
        pytest.param(A_HAND.decode() * 2, id="the entry twice"),
    ],
)
def test_what_would_not_read_as_the_old_ledger_plus_the_entry_is_not_written(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal_format, "format_entry", lambda _: text)
    assert IS_BROKEN not in refuse_hand(game_in(tmp_path))


def test_an_entry_with_totals_that_do_not_follow_is_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    off = {"we": 995, "they": 0}
    monkeypatch.setattr(keeping, "complete_entry", lambda _, entry: replace(entry, hand=1, totals=off))
    assert "but the items add up to" in refuse_hand(game_in(tmp_path))


def test_a_ledger_whose_entries_stand_in_one_line_is_not_called_broken(tmp_path: Path) -> None:
    ledger = game_in(tmp_path)
    ledger.write_bytes(b"entry = []\n" + new_game())
    assert points_in(ledger) == []
    assert IS_BROKEN not in refuse_hand(ledger)


def test_a_broken_ledger_takes_no_entry_until_it_is_mended(tmp_path: Path) -> None:
    ledger = game_in(tmp_path)
    add(ledger)
    ledger.write_bytes(ledger.read_bytes() + b"oops")
    assert IS_BROKEN in refuse_hand(ledger)


def test_a_file_that_is_no_ledger_gets_no_entry_and_no_lock_beside_it(tmp_path: Path) -> None:
    other = tmp_path / "pyproject.toml"
    other.write_text("[project]\n")
    assert "is not a game file" in refuse_hand(other)
    assert files_in(tmp_path) == {"pyproject.toml"}


def test_totals_that_do_not_hold_take_no_entry_but_the_one_that_accepts_them(tmp_path: Path) -> None:
    ledger = game_in(tmp_path)
    add(ledger)
    off = ledger.read_bytes().replace(b"we = -5", b"we = 995")
    ledger.write_bytes(off)
    assert "but the items add up to" in refuse_hand(ledger)
    with pytest.raises(LedgerError, match="but the items add up to"):
        read_ledger(ledger)
    accepted = Entry(recorded_at=WHEN, kind=EntryKind.NOTE, text="accepted", restates_totals=True)
    assert record_restatement(ledger, lambda _: accepted, nobody_waits).totals == {"we": -5, "they": 0}
    assert ledger.read_bytes().startswith(off)
    assert add(ledger, 10).totals == {"we": -15, "they": 0}


def test_facts_that_cannot_be_read_are_not_accepted_with_the_totals(tmp_path: Path) -> None:
    ledger = game_in(tmp_path)
    add(ledger)
    wrong = ledger.read_bytes().replace(b"hand = 5", b"hnad = 5")
    ledger.write_bytes(wrong)
    with pytest.raises(LedgerError, match="hnad"):
        record_restatement(
            ledger,
            lambda _: Entry(recorded_at=WHEN, kind=EntryKind.NOTE, text="so be it", restates_totals=True),
            nobody_waits,
        )
    assert ledger.read_bytes() == wrong


@pytest.mark.parametrize(
    ("entry", "error", "said"),
    [
        (Entry(recorded_at=WHEN, kind=EntryKind.VOID, hand=9), LedgerError, "hand 9"),
        (Entry(recorded_at=WHEN, kind=EntryKind.UNDO), LedgerError, "undo"),
        (Entry(recorded_at=WHEN, kind=EntryKind.NOTE, text="a" * 10_001), LedgerError, "10,001 characters"),
        (
            Entry(recorded_at=WHEN, kind=EntryKind.NOTE, text="\x1b[2J"),
            LedgerError,
            r"\\x1b\[2J",
        ),
        (Entry(recorded_at=WHEN, kind=EntryKind.HAND, facts={"we": {"samba": 1}}), TallyError, "samba"),
    ],
)
def test_an_entry_that_does_not_follow_is_refused_and_the_ledger_stays(
    entry: Entry, error: type[Exception], said: str, tmp_path: Path
) -> None:
    ledger = game_in(tmp_path)
    with pytest.raises(error, match=said):
        record_entry(ledger, lambda _: entry, nobody_waits)
    assert ledger.read_bytes() == new_game()
    add(ledger)


def test_a_hand_that_is_given_up_while_it_is_told_leaves_the_ledger_free(tmp_path: Path) -> None:
    ledger = game_in(tmp_path)

    def give_up(_: Ledger) -> Entry:
        raise typer.Exit(3)

    with pytest.raises(typer.Exit):
        record_entry(ledger, give_up, nobody_waits)
    assert ledger.read_bytes() == new_game()
    add(ledger)


def test_a_preview_writes_nothing_and_locks_nothing(tmp_path: Path) -> None:
    ledger = game_in(tmp_path)
    before, after = preview_entry(ledger, lambda _: hand_of(5))
    assert (before.totals, after.totals) == ({"we": 0, "they": 0}, {"we": -5, "they": 0})
    assert ledger.read_bytes() == new_game()
    assert files_in(tmp_path) == {"canasta.toml"}


def test_a_new_ledger_reads_as_it_was_begun(tmp_path: Path) -> None:
    ledger = tmp_path / "canasta.toml"
    game = create_ledger(ledger, new_game(), nobody_waits)
    assert ledger.read_bytes() == new_game()
    assert read_ledger(ledger) == game
    assert files_in(tmp_path) == {"canasta.toml", LOCK}


def test_an_existing_ledger_is_never_begun_again(tmp_path: Path) -> None:
    ledger = game_in(tmp_path)
    add(ledger)
    before = ledger.read_bytes()
    with pytest.raises(LedgerError, match=r"canasta\.toml: "):
        create_ledger(ledger, new_game(), nobody_waits)
    assert ledger.read_bytes() == before


def test_a_ledger_begun_by_another_while_waiting_is_not_overwritten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wait_seconds(monkeypatch, 0.01, 60.0)
    ledger = tmp_path / "canasta.toml"
    with held(tmp_path / LOCK) as enough:

        def other_begins(_: str) -> None:
            ledger.write_bytes(b"theirs")
            enough.set()

        with pytest.raises(LedgerError, match="already exists"):
            create_ledger(ledger, new_game(), other_begins)
    assert ledger.read_bytes() == b"theirs"


def test_what_is_no_ledger_is_not_begun(tmp_path: Path) -> None:
    with pytest.raises(LedgerError, match="is not a game file"):
        create_ledger(tmp_path / "canasta.toml", b"", nobody_waits)
    assert files_in(tmp_path) == set()
