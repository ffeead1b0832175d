"""Commands with --json that do nothing: JSON says why, with a code for programs."""

import json
from pathlib import Path

import pytest
from support.command_line import run

GAME = "-l mum.toml"
KEYS = ["severity", "code", "side", "fact", "message", "hint", "word", "file", "where"]
REFUSALS = {
    f"adjust they -3 {GAME}": (3, "invalid-points"),
    f"fix 9 we r3 {GAME}": (4, "no-such-hand"),
    f"void 2 {GAME}": (4, "hand-is-voided"),
    f"reconcile 2 we 100 {GAME}": (4, "hand-is-voided"),
    "explain -l over.toml": (4, "no-such-hand"),
    f"redo {GAME}": (4, "nothing-to-redo"),
    f"rules --set game.target=8500 {GAME}": (4, "no-change"),
    f"rules --set game.traget=8500 {GAME}": (5, "unknown-key"),
    "rules -v nosuch -l mum.toml": (5, "unknown-rules"),
    "show -l cut-off.toml": (4, "damaged-file"),
    "show -l no-game.toml": (4, "no-such-game"),
    "show -l club.toml": (4, "not-a-game-file"),
    "end -l over.toml": (4, "game-over"),
    "score we r2 -v missing.toml": (5, "no-such-file"),
    "meld": (4, "no-such-game"),
    "meld --side we": (4, "no-such-game"),
    "meld --score 3000": (4, "no-such-game"),
    "meld -l no-game.toml": (4, "no-such-game"),
    "check rules": (4, "no-such-game"),
    "check rul*": (4, "other"),  # a pattern for folders
    "event season no-event.toml": (4, "no-such-event"),
    "event fix 1 1 100 50 --why typo": (4, "no-change"),
    "import evening.json -l mum.toml": (4, "unreadable"),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for words in (
        f"new {GAME}",
        f"add we n1 t200 h10 they t120 h5 {GAME}",
        f"add we n1 t200 h10 they t130 h5 {GAME}",
        f"void 2 {GAME}",
        "new -l over.toml",
        "end -l over.toml",
        f"export -o evening.json {GAME}",
        "variants new our-club --extends nvso",
        "event new Sunday",
        "event pair Ann&Bob Cy&Di",
        "event draw --seed 7",
        "event slip 1 1 100 50",
    ):
        assert run(*words.split(), folder=tmp_path).code == 0
    (tmp_path / "cut-off.toml").write_bytes((tmp_path / "mum.toml").read_bytes()[:-20])
    (tmp_path / "rules").mkdir()
    for rules in ("club.toml", "rules/house.toml"):
        (tmp_path / rules).write_text('extends = "nvso"\n')
    return tmp_path


def test_the_json_of_a_refusal_has_a_code_and_what_standard_error_says(folder: Path) -> None:
    for words, (code, name) in REFUSALS.items():
        done = run(*words.split(), "--json", folder=folder)
        (problem,) = json.loads(done.out)["problems"]
        assert [*problem] == KEYS
        assert (words, done.code, problem["code"], problem["severity"]) == (words, code, name, "refused")
        assert problem["message"] in done.err
        assert problem["hint"] in done.err


def test_a_refusal_without_json_prints_nothing_on_standard_output(folder: Path) -> None:
    for words, (code, _) in REFUSALS.items():
        done = run(*words.split(), folder=folder)
        assert (done.code, done.out) == (code, "")


def test_a_note_that_looks_like_the_option_is_no_option(folder: Path) -> None:
    assert run("void", "2", "--why", "--json", "-l", "mum.toml", folder=folder).out == ""


def test_the_hint_of_a_refused_hand_names_the_game_file(folder: Path) -> None:
    done = run("fix", "1", "we", "n1", "-l", "mum.toml", "--json", folder=folder)
    refused = json.loads(done.out)
    (problem,) = refused["problems"]
    assert ([*refused], problem["code"], problem["word"]) == (["variant", "sides", "problems"], "no-change", None)
    assert problem["hint"] == "to see it line by line: canasta-score explain -l mum.toml 1"


def test_an_output_that_is_there_is_a_wrong_option_and_a_game_or_event_a_file_that_cannot_be_used(folder: Path) -> None:
    for code, words in (
        (2, f"export -o evening.json {GAME}"),
        (2, f"export -o mum.toml -f json --force {GAME}"),
        (2, f"export -o . -f json {GAME}"),
        (2, "event export -o evening.json"),
        (2, "event season event.toml -o club.html"),
        (2, "event print seating -o club.html"),
        (2, "variants new our-club --extends nvso"),
        (4, f"new {GAME}"),
        (4, "event new Sunday"),
        (4, f"import evening.json {GAME}"),
    ):
        (folder / "club.html").write_text("ours")
        assert (words, run(*words.split(), folder=folder).code) == (words, code)


def test_problems_name_the_file_as_the_list_does(folder: Path) -> None:
    for command in ("check", "variants check"):
        done = run(*command.split(), "./nope.toml", "--json", folder=folder)
        (file,) = json.loads(done.out)["files"]
        assert (file["file"], file["problems"][0]["file"]) == ("nope.toml", "nope.toml")
    (folder / "more").mkdir()
    (folder / "more" / "club.toml").write_text('extends = "nvso"\nredd = 1\n')
    done = run("variants", "check", "more/club.toml", "--json", folder=folder)
    (file,) = json.loads(done.out)["files"]
    assert {file["file"], file["problems"][0]["file"]} == {"more/club.toml"}


def test_a_missing_game_has_one_code_in_lists_of_files(folder: Path) -> None:
    done = run("stats", "no-game.toml", "--json", folder=folder)
    (problem,) = json.loads(done.out)["problems"]
    assert (problem["code"], problem["message"]) == ("no-such-game", "there is no file no-game.toml in this folder")
    assert problem["message"] in done.err
    assert run("check", "fol*", "--json", folder=folder).code == 4


def test_the_event_to_check_can_be_named_without_an_option(folder: Path) -> None:
    (folder / "sunday.toml").write_bytes((folder / "event.toml").read_bytes())
    assert json.loads(run("event", "check", "sunday.toml", "--json", folder=folder).out)["files"][0]["readable"]
    assert run("event", "check", "sunday.toml", "-e", "event.toml", folder=folder).code == 2
    assert "-e nope.toml" in run("event", "check", "nope.toml", folder=folder).err


def test_a_wrong_command_has_no_json(folder: Path) -> None:
    for words in ("adjust eve -100", "adjust we many", "fix one", "shwo"):
        done = run(*words.split(), "-l", "mum.toml", "--json", folder=folder)
        assert (done.code, done.out) == (2, "")
