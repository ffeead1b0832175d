"""At the table: hands entered at a real terminal by a person in a hurry, and the ledger afterwards."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from support.at_a_terminal import AtTheTable
from support.command_line import run, run_process
from support.game_files import PUBLISHED_HAND

from canasta_score import Ledger, read_ledger
from canasta_score.game.entries import EntryKind

pytestmark = pytest.mark.end_to_end

NEW = ("new", "--we", "Ann & Bob", "--they", "Cy & Di")
EVERYDAY_QUESTIONS = (
    "How many red threes?",
    "How many black threes?",
    "How many natural",
    "How many mixed",
    "Did this side go out?",
    "Points of the cards on",
    "Points of the cards left",
)


def begin(folder: Path, *words: str) -> None:
    done = run(*(words or NEW), folder=folder)
    assert done.code == 0, done.err


def ledger_in(folder: Path) -> Ledger:
    return read_ledger(folder / "canasta.toml")


class TestAdd:
    """`add` without a tally asks."""

    @pytest.fixture
    def terminal(self, tmp_path: Path) -> Iterator[AtTheTable]:
        begin(tmp_path)
        with AtTheTable(tmp_path, "add") as terminal:
            terminal.see("How many red threes?")
            yield terminal

    def test_answers_can_be_corrected_before_the_hand_is_recorded(self, terminal: AtTheTable, tmp_path: Path) -> None:
        for answer, then in (
            ("4", "How many black threes?"),
            ("<", "How many red threes? [4]"),
            ("?", "How many red threes? [4]"),
            ("3", "How many black threes?"),
            ("2", "How many natural canastas?"),
            ("2", "How many mixed canastas?"),
            ("1x", "How many mixed canastas?"),
            ("1", "Did this side go out? [y/N]"),
            ("1", "Did this side go out? [y/N]"),
            ("y", "Points of the cards on the table?"),
            ("100+100+100+25", "Points of the cards left in hand?"),
            ("", "How many red threes?"),
            ("1", "How many black threes?"),
            ("2", "How many natural canastas?"),
            ("1", "How many mixed canastas?"),
            ("3", "Points of the cards on the table?"),
            ("100+100+105", "Points of the cards left in hand?"),
            ("4xK", "Record this hand? [Y/n/edit]"),
            ("they hand=30", "Record this hand? [Y/n/edit]"),
        ):
            terminal.line(answer, then)
        terminal.see(f"canasta-score add {PUBLISHED_HAND}")
        terminal.line("", "")
        assert terminal.end() == 0
        assert "2,525" in terminal.text
        assert ledger_in(tmp_path).totals == {"we": 2525, "they": 2075}

    def test_tab_completes_rare_items(self, terminal: AtTheTable, tmp_path: Path) -> None:
        terminal.line("we h5 they h85", "Record this hand? [Y/n/edit]")
        terminal.type("they open-s")
        terminal.press("tab")
        terminal.see("they open-sevens")
        terminal.press("ctrl-c")
        assert terminal.end() == 130
        assert ledger_in(tmp_path).hands == ()

    def test_ctrl_c_records_nothing_and_the_next_add_goes_on(self, terminal: AtTheTable, tmp_path: Path) -> None:
        terminal.line("3", "How many black threes?")
        terminal.press("ctrl-c")
        assert terminal.end() == 130
        assert "\n    canasta-score add we r3" in terminal.text
        assert ledger_in(tmp_path).hands == ()
        with AtTheTable(tmp_path, "add") as again:
            again.see("Hand 1 was half entered at")
            again.line("", "How many black threes?")
            again.press("ctrl-c")
            assert again.end() == 130


@pytest.mark.parametrize("words", [("add", "-l", "our game.toml"), ("--ledger", "our game.toml", "add")])
def test_the_line_of_a_hand_names_its_ledger(words: tuple[str, ...], tmp_path: Path) -> None:
    begin(tmp_path, *NEW, "-l", "our game.toml")
    with AtTheTable(tmp_path, *words) as terminal:
        terminal.see("How many red threes?")
        terminal.line("3", "How many black threes?")
        terminal.press("ctrl-c")
        assert terminal.end() == 130
        assert "\n    canasta-score add -l 'our game.toml' we r3" in terminal.text


class TestPlay:
    """`play` takes line after line."""

    @pytest.fixture
    def terminal(self, tmp_path: Path) -> Iterator[AtTheTable]:
        begin(tmp_path)
        with AtTheTable(tmp_path, "play") as terminal:
            terminal.see("hand 1 >")
            yield terminal

    def test_an_evening_full_of_mistakes_ends_with_the_right_totals(self, terminal: AtTheTable, tmp_path: Path) -> None:
        terminal.line("we r5 o they o", "hand 1 >")
        terminal.see("5 red threes")
        terminal.see('"out" is')
        terminal.type("we r3 b2")
        terminal.press("ctrl-c")
        terminal.see_line("hand 1 >")
        terminal.line(PUBLISHED_HAND.replace("they", "tehy"), "hand 1 >")
        terminal.see('"tehy"')
        terminal.press("up")
        terminal.until(lambda _: "tehy" in terminal.at_cursor)
        terminal.press("ctrl-c")
        terminal.line(PUBLISHED_HAND, "hand 2 >")
        assert ledger_in(tmp_path).totals == {"we": 2525, "they": 2075}
        terminal.line("they r1 t200 we t100", "Record it anyway? [y/N/edit]")
        terminal.line("", "hand 2 >")
        terminal.line("they r1 t200 we t100", "Record it anyway? [y/N/edit]")
        terminal.line("y", "hand 3 >")
        terminal.line("undo", "hand 2 >")
        terminal.line("we r1 m1 t180 h35 they r1 m2 o t270", "hand 3 >")
        terminal.line("fix 2 they table=250 --why 'two kings counted twice'", "hand 3 >")
        terminal.line("note Bob's glasses and Cy's", "hand 3 >")
        terminal.line("fxi 2 they h5", "hand 3 >")
        terminal.see('"fix"')
        terminal.line("meld check --side they 10,10,10 Q,Q,JK 9,9,9", "hand 3 >")
        terminal.see("130 points, needs 155")
        terminal.line("quit")
        assert terminal.end() == 0
        game = ledger_in(tmp_path)
        assert game.totals == {"we": 2970, "they": 3125}
        kinds = [EntryKind.HAND, EntryKind.HAND, EntryKind.UNDO, EntryKind.HAND, EntryKind.FIX, EntryKind.NOTE]
        assert [entry.kind for entry in game.entries] == kinds
        assert game.entries[-1].text == "Bob's glasses and Cy's"

    def test_the_score_is_shown_while_a_hand_is_typed(self, terminal: AtTheTable) -> None:
        terminal.type("we r3 b2 n2 m1 o t325")
        terminal.see("Ann & Bob +2,525 -> 2,525 (needs 125)")
        terminal.type(" they r2 o ")
        terminal.see("5 red threes")
        terminal.see('"out" is')
        terminal.press(*["backspace"] * 6)
        terminal.until(lambda _: '"out" is' not in terminal.text)
        terminal.type("1 natrual=1 t60")
        terminal.see("natural")

    def test_completes_sides_facts_and_commands(self, terminal: AtTheTable) -> None:
        for typed, line in (
            ("we nat", "we natural="),
            ("2 stra", "we natural=2 straight"),
            ("the", "we natural=2 straight they"),
            ("open-s", "we natural=2 straight they open-sevens"),
        ):
            terminal.type(typed)
            terminal.press("tab")
            terminal.see_line(f"hand 1 > {line}")
        terminal.press("ctrl-c")
        terminal.type("expl")
        terminal.press("tab")
        terminal.see_line("hand 1 > explain")
        terminal.press("ctrl-c")
        terminal.type("we sta")
        terminal.press("backspace", "tab")
        terminal.see("Stuck with sevens")

    def test_an_empty_line_asks_question_by_question(self, terminal: AtTheTable, tmp_path: Path) -> None:
        terminal.press("enter")
        terminal.see("How many red threes?")
        terminal.line("stra", "How many red threes?")
        terminal.press("ctrl-c")
        terminal.see("\n    we straight")
        terminal.see_line("hand 1 >")
        terminal.press("up")
        terminal.see_line("hand 1 > we straight")
        terminal.press("ctrl-c", "enter")
        terminal.see("Continue? [Y/n]")
        terminal.press("enter")
        terminal.until(lambda _: terminal.at_cursor.startswith("  How many red threes?"))
        red, black, *following = EVERYDAY_QUESTIONS
        for reply, question in (("", black), ("<", red), ("", black), *(("", question) for question in following)):
            terminal.line(reply, question)
        terminal.line("85", "Record this hand?")
        terminal.line("y", "hand 2 >")
        terminal.press("ctrl-d")
        assert terminal.end() == 0
        assert ledger_in(tmp_path).hands[0].facts == {"we": {"straight": 1}, "they": {"hand": 85}}


def test_the_published_hand_takes_32_keys_from_the_prompt(tmp_path: Path) -> None:
    begin(tmp_path)
    red, black, natural, mixed, out, table, hand = EVERYDAY_QUESTIONS
    we = [("3", black), ("2", natural), ("2", mixed), ("1", out), ("y", table), ("325", hand), ("", red)]
    they = [("1", black), ("2", natural), ("1", mixed), ("3", table), ("305", hand), ("30", "Record this hand?")]
    lines = [("", red), *we, *they, ("", "hand 2 >")]
    with AtTheTable(tmp_path, "play") as terminal:
        terminal.see("hand 1 >")
        for typed, then in lines:
            terminal.line(typed, then)
    assert ledger_in(tmp_path).totals == {"we": 2525, "they": 2075}
    assert sum(len(typed) + len(["enter"]) for typed, _ in lines) == 32


@pytest.mark.parametrize("key", ["ctrl-c", "ctrl-d"])
def test_ctrl_c_and_ctrl_d_leave_and_nothing_is_lost(key: str, tmp_path: Path) -> None:
    begin(tmp_path)
    with AtTheTable(tmp_path, "play") as terminal:
        terminal.see("hand 1 >")
        terminal.type("we r3 b2")
        terminal.press(key)
        terminal.see_line("hand 1 >")
        terminal.press("up")
        terminal.see_line("hand 1 > we r3 b2")
        terminal.press(key)
        terminal.line("", "How many red threes?")
        terminal.line("3", "How many black threes?")
        terminal.press(key)
        terminal.see("it is kept; to continue it: add")
        terminal.see_line("hand 1 >")
        terminal.line("we t100 h5 they t130 h5", "Record it anyway? [y/N/edit]")
        terminal.press(key)
        terminal.see_line("hand 1 >")
        terminal.press(key)
        terminal.see("everything is saved")
        assert terminal.end() == 0
    with AtTheTable(tmp_path, "add") as terminal:
        terminal.see("Hand 1 was half entered at")
        terminal.press(key)
        assert terminal.end() == 130


def test_sides_called_like_words_of_the_prompt_keep_their_hands(tmp_path: Path) -> None:
    begin(tmp_path, "new", "--side", "q=Quinn", "--side", "help=Helen")
    with AtTheTable(tmp_path, "play") as terminal:
        terminal.see("hand 1 >")
        terminal.line("q t160 h5 help h5", "hand 2 >")
        terminal.line("q", "")
        assert terminal.end() == 0
    assert ledger_in(tmp_path).hands[0].facts == {"q": {"table": 160, "hand": 5}, "help": {"hand": 5}}


def test_an_evening_survives_what_happens_to_its_ledger_and_to_its_terminal(tmp_path: Path) -> None:
    begin(tmp_path)
    path = tmp_path / "canasta.toml"
    with AtTheTable(tmp_path, "play") as terminal:
        terminal.see("hand 1 >")
        terminal.line("we h60 they h5", "hand 2 >")
        sound = path.read_bytes()
        path.write_bytes(sound + b"\nxx\n")
        terminal.line("we h5 they h60", "hand 2 >")
        terminal.see("canasta.toml:")
        path.unlink()
        terminal.line("show", "hand 2 >")
        terminal.see("there is no file canasta.toml in this folder")
        path.write_bytes(sound)
        terminal.type("\x1b[31mwe")
        terminal.press("ctrl-c")
        terminal.line("we h5 they h60", "hand 3 >")
        terminal.line("add --dry-run we h5 they h5", "hand 3 >")
        terminal.line("play", "hand 3 >")
        terminal.line("help void", "hand 3 >")
        terminal.see("canasta-score void")
        terminal.line("an", "hand 3 >")
        terminal.see("nothing is entered")
        terminal.line("xyz", "hand 3 >")
        terminal.see("or they (Cy")
        terminal.press("ctrl-d")
        assert terminal.end() == 0
    assert len(ledger_in(tmp_path).hands) == 2


def test_play_begins_a_game_where_there_is_none_and_the_next_one_when_it_is_over(tmp_path: Path) -> None:
    with AtTheTable(tmp_path, "play") as terminal:
        terminal.see("Which rules? [nvso]")
        terminal.see("as the Northern Virginia Senior Olympics play it")
        terminal.line("nvos", "Which rules?")
        terminal.see('"nvso"')
        terminal.line("", "How many sides")
        terminal.line("9", "How many sides")
        terminal.line("", "Name of the first side?")
        terminal.line("?", "Name of the first side?")
        terminal.line("Ann & Bob", "Name of the second side?")
        terminal.line("?", "Name of the second side?")
        terminal.line("Ann & Bob", "Name of the second side?")
        terminal.type("n")
        terminal.press("tab", "backspace")
        terminal.line("Cy & Di", "Players in the order of play?")
        terminal.line("", "Start")
        terminal.line("n", "What do you want to change")
        terminal.line("rules", "Which rules? [nvso]")
        terminal.line("", "Start")
        terminal.line("y", "hand 1 >")
        for hand in (1, 2):
            terminal.line("we straight they pairs --anyway", f"hand {hand + 1} >")
        terminal.line("we straight they h5", "game over >")
        terminal.see("9,000 to 4,995")
        terminal.see("Games: Ann & Bob 1, Cy & Di 0")
        terminal.see(": new")
        assert "To send the game: export\n" in terminal.text
        terminal.line("export", "game over >")
        terminal.press("up")
        terminal.see_line("game over > new")
        terminal.press("enter")
        terminal.see("Same rules and sides")
        terminal.press("enter")
        terminal.until(lambda _: terminal.at_cursor.startswith("hand 1 >"))
        terminal.line("we h50 they h5", "hand 2 >")
        terminal.line("new", "canasta-2.toml is not over")
        terminal.line("y", "Same rules")
        terminal.line("y", "hand 1 >")
        terminal.see("canasta-score play -l canasta-2.toml")
        terminal.press("ctrl-d")
        assert terminal.end() == 0
    assert [path.name.startswith("canasta-20") for path in tmp_path.glob("*.html")] == [True]
    assert {path.name for path in tmp_path.glob("*.toml")} == {f"canasta{end}.toml" for end in ("", "-2", "-3")}
    games = [read_ledger(path) for path in sorted(tmp_path.glob("*.toml"))]
    assert [len(game.hands) for game in games] == [1, 0, 3]
    assert [tuple(game.side_names.values()) for game in games] == [
        ("Ann & Bob", "Cy & Di"),
    ] * 3


def test_an_evening_goes_on_in_the_game_that_is_not_over(tmp_path: Path) -> None:
    begin(tmp_path, *NEW, "--set", "game.hands=1")
    begin(tmp_path, "add", "we", "h60", "they", "h5")
    begin(tmp_path, "new", "--like", "canasta.toml", "-l", "canasta-2.toml")
    with AtTheTable(tmp_path, "play") as terminal:
        terminal.see("this is canasta-2.toml")
        terminal.see("hand 1 >")
        terminal.line("we h70 they h5", "game over >")
        terminal.press("ctrl-d")
        assert terminal.end() == 0
    with AtTheTable(tmp_path, "play", "-l", "canasta.toml") as terminal:
        terminal.see("game over >")
        assert "canasta-2.toml" not in terminal.text
    assert [len(read_ledger(tmp_path / f"canasta{end}.toml").hands) for end in ("", "-2")] == [1, 1]


@pytest.mark.parametrize("words", [["play"], ["add"], ["add", "--json"]])
def test_no_one_is_asked_where_there_is_no_terminal(words: list[str], tmp_path: Path) -> None:
    begin(tmp_path)
    done = run_process(*words, folder=tmp_path, typed="we r1\n")
    assert (done.code, done.out) == (2, "")
    assert "canasta-score add" in done.err


def test_the_published_example_takes_few_keystrokes() -> None:
    assert len(f"canasta-score add {PUBLISHED_HAND}\n") <= 70
    assert len(f"{PUBLISHED_HAND}\n") <= 50


def test_export_writes_a_page_at_a_terminal_and_prints_where_a_format_is_named(tmp_path: Path) -> None:
    begin(tmp_path)
    with AtTheTable(tmp_path, "export") as terminal:
        terminal.see("Written to /")
        assert terminal.end() == 0
    (page,) = tmp_path.glob("canasta-*.html")
    assert "Ann &amp; Bob" in page.read_text(encoding="utf-8")
    with AtTheTable(tmp_path, "export", "-f", "csv") as terminal:
        terminal.see("hand,time,side,name")
        assert terminal.end() == 0
    assert [*tmp_path.glob("canasta-*.html")] == [page]
