"""What becomes of the file: every byte kept, links and modes too, and a refusal leaves all as it was."""

import os
import stat
from dataclasses import replace
from errno import EACCES, EINVAL, EIO, ENOSPC, EPERM
from functools import partial
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import typer
from support.game_files import (
    WHEN,
    add,
    files_in,
    game_in,
    hand_of,
    held,
    new_game,
    nobody_waits,
    points_in,
)

from canasta_score.game.entries import Entry, EntryKind
from canasta_score.game.errors import LedgerError
from canasta_score.game.ledger import Ledger
from canasta_score.game.storage import files as storage
from canasta_score.game.storage import locks
from canasta_score.game.storage import transactions as keeping
from canasta_score.game.storage import writer as writing
from canasta_score.game.storage.transactions import (
    create_ledger,
    preview_entry,
    read_ledger,
    record_entry,
    record_restatement,
)
from canasta_score.hand.facts import TallyError

if TYPE_CHECKING:
    from collections.abc import Callable

LOCK, NEW = ".canasta.toml.lock", ".canasta.toml.new"
NOTHING = "nothing is written"
IS_BROKEN = "is no TOML"
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


def refused(path: Path, points: int = 5) -> str:
    """Add a hand where it must be refused in one sentence, with nothing changed in the folder, and give what is said.

    The lock may stay, for a lock that is taken away can be held by two.
    """
    before = files_but_locks(path.parent)
    with pytest.raises(LedgerError) as caught:
        add(path, points)
    assert files_but_locks(path.parent) == before
    return sentence_of(caught.value)


def files_but_locks(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file() and file.suffix != ".lock"}


def given(entry: Entry, _: Ledger) -> Entry:
    return entry


def sentence_of(error: LedgerError) -> str:
    (sentence,) = error.sentences
    assert "\n" not in sentence
    assert "Errno" not in sentence
    return sentence


def fail_at_syncing(patch: pytest.MonkeyPatch, error: BaseException) -> None:
    """Let the disk fail where it is told to keep a file."""

    def fsync(_: int) -> None:
        raise error

    patch.setattr(os, "fsync", fsync)


def wait_seconds(patch: pytest.MonkeyPatch, before_message: float, for_each_owner: float) -> None:
    """Let those who wait for a lock wait for other times than they do at a table."""
    patch.setattr(locks, "_SECONDS_BEFORE_MESSAGE", before_message)
    patch.setattr(locks, "_SECONDS_FOR_EACH_OWNER", for_each_owner)


# What stands in the file stays


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


# What may not be written is not


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
    monkeypatch.setattr(writing, "format_entry", lambda _: text)
    assert IS_BROKEN not in refused(game_in(tmp_path))


def test_an_entry_with_totals_that_do_not_follow_is_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    off = {"we": 995, "they": 0}
    monkeypatch.setattr(keeping, "complete_entry", lambda _, entry: replace(entry, hand=1, totals=off))
    assert "do not hold" in refused(game_in(tmp_path))


def test_a_ledger_whose_entries_stand_in_one_line_is_not_called_broken(tmp_path: Path) -> None:
    ledger = game_in(tmp_path)
    ledger.write_bytes(b"entry = []\n" + new_game())
    assert points_in(ledger) == []
    assert IS_BROKEN not in refused(ledger)


def test_a_broken_ledger_takes_no_entry_until_it_is_mended(tmp_path: Path) -> None:
    ledger = game_in(tmp_path)
    add(ledger)
    ledger.write_bytes(ledger.read_bytes() + b"oops")
    assert IS_BROKEN in refused(ledger)


def test_a_file_that_is_no_ledger_gets_no_entry_and_no_lock_beside_it(tmp_path: Path) -> None:
    other = tmp_path / "pyproject.toml"
    other.write_text("[project]\n")
    assert "is no ledger" in refused(other)
    assert files_in(tmp_path) == {"pyproject.toml"}


def test_totals_that_do_not_hold_take_no_entry_but_the_one_that_accepts_them(tmp_path: Path) -> None:
    ledger = game_in(tmp_path)
    add(ledger)
    off = ledger.read_bytes().replace(b"we = -5", b"we = 995")
    ledger.write_bytes(off)
    assert "do not hold" in refused(ledger)
    with pytest.raises(LedgerError, match="do not hold"):
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
        (Entry(recorded_at=WHEN, kind=EntryKind.VOID, hand=9), LedgerError, "there is no hand 9"),
        (Entry(recorded_at=WHEN, kind=EntryKind.UNDO), LedgerError, "there is nothing to take back"),
        (
            Entry(recorded_at=WHEN, kind=EntryKind.NOTE, text="\x1b[2J"),
            LedgerError,
            "a character that cannot be printed",
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


# Beginning


def test_a_new_ledger_is_whole_and_reads_as_it_was_begun(tmp_path: Path) -> None:
    ledger = tmp_path / "canasta.toml"
    game = create_ledger(ledger, new_game(), nobody_waits)
    assert ledger.read_bytes() == new_game()
    assert read_ledger(ledger) == game
    assert files_in(tmp_path) == {"canasta.toml", LOCK}


def test_a_ledger_that_is_there_is_never_begun_again(tmp_path: Path) -> None:
    ledger = game_in(tmp_path)
    add(ledger)
    before = ledger.read_bytes()
    with pytest.raises(LedgerError, match="is there already, and a ledger is never overwritten; choose another file"):
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

        with pytest.raises(LedgerError, match="is there already"):
            create_ledger(ledger, new_game(), other_begins)
    assert ledger.read_bytes() == b"theirs"


def test_what_is_no_ledger_is_not_begun(tmp_path: Path) -> None:
    with pytest.raises(LedgerError, match="is no ledger"):
        create_ledger(tmp_path / "canasta.toml", b"", nobody_waits)
    assert files_in(tmp_path) == set()


# Links


@pytest.fixture
def away(tmp_path: Path) -> Path:
    """Give a folder where the ledger itself lies."""
    folder = tmp_path / "away"
    folder.mkdir()
    return folder


@pytest.mark.parametrize("relative", [False, True])
def test_a_link_to_a_ledger_stays_one_and_its_target_gets_the_entry(
    tmp_path: Path, away: Path, *, relative: bool
) -> None:
    ledger, link = game_in(away, "game.toml"), tmp_path / "canasta.toml"
    link.symlink_to(Path("away/game.toml") if relative else ledger)
    add(link)
    assert link.is_symlink()
    assert points_in(ledger) == points_in(link) == [5]
    assert files_in(tmp_path) == {"away", "canasta.toml"}
    assert files_in(away) == {"game.toml", ".game.toml.lock"}


def test_a_chain_of_links_is_followed_to_its_end(tmp_path: Path, away: Path) -> None:
    ledger = game_in(away, "game.toml")
    for name, target in (("one", ledger), ("two", Path("one")), ("canasta.toml", Path("two"))):
        (tmp_path / name).symlink_to(target)
    add(tmp_path / "canasta.toml")
    assert points_in(ledger) == [5]
    assert all((tmp_path / name).is_symlink() for name in ("one", "two", "canasta.toml"))


def test_a_linked_folder_is_followed(tmp_path: Path, away: Path) -> None:
    ledger = game_in(away)
    (tmp_path / "here").symlink_to("away")
    add(tmp_path / "here" / "canasta.toml")
    assert points_in(ledger) == [5]
    assert (tmp_path / "here").is_symlink()


def test_a_game_begun_by_a_link_that_leads_nowhere_yet_begins_where_it_leads(tmp_path: Path, away: Path) -> None:
    link = tmp_path / "canasta.toml"
    link.symlink_to("away/game.toml")
    create_ledger(link, new_game(), nobody_waits)
    assert link.is_symlink()
    assert (away / "game.toml").read_bytes() == new_game()


def test_a_link_that_leads_to_no_ledger_takes_no_hand(tmp_path: Path) -> None:
    link = tmp_path / "canasta.toml"
    link.symlink_to("game.toml")
    assert "there is no such ledger; start one with 'canasta-score new'" in refused(link)
    assert files_in(tmp_path) == {"canasta.toml"}


def test_those_who_write_by_a_link_wait_for_those_who_write_by_the_file(
    tmp_path: Path, away: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wait_seconds(monkeypatch, 0.01, 0.01)
    ledger, link = game_in(away), tmp_path / "canasta.toml"
    link.symlink_to(ledger)
    with held(away / LOCK), pytest.raises(LedgerError, match="is being written by another program"):
        record_entry(link, lambda _: hand_of(5), lambda _: None)
    assert ledger.read_bytes() == new_game()


# Mode and owner


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664], ids=oct)
def test_a_ledger_keeps_its_mode(mode: int, tmp_path: Path) -> None:
    ledger = game_in(tmp_path)
    ledger.chmod(mode)
    add(ledger)
    assert stat.S_IMODE(ledger.stat().st_mode) == mode


def test_a_ledger_keeps_its_owner(tmp_path: Path) -> None:
    ledger = game_in(tmp_path)
    owner = (12345, 12346) if os.geteuid() == 0 else (os.geteuid(), os.getegid())
    os.chown(ledger, *owner)
    add(ledger)
    assert (ledger.stat().st_uid, ledger.stat().st_gid) == owner


def test_a_ledger_keeps_its_group_where_its_owner_cannot_be_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger = game_in(tmp_path)
    kept: list[int] = []

    def as_for_a_member_of_the_group(_: object, user: int, group: int) -> None:
        if user != -1:
            raise PermissionError(EPERM, "Operation not permitted")
        kept.append(group)

    monkeypatch.setattr(os, "chown", as_for_a_member_of_the_group)
    add(ledger)
    assert kept == [ledger.stat().st_gid]


def test_a_system_without_owners_keeps_the_mode(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ledger = game_in(tmp_path)
    ledger.chmod(0o640)
    monkeypatch.delattr(os, "chown")
    add(ledger)
    assert stat.S_IMODE(ledger.stat().st_mode) == 0o640


def test_a_disk_that_keeps_no_owners_keeps_the_mode(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ledger = game_in(tmp_path)
    ledger.chmod(0o640)

    def fail(*_: object) -> None:
        raise OSError(EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "chown", fail)
    add(ledger)
    assert stat.S_IMODE(ledger.stat().st_mode) == 0o640


def test_what_only_its_owner_may_read_is_at_no_time_open_to_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger = game_in(tmp_path)
    ledger.chmod(0o600)
    modes: list[int] = []
    monkeypatch.setattr(os, "fsync", lambda file: modes.append(os.fstat(file).st_mode))
    add(ledger)
    assert [oct(stat.S_IMODE(mode)) for mode in modes if stat.S_ISREG(mode)] == ["0o600"]


def test_the_lock_is_as_open_as_the_ledger_so_that_others_can_write_it_too(tmp_path: Path) -> None:
    ledger = game_in(tmp_path)
    ledger.chmod(0o666)
    mask = os.umask(0o022)
    try:
        add(ledger)
    finally:
        os.umask(mask)
    assert oct(stat.S_IMODE((tmp_path / LOCK).stat().st_mode)) == "0o666"


# Permission


def test_a_ledger_that_the_system_lets_nobody_write_takes_no_hand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger = game_in(tmp_path)
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert "cannot be written: permission denied" in refused(ledger)


# A disk that fails


@pytest.mark.parametrize("number", [ENOSPC, EIO], ids=os.strerror)
def test_a_disk_that_cannot_keep_the_file_keeps_the_old_ledger(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger = game_in(tmp_path)
    reason = os.strerror(number)
    with monkeypatch.context() as patch:
        fail_at_syncing(patch, OSError(number, reason))
        assert f"cannot be written: {reason[0].lower()}{reason[1:]}; {NOTHING}" in refused(ledger)
        with pytest.raises(LedgerError, match="cannot be written"):
            create_ledger(tmp_path / "other.toml", new_game(), nobody_waits)
    assert files_in(tmp_path) == {"canasta.toml", LOCK, ".other.toml.lock"}
    add(ledger)


def test_a_file_that_cannot_be_moved_to_its_place_is_taken_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger = game_in(tmp_path)

    def fail(*_: object) -> None:
        raise OSError(EIO, "Input/output error")

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", fail)
        assert f"cannot be written: input/output error; {NOTHING}" in refused(ledger)
    assert files_in(tmp_path) == {"canasta.toml", LOCK}
    add(ledger)


def test_the_disk_has_the_file_before_it_takes_the_ledgers_place_and_the_folder_after(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger = game_in(tmp_path)
    move, done = os.replace, []

    def sync(file: int) -> None:
        done.append("folder" if stat.S_ISDIR(os.fstat(file).st_mode) else "file")

    def moved(old: Path, new: Path) -> None:
        done.append("moved")
        move(old, new)

    monkeypatch.setattr(os, "fsync", sync)
    monkeypatch.setattr(os, "replace", moved)
    add(ledger)
    assert done == ["file", "moved", "folder"]


def test_a_folder_that_cannot_be_synced_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ledger = game_in(tmp_path)

    def sync(file: int) -> None:
        if stat.S_ISDIR(os.fstat(file).st_mode):
            raise OSError(EINVAL, "Invalid argument")

    monkeypatch.setattr(os, "fsync", sync)
    add(ledger)
    assert points_in(ledger) == [5]


def test_an_interruption_in_the_middle_of_writing_leaves_the_old_ledger_and_no_lock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger = game_in(tmp_path)
    with monkeypatch.context() as patch:
        fail_at_syncing(patch, KeyboardInterrupt())
        with pytest.raises(KeyboardInterrupt):
            add(ledger)
    assert ledger.read_bytes() == new_game()
    assert files_in(tmp_path) == {"canasta.toml", LOCK}
    add(ledger)


# Places that are no ledger


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    ledger = tmp_path / "gone" / "canasta.toml"
    with pytest.raises(LedgerError, match="there is no such ledger; start one with 'canasta-score new'"):
        read_ledger(ledger)
    with pytest.raises(LedgerError, match="there is no such ledger"):
        add(ledger)
    with pytest.raises(LedgerError, match=f"there is no folder '{tmp_path / 'gone'}'; make it first"):
        create_ledger(ledger, new_game(), nobody_waits)


def test_a_link_into_a_folder_that_is_not_there_is_told_with_that_folder(tmp_path: Path) -> None:
    link = tmp_path / "canasta.toml"
    link.symlink_to(tmp_path / "gone" / "evening.toml")
    with pytest.raises(LedgerError) as caught:
        create_ledger(link, new_game(), nobody_waits)
    assert sentence_of(caught.value) == f"{link}: there is no folder '{tmp_path / 'gone'}'; make it first"


def test_what_is_there_when_a_game_is_begun_is_left_without_a_lock(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_bytes(b"Dear Di")
    with pytest.raises(LedgerError, match="is there already"):
        create_ledger(tmp_path / "letter.txt", new_game(), nobody_waits)
    assert files_in(tmp_path) == {"letter.txt"}


def test_a_folder_that_vanishes_while_a_hand_is_told_is_a_sentence(tmp_path: Path) -> None:
    folder = tmp_path / "stick"
    folder.mkdir()
    ledger = game_in(folder)

    def pulled_out(_: Ledger) -> Entry:
        folder.rename(tmp_path / "gone")
        return hand_of(5)

    with pytest.raises(LedgerError, match="cannot be written: no such file or directory; nothing is written"):
        record_entry(ledger, pulled_out, nobody_waits)
    assert (tmp_path / "gone" / "canasta.toml").read_bytes() == new_game()


def test_a_folder_in_the_ledgers_place_is_told_from_a_file(tmp_path: Path) -> None:
    place = tmp_path / "canasta.toml"
    place.mkdir()
    assert "cannot be read: is a directory; name a file, not a folder" in refused(place)
    with pytest.raises(LedgerError, match="name a file, not a folder"):
        create_ledger(place, new_game(), nobody_waits)


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "canasta.toml"
    os.mkfifo(pipe)
    assert "cannot be read: it is a pipe or a device, not a file; " in refused(pipe)
    with pytest.raises(LedgerError, match="is there already"):
        create_ledger(pipe, new_game(), nobody_waits)
    assert pipe.is_fifo()


@pytest.mark.parametrize("device", ["/dev/full", "/dev/zero", "/dev/null"])
def test_a_device_is_no_ledger(device: str) -> None:
    with pytest.raises(LedgerError) as caught:
        read_ledger(device)
    assert sentence_of(caught.value).startswith(f"{device}: ")
    with pytest.raises(LedgerError):
        preview_entry(Path(device), lambda _: hand_of(5))


def test_links_that_lead_in_a_circle_are_a_sentence(tmp_path: Path) -> None:
    one, other = tmp_path / "canasta.toml", tmp_path / "other.toml"
    one.symlink_to(other)
    other.symlink_to(one)
    assert "cannot be read: too many levels of symbolic links" in refused(one)
    with pytest.raises(LedgerError) as caught:
        create_ledger(one, new_game(), nobody_waits)
    assert sentence_of(caught.value).startswith(f"{one}: ")
    assert one.is_symlink()


@pytest.mark.parametrize(
    ("name", "reason"),
    [("a" * 300, "file name too long"), ("a\0b", "no file can have such a name"), ("a/" * 3000, "too long")],
)
def test_a_name_that_no_file_can_have_is_a_sentence(name: str, reason: str, tmp_path: Path) -> None:
    path = tmp_path / name
    attempts: list[Callable[[], Ledger]] = [
        lambda: read_ledger(path),
        lambda: add(path),
        lambda: create_ledger(path, new_game(), nobody_waits),
    ]
    for attempt in attempts:
        with pytest.raises(LedgerError) as caught:
            attempt()
        assert reason in sentence_of(caught.value) or "there is no folder" in sentence_of(caught.value)
    assert not storage.path_exists(path)
    assert files_in(tmp_path) == set()


def test_a_file_that_is_too_large_is_not_read_to_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storage, "_MAX_LEDGER_BYTES", len(new_game()))
    ledger = game_in(tmp_path)
    read_ledger(ledger)
    ledger.write_bytes(new_game() + b"\n")
    assert "is too large for a ledger" in refused(ledger)


# The lock


@pytest.mark.parametrize(
    ("word", "who"),
    [
        (b"process 4711\n", "process 4711"),
        (b"", "another program"),
        (b"\x1b[2J", "another program"),
        (b"\xff", "another program"),
    ],
)
def test_who_holds_a_ledger_for_long_is_named_and_nothing_is_written(
    word: bytes, who: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wait_seconds(monkeypatch, 0.01, 0.01)
    ledger, words = game_in(tmp_path), list[str]()
    with held(tmp_path / LOCK, word), pytest.raises(LedgerError) as caught:
        record_entry(ledger, lambda _: hand_of(5), words.append)
    assert words == [f"waiting for {who}, which is writing '{ledger}'"]
    assert sentence_of(caught.value) == (
        f"{ledger}: is being written by {who}; nothing is written; let it finish, or end it, and try again"
    )
    assert ledger.read_bytes() == new_game()
    add(ledger)


def test_whoever_waits_says_so_once_and_writes_when_the_other_is_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wait_seconds(monkeypatch, 0.01, 60.0)
    ledger, words = game_in(tmp_path), list[str]()
    with held(tmp_path / LOCK) as enough:

        def let_it_finish(word: str) -> None:
            words.append(word)
            enough.set()

        record_entry(ledger, lambda _: hand_of(5), let_it_finish)
    assert words == [f"waiting for another program, which is writing '{ledger}'"]
    assert points_in(ledger) == [5]


def test_whoever_waits_goes_on_waiting_while_others_take_turns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wait_seconds(monkeypatch, 0.01, 0.01)
    ledger, words, turns = game_in(tmp_path), list[str](), count(1)
    with held(tmp_path / LOCK) as enough:

        def next_writer(_: Path) -> str:
            turn = next(turns)
            if turn == 3:
                enough.set()
            return f"process {turn}"

        monkeypatch.setattr(locks, "read_lock_owner", next_writer)
        record_entry(ledger, lambda _: hand_of(5), words.append)
    assert words == [f"waiting for process 1, which is writing '{ledger}'"]
    assert points_in(ledger) == [5]


def test_an_entry_is_made_of_the_ledger_as_the_other_left_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wait_seconds(monkeypatch, 0.01, 60.0)
    ledger, other = game_in(tmp_path), tmp_path / "other.toml"
    other.write_bytes(new_game())
    add(other, 10)
    with held(tmp_path / LOCK) as enough:

        def other_writes(_: str) -> None:
            ledger.write_bytes(other.read_bytes())
            enough.set()

        record_entry(ledger, lambda game: hand_of(len(game.hands) + 100), other_writes)
    assert points_in(ledger) == [10, 101]


def test_whoever_writes_leaves_word_in_the_lock(tmp_path: Path) -> None:
    with locks.lock_ledger(tmp_path / "canasta.toml", nobody_waits) as target:
        assert locks.read_lock_owner(target) == f"process {os.getpid()}"


def test_a_lock_in_which_no_word_can_be_left_is_still_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ledger = game_in(tmp_path)

    def fail(*_: object) -> int:
        raise OSError(ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_text", fail)
        add(ledger)
    assert points_in(ledger) == [5]


def test_a_lock_that_is_a_link_harms_nothing_it_leads_to(tmp_path: Path) -> None:
    ledger, other = game_in(tmp_path), tmp_path / "letter.txt"
    other.write_bytes(b"Dear Di")
    (tmp_path / LOCK).symlink_to(other)
    assert "cannot be written" in refused(ledger)
    assert other.read_bytes() == b"Dear Di"


def test_a_folder_in_the_place_of_the_lock_is_a_sentence(tmp_path: Path) -> None:
    ledger = game_in(tmp_path)
    (tmp_path / LOCK).mkdir()
    said = refused(ledger)
    assert "cannot be written" in said
    assert "not a folder" not in said, "the ledger is named rightly; what is in the way is its lock"


# What a kill leaves


def test_the_rest_of_a_killed_write_is_not_in_the_way(tmp_path: Path) -> None:
    ledger = game_in(tmp_path)
    (tmp_path / NEW).write_bytes(b"half a led")
    (tmp_path / NEW).chmod(0o400)
    add(ledger)
    assert points_in(ledger) == [5]
    assert files_in(tmp_path) == {"canasta.toml", LOCK}


@pytest.mark.parametrize("target", ["letter.txt", "nowhere", "canasta.toml"])
def test_a_link_in_the_place_of_the_temporary_file_harms_nothing_it_leads_to(target: str, tmp_path: Path) -> None:
    ledger, other = game_in(tmp_path), tmp_path / "letter.txt"
    other.write_bytes(b"Dear Di")
    (tmp_path / NEW).symlink_to(target)
    add(ledger)
    assert points_in(ledger) == [5]
    assert not ledger.is_symlink()
    assert other.read_bytes() == b"Dear Di"
    assert files_in(tmp_path) == {"canasta.toml", "letter.txt", LOCK}


def test_a_folder_in_the_place_of_the_temporary_file_is_a_sentence(tmp_path: Path) -> None:
    ledger = game_in(tmp_path)
    (tmp_path / NEW).mkdir()
    said = refused(ledger)
    assert "cannot be written" in said
    assert "not a folder" not in said, "the ledger is named rightly; what is in the way is a folder beside it"


def test_a_folder_that_may_not_be_written_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ledger = game_in(tmp_path)
    before = ledger.read_bytes()

    def refuse(path: Path, *_: object) -> int:
        raise PermissionError(EACCES, "Permission denied", str(path))

    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(LedgerError, match=f"see who may write in the folder '{tmp_path}'"):
        storage.replace_file(ledger, b"", str(ledger))
    assert ledger.read_bytes() == before


def test_who_may_write_the_ledger_from_now_on_may_take_its_lock(tmp_path: Path) -> None:
    ledger = game_in(tmp_path)
    ledger.chmod(0o600)
    add(ledger)
    assert stat.S_IMODE((tmp_path / LOCK).stat().st_mode) == 0o600
    ledger.chmod(0o664)
    add(ledger, 10)
    assert stat.S_IMODE((tmp_path / LOCK).stat().st_mode) == 0o664
