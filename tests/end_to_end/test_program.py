"""The commands as a program of their own: streams, exit codes, and a person's own folder of variants."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from support.paths import DATA, ROOT

PUBLISHED = "we r3 b2 n2 m1 o t325 they r1 b2 n1 m3 t305 h30".split()


def run(*words: str | bytes, encoding: str = "utf-8", **extra: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "canasta_score", *words],
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": encoding, **extra},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )


def test_results_go_to_standard_out_and_everything_else_to_standard_error() -> None:
    done = run("score", "we", "out", "natural=1", "table=60")
    assert "660" in done.stdout
    assert "irregular" not in done.stdout
    assert done.stderr.startswith("canasta-score: irregular: we out")
    assert done.returncode == 0


def test_json_has_the_keys_that_programs_rest_on() -> None:
    done = run("score", "--json", *PUBLISHED)
    score = json.loads(done.stdout)
    assert list(score) == ["variant", "sides", "problems"]
    assert score["variant"] == "nvso"
    assert score["problems"] == []
    we, they = score["sides"]["we"], score["sides"]["they"]
    assert list(we) == ["name", "base", "count", "penalties", "total", "lines"]
    assert (we["name"], we["base"], we["count"], we["penalties"], we["total"]) == ("We", 2200, 325, 0, 2525)
    assert (they["name"], they["base"], they["count"], they["total"]) == ("They", 1800, 275, 2075)
    assert we["lines"][0] == {"part": "base", "fact": "red", "label": "Red threes", "quantity": 3, "points": 500}
    assert sum(line["points"] for line in they["lines"]) == 2075


def test_json_of_a_refused_hand_has_its_problems_and_no_score() -> None:
    done = run("score", "--json", "we", "red=5", "table=33")
    score = json.loads(done.stdout)
    assert score["sides"] == {}
    assert [(problem["severity"], problem["side"], problem["fact"]) for problem in score["problems"]] == [
        ("impossible", "we", "red"),
        ("impossible", "we", "table"),
    ]
    assert list(score["problems"][0]) == ["severity", "side", "fact", "message", "hint"]
    assert done.returncode == 3


def test_anyway_scores_what_cannot_have_happened_and_says_so() -> None:
    done = run("score", "--anyway", "--json", "we", "red=5", "natural=2", "table=90")
    score = json.loads(done.stdout)
    assert score["sides"]["we"]["total"] == 2090
    assert score["problems"][0]["severity"] == "impossible"
    assert done.returncode == 0


def test_nothing_printed_can_command_the_terminal() -> None:
    done = run("score", "we", "\x1b[2J\x07=3", "-v", "nvso")
    assert "\x1b" not in done.stdout + done.stderr
    assert "\\x1b[2j" in done.stderr.lower()
    assert done.returncode == 3
    for words in (
        ["score", "-v", "\x1b[2J", "we"],
        ["variants", "show", "./\x1b[2J.toml"],
        ["variants", "check", "\x1b"],
    ):
        done = run(*words)
        assert "\x1b" not in done.stdout + done.stderr
        assert done.returncode == 5


def test_words_that_are_no_utf8_are_refused_like_others() -> None:
    done = run("score", "we", b"red=\xff\xfe")
    assert "is no whole number for 'red'" in done.stderr
    assert "Traceback" not in done.stderr
    assert done.returncode == 3


def test_a_terminal_that_cannot_show_a_character_gets_its_code() -> None:
    done = run("score", "we", "r→d=3", encoding="latin-1")
    assert "'r\\u2192d'" in done.stderr
    assert done.returncode == 3


def test_a_closed_pipe_is_no_traceback() -> None:
    command = f'"{sys.executable}" -m canasta_score variants show nvso | head -n 1'
    done = subprocess.run(
        ["/bin/sh", "-c", command],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.startswith("NVSO Canasta")
    assert "Traceback" not in done.stderr


def test_own_variants_are_listed_and_one_that_hides_a_shipped_one_is_said_so(own_variants: Path) -> None:
    (own_variants / "wca.toml").write_text('extends = "wca"\ntitle = "Our WCA"\n[bonuses.out]\npoints = 300\n')
    (own_variants / "broken.toml").write_text("extends = 5\n")
    done = run("variants", "list")
    assert "Our WCA" in done.stdout
    assert f"your own file: {own_variants / 'wca.toml'}; it hides the shipped one of this name" in done.stdout
    assert f"to see them: canasta-score variants check {own_variants / 'broken.toml'}\n" in done.stdout
    listed = {one["name"]: one for one in json.loads(run("variants", "list", "--json").stdout)["variants"]}
    assert (listed["wca"]["shipped"], listed["wca"]["hides_shipped"]) == (False, True)
    assert (listed["nvso"]["shipped"], listed["nvso"]["hides_shipped"]) == (True, False)
    assert listed["broken"]["problems"]
    assert run("score", "-v", "wca", "we", "n2", "o", "t90").stdout.splitlines()[-1].split() == ["Total", "1,390", "0"]


@pytest.mark.parametrize("words", [("score", "we", "n2"), ("new",), ("meld", "--score", "0"), ("import", "old.csv")])
def test_an_empty_name_is_no_variant(words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "old.csv").write_text("hand,we total,they total\n1,100,50\n")
    done = run(*words, "-v", "")
    assert (done.returncode, done.stdout) == (5, "")
    assert done.stderr.startswith("canasta-score: unknown variant ''; known here: ")
    assert not (tmp_path / "canasta.toml").exists()


def test_names_that_mean_another_variant_are_said_by_the_list_and_by_check(own_variants: Path) -> None:
    (own_variants / "club.toml").write_text('extends = "nvso"\nname = "wca"\n')
    (own_variants / "nvso.toml").write_text('extends = "nvso"\n')
    done = run("variants", "list")
    assert f"your own file: {own_variants / 'club.toml'}\n    'wca' means wca, not this one\n" in done.stdout
    assert "section B\n    plays by your own nvso\n" in done.stdout
    done = run("variants", "check")
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == "canasta-score: club.toml: 'wca' means wca, not this one\n"


def test_without_a_name_all_files_of_ones_own_are_checked(own_variants: Path) -> None:
    def checked(*words: str) -> tuple[int, str, str]:
        done = run("variants", "check", *words)
        return done.returncode, done.stdout, done.stderr

    assert checked() == (0, "", "")
    (own_variants / "ours.toml").write_text('extends = "nvso"\n')
    assert checked() == (0, "", "")
    (own_variants / "theirs.toml").write_text('extends = "nvso"\n[game]\ntarget = 5,000\n')
    (own_variants / "yours.toml").write_text('extends = "nvso"\n[game]\nout = 200\n')
    code, printed, said = checked()
    assert (code, printed, len(said.splitlines())) == (5, "", 2)
    assert "at line 3, column 11: 'target = 5,000'; numbers have no commas: write 5000\n" in said
    assert "yours.toml: game.out: unknown key; did you mean 'bonuses.out.points'?\n" in said
    assert checked("ours") == (0, "", "")
    files = json.loads(checked("--json")[1])["files"]
    assert [one["file"] for one in files] == [
        str(own_variants / f"{name}.toml") for name in ("ours", "theirs", "yours")
    ]


def test_a_variant_goes_by_its_alias_and_by_the_name_it_states(own_variants: Path) -> None:
    (own_variants / "thursday.toml").write_text(
        'extends = "nvso"\nname = "club"\naliases = ["evening"]\ntitle = "Thursday Canasta"\n'
    )
    for name in ("thursday", "club", "evening"):
        assert run("variants", "show", name).stdout.startswith("Thursday Canasta (club or evening)")
    assert run("variants", "show", "senior-olympics").stdout.startswith("NVSO Canasta")


def test_a_new_kind_of_canasta_is_a_fact_with_no_code(own_variants: Path) -> None:
    (own_variants / "house.toml").write_text('extends = "nvso"\n[canastas.samba]\npoints = 1500\nshort = "s"\n')
    done = run("score", "-v", "house", "we", "s1", "natural=1", "table=90")
    assert done.stdout.splitlines()[-1].split() == ["Total", "2,090", "0"]
    assert "Samba (samba, s)" in run("variants", "show", "house").stdout


@pytest.mark.parametrize(
    "words", [["--help"], ["score", "--help"], ["variants", "--help"], ["variants", "list", "--help"]]
)
def test_help_is_there_for_every_command(words: list[str]) -> None:
    done = run(*words)
    assert done.stdout.startswith("Usage: canasta-score")
    assert done.returncode == 0


def test_rules_as_json_have_every_room() -> None:
    rules = json.loads(run("variants", "show", "catawba", "--json").stdout)
    assert rules["deck"]["packs"] == 5
    assert rules["need"]["steps"][3] == {"need": 150, "bound": 4, "over": False, "canasta": ""}
    assert [canasta["name"] for canasta in rules["canastas"]] == ["natural", "mixed", "aces", "sevens"]


def test_a_tally_without_its_command_is_led_to_it() -> None:
    done = run("we", "n2", "t300")
    assert (
        done.stderr
        == "canasta-score: there is no command 'we'; to score a hand, write canasta-score score we n2 t300\n"
    )
    assert done.returncode == 2
    assert run("We:", "n2").stderr.endswith("write canasta-score score We: n2\n")


def test_a_refused_tally_as_json_has_the_shape_of_a_refused_hand() -> None:
    done = run("score", "--json", "we", "rde=2")
    score = json.loads(done.stdout)
    assert list(score) == ["variant", "sides", "problems"]
    assert score["sides"] == {}
    assert [(problem["severity"], problem["message"], problem["word"]) for problem in score["problems"]] == [
        ("refused", "unknown fact 'rde'", 1)
    ]
    assert done.returncode == 3


def test_output_that_cannot_be_written_is_a_sentence() -> None:
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("this system has no /dev/full")
    with full.open("w") as stream:
        done = subprocess.run(
            [sys.executable, "-m", "canasta_score", "variants", "show", "nvso"],
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=stream,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.stderr.startswith("canasta-score: the output cannot be written: No space left on device; make room")
    assert done.stderr.count("\n") == 1
    assert done.returncode == 1


@pytest.mark.parametrize(
    ("words", "code"), [("score we zzz", 3), ("score we red=5", 3), ("show -l none.toml", 4), ("add we n1 o t100", 0)]
)
def test_the_exit_code_stands_where_no_word_can_be_said(words: str, code: int, tmp_path: Path) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("this system has no /dev/full")
    (tmp_path / "canasta.toml").write_bytes((DATA / "ledgers" / "good" / "ten-hands.toml").read_bytes())
    with Path("/dev/full").open("w") as stream:
        done = subprocess.run(
            [sys.executable, "-m", "canasta_score", *words.split()],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=subprocess.DEVNULL,
            stderr=stream,
            check=False,
        )
    assert done.returncode == code


def test_an_interruption_is_heard_while_the_program_loads(tmp_path: Path) -> None:
    stand_in = tmp_path / "canasta_score" / "cli"
    stand_in.mkdir(parents=True)
    for package in (stand_in.parent, stand_in):
        (package / "__init__.py").write_text("")
    (stand_in / "app.py").write_text("raise KeyboardInterrupt\n")
    (stand_in.parent / "__main__.py").write_text((ROOT / "canasta_score" / "__main__.py").read_text())
    done = subprocess.run([sys.executable, "-m", "canasta_score"], cwd=tmp_path, capture_output=True, check=False)
    assert (done.stdout, done.stderr, done.returncode) == (b"", b"", 130)


def test_a_variant_is_found_in_any_case_and_a_file_at_hand_is_offered(tmp_path: Path) -> None:
    assert run("variants", "show", "WCA").stdout.startswith("WCA Canasta")
    (tmp_path / "our-club.toml").write_text('extends = "nvso"\n')
    done = subprocess.run(
        [sys.executable, "-m", "canasta_score", "variants", "show", "our-club"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "unknown variant 'our-club'; did you mean the file 'our-club.toml'?" in done.stderr
    assert done.returncode == 5
