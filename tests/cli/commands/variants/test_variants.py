"""`variants`: a person's own folder of rule files."""

import json
from pathlib import Path

from support.command_line import run


def test_own_variants_are_listed_and_one_that_hides_a_shipped_one_is_said_so(own_variants: Path) -> None:
    (own_variants / "wca.toml").write_text('extends = "wca"\ntitle = "Our WCA"\n[bonuses.out]\npoints = 300\n')
    (own_variants / "broken.toml").write_text("extends = 5\n")
    done = run("variants", "list")
    assert "Our WCA" in done.out
    assert f"your own file: {own_variants / 'wca.toml'}; it hides the shipped one of this name" in done.out
    assert f"to see them: canasta-score variants check {own_variants / 'broken.toml'}\n" in done.out
    listed = {one["name"]: one for one in json.loads(run("variants", "list", "--json").out)["variants"]}
    assert (listed["wca"]["shipped"], listed["wca"]["hides_shipped"]) == (False, True)
    assert (listed["nvso"]["shipped"], listed["nvso"]["hides_shipped"]) == (True, False)
    assert listed["broken"]["problems"]
    assert run("score", "-v", "wca", "we", "n2", "o", "t90").out.splitlines()[-1].split() == [
        "Total",
        "1,390",
        "0",
    ]


def test_names_that_mean_another_variant_are_said_by_the_list_and_by_check(own_variants: Path) -> None:
    (own_variants / "club.toml").write_text('extends = "nvso"\nname = "wca"\n')
    (own_variants / "nvso.toml").write_text('extends = "nvso"\n')
    done = run("variants", "list")
    assert f"your own file: {own_variants / 'club.toml'}\n    'wca' means wca, not this one\n" in done.out
    assert "section B\n    plays by your own nvso\n" in done.out
    done = run("variants", "check")
    assert (done.code, done.out) == (0, "")
    assert done.err == "canasta-score: club.toml: 'wca' means wca, not this one\n"


def test_without_a_name_all_files_of_ones_own_are_checked(own_variants: Path) -> None:
    def checked(*words: str) -> tuple[int, str, str]:
        done = run("variants", "check", *words)
        return done.code, done.out, done.err

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
        assert run("variants", "show", name).out.startswith("Thursday Canasta (club or evening)")
    assert run("variants", "show", "senior-olympics").out.startswith("NVSO Canasta")


def test_rules_as_json_have_every_room() -> None:
    rules = json.loads(run("variants", "show", "catawba", "--json").out)
    assert rules["deck"]["packs"] == 5
    assert rules["need"]["steps"][3] == {"need": 150, "bound": 4, "over": False, "canasta": ""}
    assert [canasta["name"] for canasta in rules["canastas"]] == ["natural", "mixed", "aces", "sevens"]


def test_a_variant_is_found_in_any_case_and_a_file_at_hand_is_offered(tmp_path: Path) -> None:
    assert run("variants", "show", "WCA").out.startswith("WCA Canasta")
    (tmp_path / "our-club.toml").write_text('extends = "nvso"\n')
    done = run("variants", "show", "our-club", folder=tmp_path)
    assert "unknown variant 'our-club'; did you mean the file 'our-club.toml'?" in done.err
    assert done.code == 5
