"""Following a file: what viewers see while it changes, is broken, is gone, or is another one."""

import os
import shutil
from errno import EMFILE
from pathlib import Path

import pytest
from support.command_line import run_ok
from support.event_days import Day
from support.paths import DATA

from canasta_score.cli.live import follower
from canasta_score.cli.live.follower import Follower
from canasta_score.cli.live.page import render_entry_views
from canasta_score.disk import files
from canasta_score.event.entries import ClockAction, EventEntryKind
from canasta_score.event.storage.event_files import read_event, read_game_or_event
from canasta_score.game.entries import EntryKind, FileError, LedgerError
from canasta_score.game.ledger import Ledger
from canasta_score.game.storage.ledger_files import read_ledger
from canasta_score.rules.diagnostics import CanastaError, Diagnostic

FIRST_HAND = ("add", "we", "n2", "m1", "o", "t325", "they", "n1", "t105", "h30")


def day_of_every_kind() -> Day:
    """Return a day of five pairs with an entry of every kind."""
    day = Day(6)
    day.record(EventEntryKind.REMOVE, pair=6)
    day.draw()
    day.record(EventEntryKind.CLOCK, game=1, action=ClockAction.START)
    day.record(EventEntryKind.CLOCK, game=1, action=ClockAction.ADD, minutes=5, table=2)
    day.record(EventEntryKind.HAND, game=1, table=1, hand=1, facts={"ns": {"red": 1}, "ew": {}}, accepted_anyway=True)
    day.record(EventEntryKind.SWAP, game=1, table=1)
    day.record(EventEntryKind.DONE, game=1, table=1)
    day.slip(1, 2, 100, 200)
    day.record(EventEntryKind.VOID, game=1, table=2, text="not theirs")
    day.slip(1, 2, 200, 100)
    day.fix(1, 2, 300, 100)
    day.record(EventEntryKind.ADJUST, pair=5, points=-100, text="late", is_public=True)
    day.record(EventEntryKind.RENAME, pair=4, names=("Ann & Bob",))
    day.record(EventEntryKind.ANNOUNCE, game=1)
    day.record(EventEntryKind.LATE, names=("Late & Later",))
    day.record(EventEntryKind.WITHDRAW, pair=2)
    day.record(EventEntryKind.RETURN, pair=2, game=3)
    day.record(EventEntryKind.NOTE, text="the hall closes at five")
    day.undo()
    day.redo()
    return day


class Followed:
    """A game that is followed, and the errors that were reported."""

    def __init__(self, path: Path, first: Path | None = None) -> None:
        self.errors: list[Exception] = []
        self.follower = Follower(path, self.errors.append, first, render_entry_views)

    def parts(self, view: str = "page") -> dict[str, str]:
        return dict(self.follower.views[view].parts)

    def changed(self) -> set[str]:
        """Look at the file, and name the parts of the page that are different from before."""
        before = self.parts()
        assert self.follower.poll() is not None
        after = self.parts()
        return {name for name in {*before, *after} if before.get(name) != after.get(name)}

    def text(self, part: str) -> str:
        return self.parts()[part].partition(">")[2].partition("<")[0]


def test_a_file_that_does_not_change_is_not_read_again(new_game: Path) -> None:
    followed = Followed(new_game)
    assert followed.follower.poll() is None
    os.utime(new_game)
    assert followed.changed() == set()
    assert followed.follower.poll() is None


def test_each_entry_changes_the_parts_that_it_concerns(new_game: Path) -> None:
    followed = Followed(new_game)
    run_ok(*FIRST_HAND)
    assert followed.changed() == {"result", "sheets", "row-1-0", "race", "news", "style"}
    assert "1,725" in followed.parts()["result"]
    assert "1,725" in followed.parts("board")["result"]
    run_ok("add", "we", "n1", "t100", "they", "n1", "o", "t150")
    assert followed.changed() == {"result", "row-1-1", "race", "news"}
    corrected = {"result", "sheets", "row-1-0", "row-1-1", "race", "news"}
    run_ok("fix", "1", "we", "t225")
    assert followed.changed() == corrected
    assert "Hand 1" in followed.text("news")
    run_ok("undo")
    assert followed.changed() == corrected
    run_ok("redo")
    assert followed.changed() == corrected
    run_ok("note", "Di dealt twice")
    assert followed.changed() == {"notes", "news"}
    run_ok("void", "2")
    assert {"row-1-1", "result"} <= followed.changed()
    assert not followed.errors


def test_a_hand_that_is_undone_is_gone(new_game: Path) -> None:
    run_ok(*FIRST_HAND)
    followed = Followed(new_game)
    run_ok("undo")
    assert "row-1-0" in followed.changed()
    assert "row-1-0" not in followed.parts()
    assert "1,725" not in followed.text("news")


def test_an_entry_of_every_kind_is_shown(new_game: Path) -> None:
    followed, news = Followed(new_game), dict[EntryKind, str]()
    for words in (
        "adjust we 100",
        "meld failed they",
        "add we n2 m1 o t325 they n1 t105 h30",
        "fix 1 we t225",
        "void 1",
        "undo",
        "redo",
        "note cake",
        "rename we Ann",
        "rules --set game.target=4000",
        "end",
    ):
        run_ok(*words.split())
        assert "news" in followed.changed(), words
        news[read_ledger(new_game).entries[-1].kind] = followed.text("news").partition(".")[0]
        assert not followed.text("trouble")
    assert news == {
        EntryKind.ADJUST: "Adjustment recorded",
        EntryKind.FAILED_OPENING: "Failed opening recorded",
        EntryKind.HAND: "Hand 1 recorded",
        EntryKind.FIX: "Hand 1 corrected",
        EntryKind.VOID: "Hand 1 canceled",
        EntryKind.UNDO: "The last entry was undone",
        EntryKind.REDO: "The last entry was restored",
        EntryKind.NOTE: "Note added",
        EntryKind.RENAME: "A side was renamed",
        EntryKind.RULES: "The rules were changed",
        EntryKind.END: "The game was ended",
    }
    assert news.keys() == {*EntryKind}
    assert not followed.errors


def test_after_an_entry_that_cannot_be_shown_the_next_one_is(new_game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    followed = Followed(new_game)
    run_ok(*FIRST_HAND)
    followed.changed()
    run_ok("adjust", "we", "100")
    with monkeypatch.context() as broken:
        broken.setattr(follower, "render_game_views", dict[Ledger, None]().__getitem__)
        assert followed.changed() == {"trouble"}
        assert "1,725" in followed.parts()["result"]
        assert followed.follower.poll() is None
        assert "TypeError" in str(followed.errors[0])
    run_ok("note", "cake")
    assert {"trouble", "result", "notes"} <= followed.changed()
    assert not followed.text("trouble")
    assert "1,825" in followed.parts()["result"]
    assert len(followed.errors) == 1


@pytest.mark.parametrize("view", ["page", "board"])
def test_a_broken_file_keeps_the_last_good_view_and_says_so(new_game: Path, view: str) -> None:
    run_ok(*FIRST_HAND)
    followed, whole = Followed(new_game), new_game.read_bytes()
    before = followed.parts(view)
    new_game.write_bytes(whole[:-20])
    assert followed.changed() == {"trouble"}
    assert followed.text("trouble")
    assert {**followed.parts(view), "trouble": ""} == {**before, "trouble": ""}
    looks = [followed.follower.poll() for _ in range(10)]
    assert [look is not None for look in looks] == [True] * 8 + [False] * 2, "it is not read for ever"
    assert len(followed.errors) == 1
    new_game.write_bytes(whole)
    assert "trouble" in followed.changed()
    assert followed.text("trouble") == ""
    assert len(followed.errors) == 1


def test_a_file_that_cannot_be_read_for_a_moment_is_read_again(new_game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    followed, real, refusals = Followed(new_game), read_game_or_event, [1, 1]

    def load(path: Path) -> object:
        if refusals:
            refusals.pop()
            raise FileError([Diagnostic(message="cannot be read: the file is in use")])
        return real(path)

    monkeypatch.setattr(follower, "read_game_or_event", load)
    run_ok(*FIRST_HAND)
    assert followed.changed() == {"trouble"}
    assert followed.changed() == set()
    assert {"trouble", "row-1-0"} <= followed.changed()
    assert followed.text("trouble") == ""
    assert followed.follower.poll() is None
    assert len(followed.errors) == 1


def test_a_file_that_the_disk_refuses_has_no_mistake_and_is_tried_for_as_long_as_it_takes(
    new_game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    followed, is_refused = Followed(new_game), True
    real = files.read_regular_file

    def read(path: Path, max_size: int) -> bytes:
        if is_refused and path == new_game:
            raise OSError(EMFILE, "Too many open files")
        return real(path, max_size)

    run_ok(*FIRST_HAND)
    monkeypatch.setattr(files, "read_regular_file", read)
    assert followed.changed() == {"trouble"}
    assert "cannot be read" in followed.text("trouble")
    looks = [followed.follower.poll() for _ in range(400)]
    assert 50 < sum(look is not None for look in looks) < 100
    assert len(followed.errors) == 1
    is_refused = False
    for _ in range(8):
        followed.follower.poll()
    assert followed.text("trouble") == ""
    assert "row-1-0" in followed.parts()
    assert followed.follower.poll() is None


def test_a_file_that_is_gone_is_asked_for_again_and_no_game_is_started_in_its_place(tmp_path: Path) -> None:
    path = tmp_path / "event.toml"
    path.write_bytes(Day(4).text())
    followed = Followed(path)
    path.unlink()
    assert followed.changed() == {"trouble"}
    assert "gone" in followed.text("trouble")
    [error] = followed.errors
    assert isinstance(error, CanastaError)
    [diagnostic] = error.diagnostics
    assert (diagnostic.hint, diagnostic.command) == ("put it back; the page still shows the score", ())


@pytest.mark.parametrize("replacement", ["nothing", "a folder", "an empty file", "a rule file", "binary"])
def test_a_file_that_is_no_game_any_more_keeps_the_last_good_view(new_game: Path, replacement: str) -> None:
    run_ok(*FIRST_HAND)
    followed, whole = Followed(new_game), new_game.read_bytes()
    result = followed.parts()["result"]
    new_game.unlink()
    if replacement == "a folder":
        new_game.mkdir()
    elif replacement != "nothing":
        new_game.write_bytes(
            {"an empty file": b"", "a rule file": b'name = "x"\n', "binary": bytes(range(256))}[replacement]
        )
    assert followed.changed() == {"trouble"}
    assert followed.parts()["result"] == result
    if replacement == "a folder":
        new_game.rmdir()
    new_game.write_bytes(whole)
    followed.changed()
    assert followed.text("trouble") == ""
    assert followed.parts()["result"] == result


def test_another_game_in_its_place_is_shown(new_game: Path) -> None:
    followed = Followed(new_game)
    other = new_game.with_name("other.toml")
    shutil.copy(DATA / "ledgers" / "good" / "ten-hands.toml", other)
    other.replace(new_game)
    assert {f"row-1-{number}" for number in range(10)} <= followed.changed()
    assert "9,810" in followed.text("news")
    assert "recorded" not in followed.text("news")


def test_a_link_is_followed_to_where_it_leads(new_game: Path) -> None:
    link = new_game.with_name("tonight.toml")
    link.symlink_to(new_game)
    followed = Followed(link)
    run_ok(*FIRST_HAND)
    assert "1,725" in followed.parts()["result"] or followed.changed()
    assert "1,725" in followed.parts()["result"]


def test_a_file_that_cannot_be_read_at_first_is_an_error(game_folder: Path) -> None:
    with pytest.raises(LedgerError):
        Followed(game_folder / "nothing.toml")


def test_following_writes_nothing(new_game: Path) -> None:
    followed = Followed(new_game)
    before = {
        path: (path.read_bytes(), path.stat().st_mtime_ns) for path in new_game.parent.iterdir() if path.is_file()
    }
    for _ in range(5):
        followed.follower.poll()
    assert before == {
        path: (path.read_bytes(), path.stat().st_mtime_ns) for path in new_game.parent.iterdir() if path.is_file()
    }
    assert read_ledger(new_game).entries == ()


def test_after_the_end_the_next_game_of_the_evening_is_followed(new_game: Path) -> None:
    followed = Followed(new_game, first=new_game)
    run_ok("add", "--anyway", "we", "base=9000", "they", "base=5")
    followed.changed()
    (new_game.parent / "evening.html").write_text("a new file that is no game")
    assert followed.changed() == set()
    run_ok("new")
    assert "result" in followed.changed()
    assert "Hand 1" in followed.parts()["result"]
    followed.follower.poll()
    run_ok("add", "--anyway", "we", "base=700", "they", "base=5")
    assert {"row-1-0", "result"} <= followed.changed()
    assert "700" in followed.parts()["result"]


def test_until_the_end_no_other_game_of_the_folder_is_followed(new_game: Path) -> None:
    followed = Followed(new_game, first=new_game)
    run_ok("new", "-l", "canasta-2.toml")
    run_ok("add", "--anyway", "we", "base=700", "they", "base=5")
    assert "row-1-0" in followed.changed()
    assert followed.follower.path == new_game


def test_the_current_game_of_the_folder_is_followed_and_an_ended_one_until_the_next_change(new_game: Path) -> None:
    run_ok("end")
    run_ok("new")
    second, third = (new_game.with_name(f"canasta-{number}.toml") for number in (2, 3))
    followed = Followed(second, first=new_game)
    run_ok("new", "-l", third.name)
    assert followed.follower.poll() is not None
    assert followed.follower.path == third
    run_ok("end")
    assert {"result", "news"} <= followed.changed()
    assert followed.follower.path == third
    run_ok(*FIRST_HAND)
    assert "row-1-0" in followed.changed()
    assert followed.follower.path == second


def test_a_file_that_was_named_is_followed_alone(new_game: Path) -> None:
    run_ok("add", "--anyway", "we", "base=9000", "they", "base=5")
    followed = Followed(new_game)
    run_ok("new")
    assert followed.follower.poll() is None


class TestEvents:
    """An event is followed as a game is."""

    @pytest.fixture
    def event(self, game_folder: Path) -> Path:
        run_ok("event", "new", "Club day")
        run_ok("event", "pair", "Ann & Bob", "Cy & Di", "Eve & Flo", "Gus & Hal")
        run_ok("event", "draw", "--seed", "1")
        return game_folder / "event.toml"

    def test_slips_and_the_clock_change_what_they_concern(self, event: Path) -> None:
        followed = Followed(event)
        run_ok("event", "clock", "start")
        assert followed.changed() == {"clock"}
        run_ok("event", "slip", "1", "1", "2525", "2075")
        run_ok("event", "slip", "1", "2", "2000", "1500")
        run_ok("event", "announce")
        assert {"standings", "title", "news"} <= followed.changed()
        assert "2,525" in followed.text("news")

    def test_an_entry_of_every_kind_is_shown(self, game_folder: Path) -> None:
        day, path = day_of_every_kind(), game_folder / "event.toml"
        assert {entry.kind for entry in day.entries} == {*EventEntryKind}
        head, *entries = day.text().split(b"[[entry]]")
        path.write_bytes(head)
        followed = Followed(path)
        assert len(entries) == len(day.entries)
        for number in range(1, len(entries) + 1):
            path.write_bytes(b"[[entry]]".join([head, *entries[:number]]))
            followed.changed()
            assert (followed.follower.document, followed.text("trouble")) == (read_event(path), "")
        assert {**followed.parts(), "news": ""} == {**Followed(path).parts(), "news": ""}
        assert not followed.errors

    def test_a_game_in_its_place_keeps_the_last_good_view(self, event: Path) -> None:
        followed = Followed(event)
        shutil.copy(DATA / "ledgers" / "good" / "ten-hands.toml", event)
        assert followed.changed() == {"trouble"}

    def test_a_broken_event_keeps_the_last_good_view(self, event: Path) -> None:
        followed = Followed(event)
        event.write_bytes(event.read_bytes()[:-10])
        assert followed.changed() == {"trouble"}
        assert len(followed.errors) == 1
