"""The prompt of `play`: how a line is read, what it means, how it goes on, and what stands below it."""

import re
from pathlib import Path

import pytest
from support.command_line import run
from support.game_files import begun_game
from support.paths import TEN_HANDS
from support.wording import Wording, list_wordings
from typer.main import get_group

from canasta_score import Ledger, read_ledger
from canasta_score.cli.app import app
from canasta_score.cli.prompt.commands import (
    describe_command,
    format_prompt_help,
    list_prompt_candidates,
    parse_prompt_line,
    split_line,
)
from canasta_score.cli.prompt.line_editor import MAX_TOOLBAR_LINES, format_toolbar_lines
from canasta_score.cli.shells import quote_prompt_word
from canasta_score.game.evening import find_free_path
from canasta_score.rules.model.facts import DEFAULT_SIDES

PROGRAM = get_group(app)
SIDES = {"we": "We", "they": "They"}
ODD_SIDES = {"help": "Help", "q": "Q", "show": "Show"}


@pytest.fixture
def unplayed_game() -> Ledger:
    return begun_game({"we": "Ann & Bob", "they": "Cy & Di"})


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("", []),
        ("  we r3   they\tt60\nh5 ", ["we", "r3", "they", "t60", "h5"]),
        ('new --we "Ann & Bob"', ["new", "--we", "Ann & Bob"]),
        ("new --we='Ann & Bob' --they=Cy", ["new", "--we=Ann & Bob", "--they=Cy"]),
        ("new --we O'Neil --they D'Arcy", ["new", "--we", "O'Neil", "--they", "D'Arcy"]),
        ('fix 2 we t5 --why "two words"', ["fix", "2", "we", "t5", "--why", "two words"]),
        ("fix 2 we t5 --why don't know, it's so", ["fix", "2", "we", "t5", "--why", "don't know, it's so"]),
        ("void 1 --why=Bob's mistake", ["void", "1", "--why", "Bob's mistake"]),
        ("fix 1 they r9 --why a typo --anyway", ["fix", "1", "they", "r9", "--why", "a typo", "--anyway"]),
        ("note -5 for Cy's misdeal", ["note", "--", "-5 for Cy's misdeal"]),
        ("void 1 --why 'wrong' -l other.toml", ["void", "1", "--why", "wrong", "-l", "other.toml"]),
        ('NOTE said x="y z"', ["note", "--", 'said x="y z"']),
        ("show -l 'a'b", ["show", "-l", "'a'b"]),
        ("void 1 --why wrong -l other.toml", ["void", "1", "--why", "wrong", "-l", "other.toml"]),
        ('new --we "x --why y" --they z', ["new", "--we", "x --why y", "--they", "z"]),
        ("note Bob's and Cy's deal", ["note", "--", "Bob's and Cy's deal"]),
        (r"note back\slash C:\x", ["note", "--", r"back\slash C:\x"]),
        ('note She said "it\'s mine"', ["note", "--", 'She said "it\'s mine"']),
        ('note "all of it in quotes"', ["note", "--", "all of it in quotes"]),
        ("note we owe -20 cents", ["note", "--", "we owe -20 cents"]),
        ('note "seven pairs" --hand 4', ["note", "--hand", "4", "--", "seven pairs"]),
        ("note Bob's and Cy's deal --hand=4 ", ["note", "--hand=4", "--", "Bob's and Cy's deal"]),
        ("note seven pairs hand 4", ["note", "--", "seven pairs hand 4"]),
        ("note --hand 2 late again", ["note", "--hand", "2", "late", "again"]),
        ("show -l 'my game.toml'", ["show", "-l", "my game.toml"]),
        ('say "unclosed', ["say", '"unclosed']),
    ],
)
def test_a_line_is_read_into_the_words_that_were_meant(line: str, words: list[str]) -> None:
    assert split_line(line) == words


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("", []),
        ("we r3", ["add", "we", "r3"]),
        ("WE r3", ["add", "WE", "r3"]),
        ("--anyway we r9", ["add", "--anyway", "we", "r9"]),
        ("r3", ["add", "r3"]),
        ("red=3 we", ["add", "red=3", "we"]),
        ("we: r3, they: t60", ["add", "we:", "r3,", "they:", "t60"]),
        ("add we r3", ["add", "we", "r3"]),
        ("canasta-score add we r3", ["add", "we", "r3"]),
        ("canasta-score", ["show"]),
        ('""', []),
        ("-l x.toml add we r3", ["-l", "x.toml", "add", "we", "r3"]),
        ("--ledger game2.toml show", ["--ledger", "game2.toml", "show"]),
        ("UNDO", ["undo"]),
        ("undo.", ["undo"]),
        ("fix 2 they table=250.", ["fix", "2", "they", "table=250"]),
        ("rename we Ann Jr.", ["rename", "we", "Ann", "Jr."]),
        ("note Late.", ["note", "--", "Late."]),
        ("meld check 3x10", ["meld", "check", "3x10"]),
        ("udno", ["udno"]),
        ("Nobody went out. We r3", ["add", "We", "r3"]),
        ("no one went out, they t60", ["add", "they", "t60"]),
        ("nobody went out", ["nobody", "went", "out"]),
        ("note nobody went out. Late", ["note", "--", "nobody went out. Late"]),
    ],
)
def test_a_line_means_a_command(line: str, words: list[str]) -> None:
    assert parse_prompt_line(SIDES, line) == words


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("q t60 help t5", ["add", "q", "t60", "help", "t5"]),
        ("help t60", ["add", "help", "t60"]),
        ("show r1", ["add", "show", "r1"]),
        ("q", ["q"]),
        ("help", ["help"]),
        ("show", ["show"]),
    ],
)
def test_a_side_called_like_a_command_is_meant_where_something_stands_behind_it(line: str, words: list[str]) -> None:
    assert parse_prompt_line(ODD_SIDES, line) == words


@pytest.mark.parametrize("word", ["plain", "two words", "O'Neil.toml", 'the "best"', ""])
def test_a_word_in_quotes_is_read_as_it_was(word: str) -> None:
    assert split_line(quote_prompt_word(word)) == [word]


@pytest.mark.parametrize(
    ("typed", "begun", "words"),
    [
        ("", "th", ["they"]),
        ("", "un", ["undo"]),
        ("", "pl", []),
        ("", "he", ["help"]),
        ("help", "vo", ["void"]),
        ("help", "qu", ["quit"]),
        ("we r3", "nat", ["natural="]),
        ("add we r3", "nat", ["natural="]),
        ("meld", "ch", ["check"]),
        ("meld check", "--si", ["--side"]),
        ("nonsense", "x", []),
        ("export -o", "ev", ["'ev\"e.txt'", "evening.html", "events/"]),
        ("export", "--output=eveni", ["--output=evening.html"]),
        ("export -o", "events/", ["events/march.html"]),
        ("export -o", "nowhere/", []),
        ("import", "our", ['"our game.csv"', "our.toml"]),
        ("import", ".", [".hidden"]),
        ("new -v", "ou", ["our.toml"]),
    ],
)
def test_the_word_that_is_begun_goes_on(
    typed: str, begun: str, words: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("evening.html", 'ev"e.txt', "our game.csv", "our.toml", ".hidden", "events/march.html"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    monkeypatch.setenv("CANASTA_LEDGER", str(TEN_HANDS))
    names = {"we": "Ann & Bob", "they": "Cy & Di"}
    assert [one.word for one in list_prompt_candidates(PROGRAM, names, typed.split(), begun)] == words


def test_a_hand_of_the_ledger_is_offered_with_its_points(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CANASTA_LEDGER", str(TEN_HANDS))
    offered = list_prompt_candidates(PROGRAM, {"we": "Ann & Bob", "they": "Cy & Di"}, ["fix"], "1")
    assert [(one.word, one.label) for one in offered] == [
        ("1", "Ann & Bob 2,525, Cy & Di 2,075"),
        ("10", "Ann & Bob 1,865, Cy & Di 445"),
    ]


@pytest.mark.parametrize("typed", list_wordings("play", "toolbar"))
def test_the_line_below_shows_the_score_or_the_first_mistake(
    unplayed_game: Ledger, typed: str, wording: Wording
) -> None:
    wording.check_wording("play", ["toolbar", typed], "\n".join(format_toolbar_lines(unplayed_game, typed)))


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("we r3 b2 n2 m1 o t325", ["Ann & Bob +2,525 -> 2,525 (needs 125)"]),
        ("add we o", ["Ann & Bob +100 -> 100 (needs 125)"]),
        ("we r3 they", ["Ann & Bob -500 -> -500 (needs 125)"]),
        ("we t1", ["Ann & Bob -1 -> -1 (needs 125)"]),  # it goes on to t160
        ("we nat ", ["Ann & Bob +500 -> 500 (needs 125)"]),
        ("we r1 nat", ["Ann & Bob -100 -> -100 (needs 125)"]),  # it may go on to nat2
        ("we 2 n 1 ", ["Ann & Bob +1,000 -> 1,000 (needs 125)"]),  # it goes on to 1 m
        ("we 75 in our hands", ["Ann & Bob -75 -> -75 (needs 125)"]),
        ("we 75 left in foot", ["Ann & Bob -75 -> -75 (needs 125)"]),
        ("we hKKA", ["Ann & Bob -40 -> -40 (needs 125)"]),
        ('we "r3 b2" --anyway', ["Ann & Bob -800 -> -800 (needs 125)"]),
        ("we pairs they h30", ["Ann & Bob +2,500 -> 2,500 (needs 125)   Cy & Di -30 -> -30 (needs 125)"]),
        (
            "we pairs extra=2505 they n2",
            ["Ann & Bob +5,005 -> 5,005 (needs 180)   Cy & Di +1,000 -> 1,000 (needs 125)"],
        ),
        ("we pairs=1 extra=6000 ", ["Ann & Bob +8,500 -> 8,500"]),  # the target, if they do not reach it too
        ("we pairs=1 extra=6000 they h30", ["Ann & Bob +8,500 -> 8,500 (wins)   Cy & Di -30 -> -30"]),
    ],
)
def test_the_line_below_shows_what_changes_the_new_total_and_the_need(
    unplayed_game: Ledger, typed: str, shown: list[str]
) -> None:
    assert format_toolbar_lines(unplayed_game, typed) == shown


@pytest.mark.parametrize("columns", ["40", "60", "80"])
def test_sides_share_a_line_only_where_they_fit(
    columns: str, unplayed_game: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    sides = ["Ann & Bob +2,500 -> 2,500 (needs 125)", "Cy & Di -30 -> -30 (needs 125)"]
    expected = ["   ".join(sides)] if columns == "80" else sides
    assert format_toolbar_lines(unplayed_game, "we pairs they h30") == expected


def test_after_the_end_of_the_game_the_empty_line_says_what_comes_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for words in ("new", "add we n1 t300 o", "end"):
        assert run(*words.split()).code == 0
    shown = format_toolbar_lines(read_ledger("canasta.toml"), "")
    assert shown == ["new starts the next game. export writes the page of this one. help lists all."]


def test_partners_by_hand_have_a_total_and_a_need_each(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names = ["--side", "ann", "--side", "bob", "--side", "cy"]
    assert run("new", "-v", "cutthroat", *names).code == 0
    shown = format_toolbar_lines(read_ledger("canasta.toml"), "ann+bob n1 t300 bob r1 cy h20")
    assert shown == ["Ann +800 -> 800 (needs 50)   Bob +900 -> 900 (needs 50)", "Cy -20 -> -20 (needs 15)"]


def test_a_word_that_can_still_come_right_is_not_called_wrong(unplayed_game: Ledger) -> None:
    line = "we r3 b2 n2 m1 o t325 they r1 b2 n1 m3 t305 h30"
    wrong = re.compile("error|warning|unknown|twice|missing")
    assert not [
        line[:end] for end in range(len(line)) if wrong.search("".join(format_toolbar_lines(unplayed_game, line[:end])))
    ]
    assert len(format_toolbar_lines(unplayed_game, "we n2 zz")) == 1
    assert len(format_toolbar_lines(unplayed_game, "we n2 zz ")) > 1


@pytest.mark.parametrize("typed", ["we r5", "we n30", "we o2", "we r3 they r2", "we r3 r2"])
def test_a_number_that_is_too_high_is_called_wrong_at_once(unplayed_game: Ledger, typed: str) -> None:
    assert any(
        "too many" in line or "only" in line or "twice" in line for line in format_toolbar_lines(unplayed_game, typed)
    )


def test_no_problem_of_the_hand_is_shown_while_a_word_is_not_understood(unplayed_game: Ledger) -> None:
    (_, mistake) = format_toolbar_lines(unplayed_game, "we o zz n1 ")
    assert "zz" in mistake
    (_, problem, *_) = format_toolbar_lines(unplayed_game, "we o n1 ")
    assert "zz" not in problem


@pytest.mark.parametrize("columns", ["1", "2", "9"])
def test_on_the_narrowest_terminal_something_is_shown_below(
    columns: str, unplayed_game: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    assert all(format_toolbar_lines(unplayed_game, typed) for typed in ("", "we n2", "we r5 ", "show"))


def test_mistakes_below_the_line_have_a_color(unplayed_game: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not any("\x1b" in line for line in format_toolbar_lines(unplayed_game, "we r5 "))
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert any(line.startswith("\x1b[1;31merror:\x1b[0m ") for line in format_toolbar_lines(unplayed_game, "we r5 "))
    assert "\x1b[31m-1,000\x1b[39m" in format_toolbar_lines(unplayed_game, "we r5 ")[0]


def test_the_lines_below_are_never_many(unplayed_game: Ledger) -> None:
    lines = format_toolbar_lines(
        unplayed_game, "we red=x black=y natural=z mixed=q aces=a sevens=s out=t table=u hand=v "
    )
    assert len(lines) == MAX_TOOLBAR_LINES
    assert lines[-1] == "…"


def test_the_help_of_the_prompt_fits_the_terminal(wording: Wording) -> None:
    for width in (48, 64, 80):
        wording.check_wording("play", ["help", f"{width} columns"], format_prompt_help(DEFAULT_SIDES, width))
    assert "  reconcile 2 we 545  " in format_prompt_help(DEFAULT_SIDES, 120)
    assert max(map(len, format_prompt_help(DEFAULT_SIDES, 70).split("\n"))) <= 70
    assert len(format_prompt_help(DEFAULT_SIDES, 80).split("\n")) <= 24 - 2  # the prompt and the line below it
    assert describe_command("nonsense", DEFAULT_SIDES) == ""


def test_the_help_of_the_prompt_names_the_sides_of_the_game() -> None:
    shown = format_prompt_help(["ann", "bob", "cy"], 80)
    assert "\n  adjust bob -100 " in shown
    assert "\n  fix 2 bob table=250 " in shown
    assert not re.search(r"\b(we|they)\b", shown)
    assert describe_command("fix", ["ann", "bob", "cy"]).endswith(" For example: fix 2 bob table=250")


@pytest.mark.parametrize(
    ("there", "current", "free"),
    [
        ((), "canasta.toml", "canasta-2.toml"),
        (("canasta-2.toml",), "canasta.toml", "canasta-3.toml"),
        (("canasta.toml",), "canasta-2.toml", "canasta-3.toml"),
        (("canasta.toml", "canasta-3.toml"), "canasta-2.toml", "canasta-4.toml"),
        ((), "game-2026-11-21.toml", "game-2026-11-21-2.toml"),
        ((), "g-2024-05.toml", "g-2024-05-2.toml"),
        (("canasta.toml",), "canasta-\N{SUPERSCRIPT TWO}.toml", "canasta-\N{SUPERSCRIPT TWO}-2.toml"),
    ],
)
def test_the_next_game_is_kept_next_to_this_one(
    tmp_path: Path, there: tuple[str, ...], current: str, free: str
) -> None:
    for name in (*there, current):
        (tmp_path / name).touch()
    assert find_free_path(tmp_path / current) == tmp_path / free
