"""The program as a whole: help, and words that are no command."""

import json
import re
from pathlib import Path

import pytest
from support.command_line import run


@pytest.mark.parametrize("words", [("score", "we", "n2"), ("new",), ("meld", "--score", "0"), ("import", "old.csv")])
def test_an_empty_name_is_no_variant(words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "old.csv").write_text("hand,we total,they total\n1,100,50\n")
    done = run(*words, "-v", "")
    assert (done.code, done.out) == (5, "")
    assert len(done.messages) == 1
    assert "variants list" in done.err
    assert not (tmp_path / "canasta.toml").exists()


@pytest.mark.parametrize(
    "words", [["--help"], ["score", "--help"], ["variants", "--help"], ["variants", "list", "--help"]]
)
def test_help_is_there_for_every_command(words: list[str]) -> None:
    done = run(*words)
    assert done.out.startswith("Usage: canasta-score")
    assert done.code == 0


def test_a_tally_without_its_command_is_led_to_it() -> None:
    done = run("we", "n2", "t300")
    assert done.code == 2
    assert done.err.endswith("canasta-score score we n2 t300\n")
    assert run("We:", "n2").err.endswith("canasta-score score We: n2\n")


@pytest.mark.parametrize(
    "words",
    [
        "{0}",
        "--{0}",
        "show --{0}",
        "show {0}",
        "score we {0}=1",
        "score -v {0} we red=1",
        "export -f {0}",
        "new --set {0}",
    ],
)
@pytest.mark.parametrize("control", ["\u202e", "\u2066", "\u200f", "\x1b"])
def test_controls_in_what_is_typed_are_shown_as_codes(words: str, control: str, game_folder: Path) -> None:
    done = run(*words.format(f"gnol{control}oops").split(" "))
    assert done.code in {2, 3, 4, 5}
    assert control not in done.out + done.err
    assert control.encode("unicode_escape").decode() in done.err
    assert not list(game_folder.iterdir())


def test_help_of_an_unknown_word_does_not_read_a_broken_game_as_rules(game_folder: Path) -> None:
    (game_folder / "canasta.toml").write_text("no game\n")
    done = run("help", "frobnicate")
    assert (done.code, done.err.splitlines()[0]) == (2, 'error: unknown command "frobnicate"')


@pytest.mark.parametrize(
    "words", ["--help", "add -h", "help meld find", "event --help", "event new --help", "serve -h"]
)
def test_help_fits_a_narrow_terminal_and_breaks_no_words(words: str) -> None:
    usual, narrow = (run(*words.split(), COLUMNS=columns).out.partition("  Examples:")[0] for columns in ("80", "40"))
    assert max(map(len, narrow.splitlines())) <= 40
    assert "".join(narrow.split()) == "".join(usual.split())
    assert _find_words(narrow) == _find_words(usual)


def _find_words(text: str) -> set[str]:
    return set(re.split(r"[\s|-]+", text))  # lines may end between choices, and after hyphens


def test_json_without_a_command_is_the_score_sheet(game_folder: Path) -> None:
    refused = run("--json")
    assert (refused.code, json.loads(refused.out)["problems"][0]["code"]) == (4, "no-such-game")
    assert run("new", "-l", "friday.toml").code == run("new").code == 0
    assert run("add", *"we n1 t200 o they t100 h5".split()).code == 0
    assert run("--json").out == run("show", "--json").out
    assert run("-l", "friday.toml", "--json").out == run("show", "--json", "-l", "friday.toml").out
    for words in ("shwo --json", "--json show", "standings --json"):
        assert (run(*words.split()).code, run(*words.split()).out) == (2, "")
