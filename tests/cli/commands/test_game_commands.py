"""The commands on a ledger: which ledger is meant, what programs read, and the library behind them."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from support.command_line import run, run_json, run_ok
from support.typist import answering

from canasta_score import read_ledger
from canasta_score.game.storage.drafts import Draft, Writer, load_draft, save_draft

pytestmark = pytest.mark.usefixtures("game_folder", "sentences")


def test_json_of_a_recorded_hand() -> None:
    run_ok("new", "--we", "Ann")
    given = run_json("add", "--json", "we", "o", "n1", "t90", "they", "h5")
    assert list(given) == ["variant", "sides", "problems", "hand", "recorded", "standing", "over", "winner"]
    assert (given["hand"], given["over"], given["winner"]) == (1, False, None)
    assert given["standing"]["we"] == {"name": "Ann", "total": 690, "needs": 125}
    assert [line["fact"] for line in given["sides"]["we"]["lines"]] == ["natural", "out", "table"]
    assert [problem["severity"] for problem in given["problems"]] == ["irregular"]


@pytest.mark.parametrize("words", [["we", "red=5", "t90", "n1"], ["we", "rde=5"]])
def test_a_refused_hand_has_its_problems_and_no_score(words: list[str]) -> None:
    run_ok("new")
    before = Path("canasta.toml").read_bytes()
    done = run("add", "--json", *words)
    given = json.loads(done.out)
    assert (done.code, given["sides"], len(given["problems"])) == (3, {}, 1)
    assert Path("canasta.toml").read_bytes() == before


@pytest.mark.parametrize(
    ("words", "total"),
    [
        ("fix 1 we hand=5", 585),
        ("fix 1 --swap", 0),
        ("void 1", 0),
        ("note late", 590),
        ("rename we Ann", 590),
        ("end", 590),
        ("meld failed we", 590),
        ("undo", 0),
    ],
)
def test_json_of_a_change_is_the_game_after_it(words: str, total: int) -> None:
    run_ok("new")
    run_ok("add", "we", "n1", "t90", "they", "total=0")
    changed = run_json(*words.split(), "--json")
    assert changed["sides"]["we"]["total"] == total
    assert changed == run_json("show", "--json")
    if words == "undo":
        assert run_json("redo", "--json")["sides"]["we"]["total"] == 590


def test_json_of_a_refused_correction_has_its_problems() -> None:
    run_ok("new")
    run_ok("add", "we", "n1", "t90")
    before = Path("canasta.toml").read_bytes()
    done = run("fix", "1", "we", "red=5", "--json")
    given = json.loads(done.out)
    assert (done.code, given["sides"], [problem["fact"] for problem in given["problems"]]) == (3, {}, ["red"])
    assert Path("canasta.toml").read_bytes() == before
    assert run("fix", "1", "--json").code == 2


def test_every_entry_is_listed_with_its_status() -> None:
    run_ok("new")
    run_ok("add", "we", "n1", "t90")
    run_ok("note", "late")
    run_ok("undo")
    run_ok("fix", "1", "we", "t95", "--why", "a five")
    entries = run_json("show", "--all", "--json")["entries"]
    assert [(one["entry"], one["what"], one["stands"]) for one in entries] == [
        (1, "hand", True),
        (2, "note", False),
        (3, "undo", True),
        (4, "fix", True),
    ]
    listed = run_ok("show", "--all").partition("Entries\n")[2].split("\n")
    assert '"late"' in listed[1]
    assert listed[2].split()[-1] == "2"
    assert listed[3].endswith('1 we table=95 "a five"')


@pytest.mark.parametrize("words", [["fix", "all", "t90"], ["void", "two"], ["explain", "1.5"], ["void", "9" * 5000]])
def test_a_word_in_place_of_the_number_of_a_hand_is_refused(words: list[str]) -> None:
    run_ok("new")
    done = run(*words)
    assert (done.code, done.out) == (2, "")
    assert len(done.messages) == 1


def test_an_impossible_correction_is_refused_without_anyway() -> None:
    run_ok("new")
    run_ok("add", "we", "n1", "t90")
    assert run("fix", "1", "we", "red=5").code == 3
    run_ok("fix", "1", "we", "red=5", "--anyway")
    assert read_ledger("canasta.toml").hands[0].accepted_anyway
    run_ok("fix", "1", "we", "red=4")
    assert not read_ledger("canasta.toml").hands[0].accepted_anyway
    assert run_ok("check", "-q") == ""


def test_a_part_given_as_one_figure_gives_way_to_its_facts() -> None:
    run_ok("new")
    run_ok("add", "we", "base=1200", "count=95")
    run_ok("fix", "1", "we", "base=0", "n2", "r2")
    assert read_ledger("canasta.toml").hands[0].facts["we"] == {"count": 95, "natural": 2, "red": 2}


@pytest.mark.parametrize("file", ["canasta.toml", "b.toml"])
def test_a_hand_entered_twice_is_warned_of_and_recorded(file: str) -> None:
    run_ok("new", "-l", file)
    hand = ["we", "n1", "t90", "h5", "they", "h5"]
    assert run("add", "-l", file, *hand).err == ""
    recorded = run_json("add", "-l", file, "--json", *hand)
    assert [(problem["severity"], problem["side"]) for problem in recorded["problems"]] == [("unlikely", "")]
    assert len(read_ledger(file).hands) == 2


def test_a_hand_after_an_end_that_a_correction_moved_can_be_canceled() -> None:
    run_ok("new", "--set", "game.target=1000")
    run_ok("add", *"we n1 t150 h5 they t130 h85".split())
    run_ok("add", *"we n1 m1 o t265 they t130 h85".split())
    moved = run("fix", "1", "we", "n2", "t190")
    assert moved.err.endswith("hint: to cancel hand 2, which was recorded after the game ended: canasta-score void 2\n")
    assert "The standing includes 1 hand recorded after the game ended." in " ".join(moved.out.split())
    run_ok("void", "2")
    assert "void" not in run("fix", "1", "we", "t195").err


@pytest.fixture
def replies(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the list of replies that a person at the terminal gives, one after the other."""
    replies: list[str] = []
    for module in ("commands.add", "commands.corrections", "prompt.questions"):
        monkeypatch.setattr(f"canasta_score.cli.{module}.is_interactive", lambda: True)
    monkeypatch.setattr("canasta_score.cli.prompt.questions.read_terminal_line", lambda *_: replies.pop(0))
    return replies


UNLIKELY = "we n2 o t130 they t60 h85".split()  # 125 were needed to open
IRREGULAR = "we n1 o t160 they t130 h85".split()  # going out needs two canastas
FIGURES = "we base=500 count=20 they t60 h85".split()


@pytest.mark.parametrize(
    ("hand", "typed", "code", "table"),
    [
        (UNLIKELY, [""], 3, None),
        (UNLIKELY, ["n"], 3, None),
        (UNLIKELY, ["y"], 0, 60),
        (UNLIKELY, ["edit", "they table=130", ""], 0, 130),
        (UNLIKELY, ["e", "they table", "130", ""], 0, 130),
        (UNLIKELY, ["they t130", ""], 0, 130),
        (UNLIKELY, ["they t135", "n", "y"], 3, None),
        (IRREGULAR, [""], 3, None),
        (IRREGULAR, ["y"], 0, 130),
        (IRREGULAR, ["we mixed=1 t310", ""], 0, 130),
        (IRREGULAR, ["edit", "they h90", "y"], 0, 130),  # the problem is still there, so it is asked about again
        (IRREGULAR, ["edit", "they h90", "", "y"], 3, None),
        (FIGURES, ["edit", "y"], 0, 60),  # no question asks for a figure, so nothing can be edited
        (FIGURES, ["n"], 3, None),
    ],
)
def test_a_person_is_asked_whether_to_record_a_hand_with_problems(
    replies: list[str], hand: list[str], typed: list[str], code: int, table: int | None
) -> None:
    run_ok("new")
    replies.extend(typed)
    done = run("add", *hand)
    assert (done.code, replies) == (code, [])
    tables = [hand.facts["they"]["table"] for hand in read_ledger("canasta.toml").hands]
    assert tables == ([] if table is None else [table])
    assert done.err.count("warning: ") == 1 + ("they h90" in typed)
    assert load_draft(Path("canasta.toml")) is None


@pytest.mark.parametrize(
    ("variant", "hand", "is_noted"),
    [
        ("nvso", "we n2 t130 h5 they t130 h85", True),
        ("nvso", "we n2 m1 o t365 they t130 h85", False),
        ("nvso", "we straight they h85", False),
        ("nvso", "we base=500 count=200 they h85", False),
    ],
)
@pytest.mark.usefixtures("replies")
def test_a_person_is_told_that_nobody_went_out(variant: str, hand: str, *, is_noted: bool) -> None:
    run_ok("new", "--variant", variant)
    done = run("add", *hand.split())
    note = "note: nobody went out in this hand\nhint: if a side did: canasta-score fix last we out\n"
    assert (done.code, done.err) == (0, note if is_noted else "")
    assert run("add", "--json", "we", "n1", "t140", "h10", "they", "h85").err == ""  # no person reads that


@pytest.mark.usefixtures("replies")
def test_a_person_is_told_that_nobody_went_out_in_a_corrected_hand() -> None:
    run_ok("new")
    run_ok("add", *"we n2 m1 o t365 h5 they t130 h85".split())
    note = "note: nobody went out in this hand\nhint: if a side did: canasta-score fix 1 we out\n"
    assert run("fix", "1", "we", "no", "out").err == note
    assert run("fix", "1", "we", "out").err == ""


@pytest.mark.parametrize("leaving", [EOFError, KeyboardInterrupt])
def test_leaving_the_question_records_nothing_and_keeps_what_was_typed(
    leaving: type[BaseException], replies: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def leave(*_: object) -> str:
        if replies:
            return replies.pop(0)
        draft = load_draft(Path("canasta.toml"))  # it is on the disk already if the terminal is closed now
        assert draft
        assert (draft.facts["they"], draft.writer.name) == ({"table": 115, "hand": 85}, "zoe")
        raise leaving

    monkeypatch.setattr("canasta_score.cli.prompt.questions.read_terminal_line", leave)
    monkeypatch.setenv("LOGNAME", "zoe")
    run_ok("new")
    replies.append("they t115")
    done = run("add", *UNLIKELY)
    assert (done.code, read_ledger("canasta.toml").hands) == (130, ())
    assert "hint: it is kept; to continue it: canasta-score add\n" in done.err
    replies.extend(["", "y"])
    monkeypatch.setattr("canasta_score.cli.prompt.questions.read_terminal_line", lambda *_: replies.pop(0))
    assert run("add").code == 0
    assert read_ledger("canasta.toml").hands[0].facts["they"] == {"table": 115, "hand": 85}


def test_a_line_with_problems_leaves_a_hand_that_was_half_entered(replies: list[str]) -> None:
    run_ok("new")
    draft = Draft(
        hand=1,
        facts={"we": {"red": 3}},
        position=1,
        started_at=datetime(2026, 11, 21, 21, 14, tzinfo=UTC),
        writer=Writer(name="a", host="b", process=1),
    )
    save_draft(Path("canasta.toml"), draft)
    replies.append("y")
    assert run("add", *UNLIKELY).code == 0
    assert load_draft(Path("canasta.toml")) == draft


@pytest.mark.parametrize(
    ("typed", "code", "table"),
    [([""], 3, 130), (["y"], 0, 60), (["edit", "they t125", ""], 0, 125), ([EOFError], 130, 130)],
)
def test_a_person_is_asked_about_the_new_problems_of_a_correction(
    monkeypatch: pytest.MonkeyPatch, typed: list[str | type[BaseException]], code: int, table: int
) -> None:
    monkeypatch.setattr("canasta_score.cli.commands.corrections.is_interactive", lambda: True)
    monkeypatch.setattr("canasta_score.cli.prompt.questions.read_terminal_line", answering(*typed))
    run_ok("new")
    run_ok("add", *IRREGULAR)
    assert run("fix", "1", "they", "t60", "--why", "miscounted").code == code
    game = read_ledger("canasta.toml")
    assert game.hands[0].facts["they"]["table"] == table
    assert (game.entries[-1].text == "miscounted") == (code == 0)


@pytest.mark.parametrize(
    ("tally", "code"),
    [
        (["we", "n2", "o", "t130", "they", "t125", "h85"], 0),  # likely
        (["we", "n2", "o", "t130", "they", "t60", "h85", "--anyway"], 0),
        (["we", "n2", "o", "t130", "they", "t60", "h85", "--json"], 0),
        (["we", "n2", "o", "t130", "they", "t60", "h85", "--dry-run"], 0),
        (["we", "n2", "o", "t130", "they", "t60", "red=9"], 3),  # impossible
    ],
)
def test_nobody_is_asked_where_it_makes_no_difference(replies: list[str], tally: list[str], code: int) -> None:
    run_ok("new")
    assert run("add", *tally).code == code
    assert replies == []


def test_a_hand_below_the_need_of_a_side_with_more_points_is_unlikely() -> None:
    run_ok("new", "--start", "they=3000")
    recorded = run_json("add", "--json", "we", "t130", "h5", "they", "t150", "h85")
    assert [(problem["severity"], problem["side"], problem["fact"]) for problem in recorded["problems"]] == [
        ("unlikely", "they", "table")
    ]
    run_ok("void", "1")
    again = run_json("add", "--json", "we", "t130", "h5", "they", "t155", "h85")
    assert again["problems"] == []
    run_ok("void", "2")
    assert run_json("add", "--json", "we", "t130", "h5", "they", "t155", "h85")["problems"] == []


def test_the_card_of_a_ledger_shows_the_rules_of_its_game_house_rules_included() -> None:
    run("new", "-v", "wca", "--set", "bonuses.out.points=115", "--set", "game.target=5000")
    card, usual = run("variants", "show", "canasta.toml").out, run("variants", "show", "wca").out
    assert card.startswith("WCA Canasta (wca)\n")
    assert "Going out 115, to 5,000" in card.split("\n")[-2]
    assert set(card.split("\n")) - set(usual.split("\n")) >= {line for line in card.split("\n") if "(out, o)" in line}
    assert "bonuses.out.points" not in usual


def test_a_rule_file_that_extends_a_ledger_is_refused(tmp_path: Path) -> None:
    run("new")
    (tmp_path / "ours.toml").write_text('extends = "canasta.toml"\n')
    done = run("variants", "check", "ours.toml", "canasta.toml")
    assert (done.code, len(done.messages)) == (5, 2)
    assert all("canasta.toml" in line for line in done.messages)


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("we = Tom and Eve", "Tom and Eve"),
        ("Us=Tom & Eve", "Tom & Eve"),
        ("we to Tom", "Tom"),
        ("Ann & Bob TO Tom to Eve", "Tom to Eve"),
        ("we Road to Hana", "Road to Hana"),
        ("bob A = B", "A = B"),
        ("we to", "to"),
    ],
)
def test_a_new_name_may_follow_an_equals_sign_or_the_word_to(words: str, name: str) -> None:
    run_ok("new", "--we", "Ann & Bob", "--they", "Cy & Di")
    assert run_ok("rename", *words.split()).startswith(f"Renamed: Ann & Bob is now {name}.\n")


@pytest.mark.parametrize(
    "words",
    [
        *("show", "show --json", "explain", "explain 1", "export -f md", "undo", "redo", "end", "check", "stats"),
        *("meld", "meld failed we", "adjust we -50", "reconcile 1 we -90", "void 1"),
    ],
)
def test_a_game_file_may_be_named_without_an_option(words: str) -> None:
    run_ok("new")
    run_ok("new", "-l", "tuesday.toml", "--we", "Ann")
    run_ok("add", "-l", "tuesday.toml", "we", "n1", "t90")
    if words == "redo":
        run_ok("undo", "tuesday.toml")
    before = Path("tuesday.toml").read_bytes(), Path("canasta.toml").read_bytes()
    command, *rest = words.split()
    with_option = run_ok(command, "-l", "tuesday.toml", *rest)
    Path("tuesday.toml").write_bytes(before[0])
    assert run_ok(*words.split(), "tuesday.toml") == with_option
    assert Path("canasta.toml").read_bytes() == before[1]


@pytest.mark.parametrize("words", ["adjust we -50 --why -5", "fix 1 we table=95 --why=-5", "void 1 --why -5"])
def test_a_reason_may_be_a_negative_number(words: str) -> None:
    run_ok("new")
    run_ok("add", "we", "n1", "t90")
    run_ok(*words.split())
    assert read_ledger("canasta.toml").entries[-1].text == "-5"


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        ("adjust we 50 60", "canasta-score adjust --help"),
        ("reconcile 1 we -90 60", "canasta-score reconcile --help"),
        ("rename they Zed tuesday.toml", "canasta-score rename -l tuesday.toml they Zed"),
        ("note misdeal tuesday.toml", "canasta-score note -l tuesday.toml misdeal"),
    ],
)
def test_a_word_too_many_is_no_part_of_a_change(words: str, hint: str) -> None:
    run_ok("new")
    run_ok("new", "-l", "tuesday.toml")
    before = Path("canasta.toml").read_bytes()
    done = run(*words.split())
    assert (done.code, done.out) == (2, "")
    assert done.err.endswith(f"{hint}\n")
    assert Path("canasta.toml").read_bytes() == before


def test_a_name_like_that_of_a_file_which_is_not_there_is_a_name() -> None:
    run_ok("new")
    assert "is now Team x.toml" in run_ok("rename", "we", "Team", "x.toml")


def test_hints_keep_a_game_file_that_was_named_without_an_option() -> None:
    run_ok("new", "-l", "tuesday.toml")
    assert "canasta-score add -l tuesday.toml" in run("explain", "tuesday.toml").err


def test_one_line_for_a_shell_prompt_has_totals_and_needs() -> None:
    run_ok("new", "--we", "Ann & Bob", "--they", "Cy & Di", "--start", "we=2875", "--start", "they=-145")
    assert run_ok("show", "--line") == "Ann & Bob 2,875 (needs 125) | Cy & Di -145 (needs 125)\n"
    run_ok("end")
    assert run_ok("show", "--line") == "Ann & Bob 2,875 | Cy & Di -145 | game over\n"
    run_ok("new")
    done = run("show", "--line")
    assert (done.out, done.err) == ("Ann & Bob 0 (needs 125) | Cy & Di 0 (needs 125)\n", "")
    assert run("show", "--line", "--json").code == run("show", "--line", "--all").code == 2


def test_one_line_for_a_shell_prompt_is_empty_where_there_is_no_game() -> None:
    done = run("show", "--line")
    assert (done.code, done.out, done.err) == (0, "", "")
    assert run("show", "--line", CANASTA_LEDGER="nosuch.toml").code == 0
    assert run("show", "--line", "nosuch.toml").code == 4
