"""The desk without a terminal: who types is a list of lines, and what is said is read."""

import shlex
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from support.command_line import run, run_json, run_ok
from support.event_commands import NAMES, enter, start, start_drawn
from typer.main import get_group

from canasta_score.cli.app import app
from canasta_score.cli.event.recording import open_event
from canasta_score.cli.invocation import CommandLineError
from canasta_score.cli.prompt.clock_screen import EventWatch
from canasta_score.cli.prompt.desk import Desk, PipeReader, iter_toolbar_sentences
from canasta_score.cli.prompt.desk_lines import format_desk_help, list_desk_candidates, parse_desk_line
from canasta_score.cli.prompt.questions import Words
from canasta_score.event.errors import EventError
from canasta_score.event.event import Event
from canasta_score.event.seating.rounds import find_table
from canasta_score.event.seating.tables import Direction
from canasta_score.event.slips import Score
from canasta_score.event.storage.event_files import read_event
from canasta_score.recording.events import EnterSlip

PROGRAM = get_group(app)
PATH = Path("event.toml")
EIGHT = (*NAMES, "Kim & Lou", "Max & Nan", "Oz & Pam")
TABLE_OF_GUS, TABLE_OF_CY = 2, 3  # by the draw
Typed = str | type[BaseException]

pytestmark = pytest.mark.usefixtures("game_folder")


class Director(PipeReader):
    """Somebody who types lines and answers, then leaves; remembers the prompts and the lines that came to be edited."""

    def __init__(self, lines: Sequence[Typed]) -> None:
        self.lines, self.prompts, self.drafts = [*lines], list[str](), list[str]()

    def read_line(self, prompt: str, draft: str, /) -> str:
        self.prompts.append(prompt)
        self.drafts += [draft] if draft else []
        return self.ask_question(prompt)

    def ask_question(self, prompt: str, words: Words = (), /) -> str:
        print(prompt, self.lines[:1])  # noqa: T201 -- so that a failing test shows it
        line = self.lines.pop(0) if self.lines else EOFError
        if isinstance(line, str):
            return line
        raise line


def sit(*lines: Typed, proposes_table: bool = False) -> Director:
    """Sit at the desk until the lines are typed."""
    director = Director(lines)
    with pytest.raises(EOFError):
        Desk(PROGRAM, EventWatch(PATH), director).run(proposes_table=proposes_table)
    assert director.lines == []
    return director


def status() -> dict[str, object]:
    return {key: value for key, value in run_json("event", "status", "--json").items() if key not in {"event", "slips"}}


def reports(table: int, game: int = 1) -> list[tuple[int, int]]:
    result = read_event(PATH).results.get((game, table))
    return [(score.ns, score.ew) for score in result.reports] if result else []


@pytest.fixture
def event() -> Event:
    start_drawn(names=EIGHT)
    enter("slip", "1", "2", "--hand", "1", "ns", "n1", "t200", "ew", "h50")
    return read_event(PATH)


@pytest.mark.parametrize(
    ("asked", "line", "words"),
    [
        (None, "4 2875 -145", "slip 1 4 2875 -145"),
        (None, " 4: 2,875 -145 ", "slip 1 4 2,875 -145"),
        (None, "4 2875/-145", "slip 1 4 2875 -145"),
        (None, "4 2875-145", "slip 1 4 2875 -145"),
        (3, "2875-145", "slip 1 3 2875 -145"),
        (None, "2 4 2875 -145", "slip 2 4 2875 -145"),
        (None, "4 ns 2875 ew -145", "slip 1 4 2875 -145"),
        (None, "4 EW=-145 NS=2875", "slip 1 4 2875 -145"),
        (3, "2875 -145", "slip 1 3 2875 -145"),
        (3, "-145 2875", "slip 1 3 -145 2875"),
        (3, "4 2875 -145", "slip 1 4 2875 -145"),
        (3, "ew 2875 ns -145", "slip 1 3 -145 2875"),
        (None, "4", "slip 1 4"),
        (None, "slip", "slip"),
        (None, "slip 4", "slip 1 4"),
        (None, "slip 4 2875 -145", "slip 1 4 2875 -145"),
        (None, "canasta-score event slip 2 4 5 10", "slip 2 4 5 10"),
        (None, "slip --from other.csv", "slip --from other.csv"),
        (None, "4 --hand 2 ns r3 ew b1", "slip 1 4 --hand 2 ns r3 ew b1"),
        (None, "1 4 hand 2 ns r3 ew b1", "slip 1 4 --hand 2 ns r3 ew b1"),
        (None, "4 ns r3 ew b1", "slip 1 4 --hand 1 ns r3 ew b1"),
        (None, "2 ns r3 ew b1", "slip 1 2 --hand 2 ns r3 ew b1"),
        (2, "ew b1", "slip 1 2 --hand 2 ew b1"),
        (2, "done", "slip 1 2 --done"),
        (None, "2 done", "slip 1 2 --done"),
        (None, "void 4", "void 1 4"),
        (None, "void 2 4", "void 2 4"),
        (None, "Fix 4 5 10 --why added it again", "fix 1 4 5 10 --why 'added it again'"),
        (None, "fix 2 4 5 10", "fix 2 4 5 10"),
        (None, "take 4 table4.toml", "take 1 4 table4.toml"),
        (None, "event swap 4", "swap 1 4"),
        (None, "late Oz & Pam --from 3", "late 'Oz & Pam' --from 3"),
        (None, "rename 4 Gus & Ida", "rename 4 'Gus & Ida'"),
        (None, 'rename "Gus & Hal" "Gus & Ida"', "rename 'Gus & Hal' 'Gus & Ida'"),
        (None, "adjust Ann & Bob -100 --why late", "adjust 'Ann & Bob' -100 --why late"),
        (None, "rename Gus Gus & Ida", "rename Gus 'Gus & Ida'"),
        (None, "rename Hal Gus & Ida", "rename Hal 'Gus & Ida'"),
        (None, "rename gus & hal Gus & Ida", "rename 'gus & hal' 'Gus & Ida'"),
        (None, "rename gus & hal Gus & Ida --from 2", "rename 'gus & hal' 'Gus & Ida' --from 2"),
        (None, "rename --help", "rename --help"),
        (None, "rename Zed Gus & Ida", "rename Zed 'Gus & Ida'"),
        (None, "fix Gus 5 10 --why Cy forgot one", f"fix 1 {TABLE_OF_GUS} 5 10 --why 'Cy forgot one'"),
        (None, "void Gus & Hal", f"void 1 {TABLE_OF_GUS}"),
        (None, "swap Gus --with Cy", f"swap 1 {TABLE_OF_GUS} --with {TABLE_OF_CY}"),
        (None, "void Zed", "void Zed"),
        (None, "4 4525,2505", "slip 1 4 4525 2505"),
        (None, "4 4,525, 2,505", "slip 1 4 4,525 2,505"),
        (None, "4 45252505", "slip 1 4 4525 2505"),
        (3, "45252505", "slip 1 3 4525 2505"),
        (3, "45252505 -145", "slip 1 3 45252505 -145"),
        (None, "4, 4525, -145", "slip 1 4 4525 -145"),
        (3, "4,525,2,505", "slip 1 3 4,525 2,505"),
        (None, "Gus 4525,2505", f"slip 1 {TABLE_OF_GUS} 4525 2505"),
        (None, "note 4525,2505", "note -- 4525,2505"),
        (None, "pair Ann & Bob, Cy & Di", "pair 'Ann & Bob' 'Cy & Di'"),
        (None, "note Bob's cards", 'note -- "Bob\'s cards"'),
        (None, "clock add 5 --table 3", "clock add 5 --table 3"),
        (None, "event", "help"),
    ],
)
def test_a_line_is_a_slip_or_a_command(event: Event, asked: int | None, line: str, words: str) -> None:
    assert parse_desk_line(event, asked, line) == shlex.split(words)


@pytest.mark.parametrize("line", ["2875 -145", "1 2 3 4 5", "1 2 3 ns r3 ew b1", "4 525,505", "4 45,25,05"])
def test_numbers_that_are_no_slip_are_refused(event: Event, line: str) -> None:
    with pytest.raises(CommandLineError, match="two totals"):
        parse_desk_line(event, None, line)


@pytest.mark.parametrize("line", ["rename Gus & Hal", "rename Gus & Ida", "rename Gus"])
def test_a_new_name_alone_renames_nobody(event: Event, line: str) -> None:
    with pytest.raises(CommandLineError, match="name the pair"):
        parse_desk_line(event, None, line)


def test_a_name_at_several_tables_is_refused_with_these() -> None:
    start_drawn(names=("Ann Lee & Bob", "Cy & Di", "Ann Roe & Flo", "Gus & Hal"))
    with pytest.raises(EventError, match="this name is at tables 1 and 2") as caught:
        parse_desk_line(read_event(PATH), None, "void Ann")
    notes = [note.message for note in caught.value.diagnostics[:-1]]
    assert len(notes) == len([note for note in notes if "Ann Lee & Bob" in note or "Ann Roe & Flo" in note]) == 2


def test_slips_come_in_any_order_and_the_second_typing_verifies(capsys: pytest.CaptureFixture[str]) -> None:
    start_drawn(names=EIGHT, seed=3)
    capsys.readouterr()
    sit("4 2875 -145", "2 5 10", "4 2,875 -145", "2 ew 10 ns 5", "1 15 20", "3 25 30", "1 15 20", "3 25 30")
    printed = capsys.readouterr()
    names = {
        row["table"]: (row["ns"]["name"], row["ew"]["name"]) for row in run_json("event", "round", "--json")["tables"]
    }
    assert f"table 4: {names[4][0]} 2,875, {names[4][1]} -145\n" in printed.out
    assert f"table 4: {names[4][0]} 2,875, {names[4][1]} -145 (verified)\n" in printed.out
    assert printed.out.count("All slips of game 1 are in, 2 of them entered only once.\n") == 1
    assert printed.out.count("All slips of game 1 are in and verified. To close the game: announce") == 1
    assert printed.err == ""
    assert status() == {"game": 1, "missing": [], "unverified": [], "disputed": [], "complete": True}


def test_enter_asks_for_what_is_missing_then_unverified_then_disputed(capsys: pytest.CaptureFixture[str]) -> None:
    start_drawn(names=EIGHT)
    capsys.readouterr()
    director = sit(
        *("2 5 10", "3 15 20", "3 20 25"),
        *("", "", "35 40"),  # table 1 is passed over, table 4 typed
        *("", "35 40", ""),  # table 2 is passed over, table 4 verified, table 3 passed over: nothing is left to ask
        *("", "45 50", "5 55", "1 45 50", "15 20", "5 10"),  # table 2 is disputed now, and left for the end by table 1
    )
    tables = [prompt.split(",")[0].split(" >")[0] for prompt in director.prompts]
    assert tables == [
        *["game 1"] * 4, "table 1", "table 4", "table 2", "table 4", "table 3", "game 1",
        "table 1", "table 2", "table 2", "table 3", "table 2", "game 1",
    ]  # fmt: skip
    assert [", again" in prompt for prompt in director.prompts[4:9]] == [False, False, True, True, True]
    printed = capsys.readouterr()
    assert "Missing: table 1.\nEntered only once: table 2.\nDisputed: table 3" in printed.out
    assert "15 to 20 or 20 to 25" in printed.err
    assert status() == {"game": 1, "missing": [], "unverified": [], "disputed": [], "complete": True}


def test_a_disputed_table_is_asked_for_until_it_is_verified() -> None:
    """The hint says to type the slip again, so the totals that come next are not those of the next table."""
    start_drawn(names=EIGHT)
    director = sit(
        *("1 5 10", "2 15 20", "3 25 30", "4 35 40"),
        *("", "5 100", "50 10", "5 10"),  # table 1: typed wrong twice, then verified
        *("15 200", "", "25 30", "35 40"),  # table 2 is left disputed
        *("", "15 20"),
        *("4", "35 400", "35 40"),  # asked for by its number
    )
    tables = [prompt.split(",")[0].split(" >")[0] for prompt in director.prompts[5:]]
    assert tables == [
        *["table 1"] * 3, "table 2", "table 2", "table 3", "table 4", "game 1", "table 2", "game 1",
        "table 4", "table 4", "game 1",
    ]  # fmt: skip
    assert status() == {"game": 1, "missing": [], "unverified": [], "disputed": [], "complete": True}


def test_what_was_just_typed_is_taken_back_without_a_dispute(capsys: pytest.CaptureFixture[str]) -> None:
    start_drawn(names=EIGHT)
    enter("slip", "1", "1", "5", "10")
    director = sit("1 10 15", "<", "5 10", "3 15 20", "2 25 30", "<", "<", "<", "<")
    assert [prompt.split(",")[0].split(" >")[0] for prompt in director.prompts] == [
        *["game 1"] * 2, "table 1", *["game 1"] * 3, "table 2", "table 3", "table 1", "table 1",
    ]  # fmt: skip
    assert [reports(table) for table in (1, 2, 3)] == [[(5, 10)], [], []]
    assert status()["unverified"] == [1]
    assert "nothing was typed here" in capsys.readouterr().err


def test_unlikely_totals_are_asked_about_once_and_the_line_is_kept(capsys: pytest.CaptureFixture[str]) -> None:
    start_drawn(names=EIGHT)
    capsys.readouterr()
    director = sit(
        *("1 28750 2075", "x", "", "1 28750 2075", "y"),
        *("2 2875 28750", "e", "2 2875 2075"),
        *("2 2075 2875", "edit", "2 2875 2075"),
        *("3 28750 28750", KeyboardInterrupt),
    )
    assert director.drafts == ["2 2875 28750", "2 2075 2875"]
    assert [reports(table) for table in (1, 2, 3)] == [[(28750, 2075)], [(2875, 2075)], []]
    assert status()["unverified"] == [1]
    printed = capsys.readouterr()
    assert printed.out.count("[y/N/edit]") == 6
    assert printed.out.count("Please answer y, n or edit.\n") == 1
    assert printed.err.count("note: nothing recorded\n") == 2
    assert printed.err.count("table 2 was entered as 2,875 to 2,075; maybe the sides are exchanged") == 1


def test_a_total_far_from_the_usual_one_is_asked_about(capsys: pytest.CaptureFixture[str]) -> None:
    start_drawn(names=tuple(f"Ann{number} & Bob{number}" for number in range(12)))
    most, least = 2510, -1005  # two and a half times 1,005, and that much below zero
    sit(
        *(f"{table} 500 {1000 + 5 * table}" for table in range(1, 6)),
        *(f"6 {most + 5} 500", "n", f"6 500 {least - 5}", "n"),
        *[f"6 {most} {least}"] * 2,
    )
    assert reports(6) == [(most, least)]
    assert capsys.readouterr().err.count("is far from the usual total of the day, 1,005") == 2


def test_a_dash_for_a_space_is_no_minus_unasked(capsys: pytest.CaptureFixture[str]) -> None:
    start_drawn(names=EIGHT)
    sit("1 2875-145", "n", "1 2875 -145", "1 2875-145", "2", "145-200", "y")
    assert [reports(table) for table in (1, 2)] == [[(2875, -145)], [(145, -200)]]
    assert capsys.readouterr().err.count("the dash is read as a minus") == 2


def test_what_others_enter_meanwhile_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    start_drawn(names=EIGHT)

    class WithOthers(Director):
        def read_line(self, prompt: str, draft: str, /) -> str:
            line = super().read_line(prompt, draft)
            for words in others.pop(0) if others else ():
                if words == "phone":
                    open_event(PATH).record(slip)
                else:
                    run_ok("event", *words.split())
            return line

    slip = EnterSlip(game=1, table=2, score=Score(5, 10), phone=Direction.NS)
    others = [
        ["phone", "slip 1 2 5 10", "note the hall closes at five"],
        ["slip 1 1 15 20"],
        ["undo", "redo"] * 3,
        ["slip 1 4 5 5"],
        ["note tea", "undo"],
        [],
        ["note lunch"],
        [],
        ["note dessert", "slip 1 3 20 25"],
        [],
        [],
        [f"note {number}" for number in range(5)],
    ]
    director = WithOthers(
        ["1 20 25", "status", "status", "4 5 5", "<", "3 30 35", "<", "3 30 35", "<", *["status"] * 4]
    )
    capsys.readouterr()
    with pytest.raises(EOFError):
        Desk(PROGRAM, EventWatch(PATH), director).run()
    printed = capsys.readouterr()
    assert printed.out.count(" from a phone.\n") == 1
    assert "Meanwhile: table 2: " in printed.out
    assert 'Meanwhile: the note "the hall closes at five".' in printed.out
    assert "Meanwhile: table 1: " in printed.out
    assert "Meanwhile: 6 entries, these the last of them.\n" in printed.out
    assert printed.out.count(" entries, these the last of them.") == 1  # not of five
    assert printed.out.count("Meanwhile: undo.") == 3
    assert "Meanwhile: an entry, undone again.\n" in printed.out
    assert "(verified)" in printed.out
    # A slip that others did not touch is taken away; one that others disputed is not.
    assert printed.out.count("Taken back: table 3") == 1
    assert "something else has been entered since then" in printed.err
    assert reports(3) == [(30, 35), (20, 25)]


def test_a_slip_that_was_entered_and_confirmed_is_shown_once(capsys: pytest.CaptureFixture[str]) -> None:
    start_drawn(names=EIGHT)
    pair = find_table(read_event(PATH), 1, 2).ns
    run_ok("event", "rename", f"{pair}", "Sub & Stitute", "--from", "2")

    class BesidePhones(Director):
        def read_line(self, prompt: str, draft: str, /) -> str:
            for way in Direction:
                open_event(PATH).record(EnterSlip(game=1, table=2, score=Score(5, 10), phone=way))
            return super().read_line(prompt, draft)

    with pytest.raises(EOFError):
        Desk(PROGRAM, EventWatch(PATH), BesidePhones(["status"])).run()
    shown = capsys.readouterr().out
    assert shown.count("Meanwhile: ") == 1
    assert "Sub" not in shown  # who play from game 2 on
    assert " (verified) from a phone.\n" in shown


def test_the_slip_of_a_wrong_table_is_noticed(capsys: pytest.CaptureFixture[str]) -> None:
    start_drawn(names=EIGHT)
    capsys.readouterr()
    sit("1 5 10", "2 5 10", "1 5 10")
    warning = "note: table 1 has the same totals\nhint: if the slip in your hand is that of table 1: <"
    assert capsys.readouterr().err.count(warning) == 1


def test_commands_need_neither_the_word_event_nor_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    start_drawn(names=EIGHT)
    for table in (1, 2, 3, 4):
        enter("slip", "1", str(table), "5", "10")
    capsys.readouterr()
    director = sit(
        *("fix 2 15 20", "added again", "adjust Ann & Bob -100", "late"),
        *("announce", "late Quin & Ray", "2", "canasta-score event slip 2 5 10", "clock start", "undo", "announce 7"),
        *("desk", "help fix", "help", "status --json", "anounce", "frob", "help frob", "-h"),
    )
    printed = capsys.readouterr()
    assert "Game 1, table 2 corrected" in printed.out
    assert director.prompts[-1].startswith("table 2,") is False
    assert "Usage: canasta-score event fix" in printed.out
    assert format_desk_help(80) in printed.out
    assert "hint: to see the tables of the next game: round 2" in printed.err
    assert 'unknown command "anounce"\nhint: did you mean "announce"?' in printed.err
    assert 'unknown command "frob"\nhint: type a slip such as 14 2875 -145, or help' in printed.err
    assert "you are already at the desk" in printed.err
    reasons = [entry.text for entry in read_event(PATH).entries if entry.text]
    assert reasons == ["added again", "late"]


def test_the_day_can_begin_at_the_desk(capsys: pytest.CaptureFixture[str]) -> None:
    enter("new", "Club day")
    capsys.readouterr()
    director = sit("5 5 10", "", "pair Ann & Bob, Cy & Di", "draw --seed 1", "1 5 10")
    assert director.prompts == ["desk > "] * 4 + ["game 1 > "] * 2
    assert capsys.readouterr().err.count("hint: draw them: draw\n") == 2
    assert reports(1) == [(5, 10)]


def test_commands_are_taken_as_the_documents_write_them(capsys: pytest.CaptureFixture[str]) -> None:
    start_drawn(names=EIGHT)
    Path("bob.csv").write_text("game,table,ns,ew\n1,1,5,10\n1,2,15,20\n", "utf-8")
    capsys.readouterr()
    sit(
        *("slip --from bob.csv", "slip 1 3 --hand 1 ns n2 t140 ew t130", "slip 1 3 --done", "slip 1 4 5 10"),
        *("print slips -o slips.html", "print slips -o slips.html --changed", "export -f pairs -o ranks.csv"),
        *("canasta-score event adjust 2 -100 --why late --public", "status --reasons"),
        *('rename "Ann & Bob" "Ann & Zoe"', 'note "new cards at 4"', "season event.toml"),
    )
    printed = capsys.readouterr()
    assert "error" not in printed.err
    assert "2 slips entered from bob.csv: 2 new" in printed.out
    assert [reports(table) for table in (1, 2, 4)] == [[(5, 10)], [(15, 20)], [(5, 10)]]
    assert Path("ranks.csv").exists()


def test_a_hand_is_entered_by_its_items(capsys: pytest.CaptureFixture[str]) -> None:
    start_drawn(names=EIGHT)
    sit("1 ns n1 t200 ew t130", "1 ns r5 ew h85", "1", "ns t140 ew n1 o t200")
    assert [*read_event(PATH).results[1, 1].hands] == [1, 2]
    assert "5 red threes" in capsys.readouterr().err


def test_from_a_pipe_nothing_is_asked_and_everything_answered() -> None:
    start_drawn(names=EIGHT)
    done = run("event", "desk", typed="adjust 1 -5\n1 28750 10\n2 5 10\n\n15 20\n1 10 28750\nquit\n3 5 10\n")
    assert done.code == 0
    assert "unlikely" in done.err
    assert '"event adjust" needs --why' in done.err
    assert [reports(table) for table in (1, 2, 3)] == [[(28750, 10), (10, 28750)], [(5, 10)], [(15, 20)]]
    assert "you left" not in done.err


def test_slip_alone_opens_the_desk_at_a_terminal_only() -> None:
    start_drawn(names=EIGHT)
    done = run("event", "slip")
    assert (done.code, "event slip 1 3" in done.err) == (2, True)
    director = sit("5 10", proposes_table=True)
    assert director.prompts[0].startswith("table 1, ")
    assert reports(1) == [(5, 10)]


def candidates(line: str) -> list[str]:
    words, _, current = line.rpartition(" ")
    return [candidate.word for candidate in list_desk_candidates(PROGRAM, read_event(PATH), words.split(), current)]


def test_tab_completes_commands_tables_and_names() -> None:
    start_drawn(names=EIGHT)
    by_name = {
        name: str(row["table"])
        for row in run_json("event", "round", "--json")["tables"]
        for name in (row["ns"]["name"], row["ew"]["name"])
    }
    assert candidates("anno") == ["announce"]
    assert candidates("Kim") == [by_name["Kim & Lou"]]
    assert candidates("lo") == [by_name["Kim & Lou"]]
    assert candidates("3") == ["3"]
    assert candidates("fix ") == candidates("void ") == candidates("swap ") == ["1", "2", "3", "4"]
    assert candidates("adjust k") == ["Kim & Lou"]
    assert candidates("withdraw ") == [str(number) for number in range(1, 9)]
    assert candidates("help sta") == ["status", "standings"]
    assert "red=" in candidates("1 ns ")
    assert candidates("clock ") == ["start", "pause", "add", "stop"]
    assert candidates("1 5 ") == []
    run_ok("event", "rename", "7", "J.P. & Nan")
    assert candidates("adjust j.") == ["J.P. & Nan"]
    Path("table.toml").touch()
    assert "table.toml" in candidates("take 1 ")


def toolbar(typed: str = "") -> str:
    return "\n".join(iter_toolbar_sentences(read_event(PATH), typed))


def test_the_toolbar_says_what_is_in_and_whose_table_is_typed() -> None:
    start(names=EIGHT)
    assert toolbar().startswith("8 pairs, not drawn yet.")
    run_ok("event", "draw", "--seed", "1")
    sit("1 5 10", "1 5 10", "2 5 15", "3 5 20", "3 5 25")
    assert "Game 1: 3 of 4 slips in, 1 verified, 1 disputed.\nClock of game 1: 50:00, stopped." in toolbar()
    names = " - ".join(f"{pair} {EIGHT[pair - 1]}" for pair in read_event(PATH).seatings[1][1].pairs)
    assert f"Table 2: {names}" in toolbar("2 5")
    run_ok("event", "clock", "start")
    run_ok("event", "clock", "add", "-45")
    slip = EnterSlip(game=1, table=4, score=Score(5, 30), phone=Direction.NS)
    open_event(PATH).record(slip)
    assert "From phones: 1 slip, table 4 to be confirmed.\n" in toolbar()
    open_event(PATH).record(replace(slip, phone=Direction.EW))
    assert "From phones: 1 slip.\n" in toolbar()
    assert "ends soon.\nAt the bell, stop playing." in toolbar("99 5")


def test_the_next_game_asks_for_its_own_tables() -> None:
    start_drawn(names=EIGHT)
    director = sit(*(f"{table} {5 * table} 500" for table in (1, 2, 3, 4)), "", "announce", "2 5 10")
    assert [prompt.split(",")[0] for prompt in director.prompts[-3:]] == ["table 1", "game 2 > ", "game 2 > "]


def test_a_table_that_was_asked_for_is_dropped_when_another_is_typed() -> None:
    start_drawn(names=EIGHT)
    director = sit("1", "2 5 10", "1", "5 10")
    assert [prompt.split(",")[0] for prompt in director.prompts] == [
        *("game 1 > ", "table 1", "game 1 > ", "table 1", "game 1 > "),
    ]


@pytest.mark.parametrize("width", [40, 80])
def test_the_help_fits_the_screen(width: int) -> None:
    lines = format_desk_help(width).splitlines()
    assert max(map(len, lines)) <= width
    assert len(lines) <= 23 or width == 40


def test_slips_entered_once_are_asked_for_in_the_order_of_the_pile() -> None:
    start_drawn(names=EIGHT)
    director = sit("3 15 20", "1 5 10", "4 25 30", "2 35 40", "", "15 20", "5 10", "25 30", "35 40")
    assert [prompt.split(",")[0] for prompt in director.prompts[5:9]] == ["table 3", "table 1", "table 4", "table 2"]
    assert status()["unverified"] == []


def test_the_totals_of_an_earlier_game_are_asked_about(capsys: pytest.CaptureFixture[str]) -> None:
    start_drawn("--games", "2", names=EIGHT)
    sit(*(f"{table} {1000 + table * 5} {2000 + table * 5}" for table in (1, 2, 3, 4)), "announce")
    seats = run_json("event", "round", "2", "--json")["tables"]
    points = read_event(PATH).points
    own = " ".join(str(points[seats[0][side]["pair"]]) for side in ("ns", "ew"))
    capsys.readouterr()
    sit("3 1015 2015", "n", f"1 {own}", "n", "2 1010 2010", "y", "2 1010 2010")
    printed = capsys.readouterr().err
    assert printed.count("table 3 had these totals in game 1; maybe the slip is an old one") == 1
    assert printed.count("these pairs had these totals in game 1; maybe the slips are old ones") == 1
    assert [reports(table, 2) for table in (1, 2, 3)] == [[], [(1010, 2010)], []]
    assert "maybe the slip is an old one" in run("event", "slip", "2", "3", "1015", "2015").err


def test_a_name_alone_is_its_table(capsys: pytest.CaptureFixture[str]) -> None:
    start_drawn(names=("Ann Lee & Bob", "Cy & Di", "Ann Roe & Flo", "Gus & Hal"))
    capsys.readouterr()
    director = sit("ann r", "5 10", "ann")
    assert "Ann Roe & Flo" in director.prompts[1]
    assert sum(len(reports(table)) for table in (1, 2)) == 1
    assert "this name is at tables 1 and 2" in capsys.readouterr().err


def test_a_name_takes_the_place_of_its_table(capsys: pytest.CaptureFixture[str]) -> None:
    start_drawn(names=("Ann Lee & Bob", "Cy & Di", "Ann Roe & Flo", "Gus & Hal"))
    (table,) = [
        row["table"]
        for row in run_json("event", "round", "--json")["tables"]
        if "Ann Roe & Flo" in (row["ns"]["name"], row["ew"]["name"])
    ]
    capsys.readouterr()
    sit("Ann R 5 -10", "ann 15 20", "flo 5", "zoe 5 10")
    assert [reports(number) for number in (table, 3 - table)] == [[(5, -10)], []]
    errors = capsys.readouterr().err
    assert "this name is at tables 1 and 2" in errors
    assert 'unknown command "flo"' in errors
    assert 'unknown command "zoe"' in errors


def test_a_hint_to_enter_a_slip_is_what_the_desk_takes(capsys: pytest.CaptureFixture[str]) -> None:
    start_drawn(names=EIGHT)
    sit("1 5 10", "announce")
    assert "hint: to enter the next one: 2 NS EW\n" in capsys.readouterr().err


def test_the_totals_of_another_table_are_asked_about_before_they_are_a_dispute(
    capsys: pytest.CaptureFixture[str],
) -> None:
    start_drawn(names=EIGHT)
    sit("1 5 10", "2 15 20", "3 25 30", "4 35 40", "", "15 20", "n", "5 10")
    assert [reports(table) for table in (1, 2)] == [[(5, 10)], [(15, 20)]]
    assert "table 2 has these totals, and table 1 was entered as 5 to 10" in capsys.readouterr().err


def test_a_slip_that_was_typed_once_is_verified_after_the_announcement(capsys: pytest.CaptureFixture[str]) -> None:
    start_drawn("--games", "1", names=EIGHT)
    sit("1 5 10", "2 15 20", "3 25 30", "4 35 40", "announce")
    capsys.readouterr()
    director = sit("", "5 10", "15 25", "15 20", "fix 3 25 30 --why x", "3 25 30", "4 35 40", "status")
    printed = capsys.readouterr()
    assert [prompt.split(",")[0] for prompt in director.prompts[:4]] == ["game 1 > ", "table 1", "table 2", "table 2"]
    assert "game 1 is already announced\nhint: to correct a slip: fix 1 2 NS EW --why TEXT\n" in printed.err
    assert "hint: to verify it: 3 25 30\n" in printed.err
    assert "Entered only once" not in printed.out
    assert [reports(table) for table in (1, 2, 3, 4)] == [[(5, 10)], [(15, 20)], [(25, 30)], [(35, 40)]]
    assert status()["unverified"] == []


def test_a_correction_without_its_game_may_mean_the_one_just_announced(capsys: pytest.CaptureFixture[str]) -> None:
    start_drawn(names=EIGHT)
    sit("1 5 10", "2 15 20", "3 25 30", "4 35 40", "announce", "fix 2 15 25")
    assert "hint: to correct the slip of game 1: fix 1 2 15 25 --why TEXT\n" in capsys.readouterr().err
    sit("void 1 2")
    assert "hint: if it is played again, enter the new totals then: fix 1 2 NS EW" in capsys.readouterr().err
    sit("list")
    assert 'unknown command "list"\nhint: did you mean "standings"?\n' in capsys.readouterr().err
    assert "did you mean: canasta-score event standings\n" in run("event", "list").err
