"""`variants`: a person's own folder of rule files."""

import json
import re
from pathlib import Path

import pytest
from support.command_line import run
from support.wording import Wording

from canasta_score.cli.invocation import invoke

pytestmark = pytest.mark.usefixtures("sentences")


def test_user_variants_are_listed_even_if_they_hide_a_shipped_one_or_are_broken(
    own_variants: Path, wording: Wording
) -> None:
    (own_variants / "wca.toml").write_text('extends = "wca"\ntitle = "Our WCA"\n[bonuses.out]\npoints = 300\n')
    (own_variants / "broken.toml").write_text("extends = 5\n")
    done = run("variants", "list")
    assert "Our WCA" in done.out
    assert f"canasta-score variants check {own_variants / 'broken.toml'}\n" in done.out
    lines = [line for line in done.out.split("\n") if str(own_variants) in line]
    wording.check_wording("variants", ["list", "a file that hides a shipped one"], lines, folder=str(own_variants))
    listed = {one["name"]: one for one in json.loads(run("variants", "list", "--json").out)["variants"]}
    assert (listed["wca"]["shipped"], listed["wca"]["hides_shipped"]) == (False, True)
    assert (listed["nvso"]["shipped"], listed["nvso"]["hides_shipped"]) == (True, False)
    assert listed["broken"]["problems"]
    assert run("score", "-v", "wca", "we", "n2", "o", "t90").out.splitlines()[-1].split() == [
        "Total",
        "1,390",
        "0",
    ]


def test_names_that_mean_another_variant_are_shown_by_list_and_check(own_variants: Path, wording: Wording) -> None:
    (own_variants / "club.toml").write_text('extends = "nvso"\nname = "wca"\n')
    (own_variants / "nvso.toml").write_text('extends = "nvso"\n')
    done = run("variants", "list")
    for name in ("club", "nvso-tournament"):
        (row,) = re.findall(rf"^{name} .*\n(?:    .*\n)*", done.out, re.MULTILINE)
        wording.check_wording("variants", ["names that mean another variant", name], row, folder=str(own_variants))
    done = run("variants", "check")
    assert done.code == 0
    wording.check_wording("variants", ["names that mean another variant", "check"], done.err)


def test_without_a_name_all_user_files_are_checked(own_variants: Path) -> None:
    def checked(*words: str) -> tuple[int, str, str]:
        done = run("variants", "check", *words)
        return done.code, done.out, done.err

    assert checked() == (0, f"No rule files in {own_variants}.\n", "")
    assert checked("--json")[2] == f"No rule files in {own_variants}.\n"
    (own_variants / "ours.toml").write_text('extends = "nvso"\n')
    assert checked() == (0, f"No problems found in {own_variants / 'ours.toml'}.\n", "")
    (own_variants / "theirs.toml").write_text('extends = "nvso"\n[game]\ntarget = 5,000\n')
    (own_variants / "yours.toml").write_text('extends = "nvso"\n[game]\nout = 200\n')
    code, printed, said = checked()
    assert (code, printed, said.count("error: ")) == (5, "", 2)
    first, second = said.removeprefix("error: ").split("error: ")
    assert "line 3, column 11" in first
    assert first.endswith("5000\n")
    assert "bonuses.out.points" in second
    assert checked("ours") == (0, "No problems found in ours.\n", "")
    files = json.loads(checked("--json")[1])["files"]
    assert [one["file"] for one in files] == [
        str(own_variants / f"{name}.toml") for name in ("ours", "theirs", "yours")
    ]


def test_a_variant_is_found_by_its_alias_and_by_the_name_it_states(own_variants: Path) -> None:
    (own_variants / "thursday.toml").write_text(
        'extends = "nvso"\nname = "club"\naliases = ["evening"]\ntitle = "Thursday Canasta"\n'
    )
    for name in ("thursday", "club", "evening"):
        assert run("variants", "show", name).out.startswith("Thursday Canasta (club or evening)")
    assert run("variants", "show", "senior-olympics").out.startswith("NVSO Canasta")


def test_a_card_names_the_threes_that_can_be_subtracted() -> None:
    card = run("variants", "show", "cuban").out
    assert "  Red threes are subtracted with no canasta and added with one canasta or more.\n" in card


def test_json_of_rules_has_every_table() -> None:
    rules = json.loads(run("variants", "show", "catawba", "--json").out)
    assert rules["deck"]["packs"] == 5
    assert rules["need"]["steps"][3] == {"need": 150, "bound": 4, "over": False, "canasta": ""}
    assert [canasta["name"] for canasta in rules["canastas"]] == ["natural", "mixed", "aces", "sevens"]


def test_json_of_rules_has_the_keys_of_0_1() -> None:
    rules = json.loads(run("variants", "show", "nvso", "--json").out)
    assert [color["short"] for color in rules["threes"]["colours"]] == ["r", "b"]
    assert {key: rules["count"][key]["short"] for key in ("table", "hand")} == {"table": "t", "hand": "h"}
    assert {"points", "wins_game", "short"} <= rules["specials"]["hands"][0].keys()


def test_a_variant_is_found_in_any_case_and_a_file_in_the_folder_is_suggested(tmp_path: Path) -> None:
    assert run("variants", "show", "WCA").out.startswith("WCA Canasta")
    (tmp_path / "our-club.toml").write_text('extends = "nvso"\n')
    done = run("variants", "show", "our-club", folder=tmp_path)
    assert "our-club.toml" in done.err
    assert done.code == 5


def test_without_a_name_the_rules_of_the_game_in_this_folder_are_shown(tmp_path: Path) -> None:
    assert run("variants", "show", folder=tmp_path).out.startswith("NVSO Canasta")
    run("new", "-v", "wca", "--set", "bonuses.out.points=250", folder=tmp_path)
    shown = run("variants", "show", folder=tmp_path).out
    assert shown.startswith("WCA Canasta")
    assert "House rules, in the figures above: Going out 250" in shown
    run("new", "-l", "plain.toml", folder=tmp_path)
    assert "House rules" not in run("variants", "show", "plain.toml", folder=tmp_path).out


@pytest.mark.parametrize(("replies", "pages"), [(["", "", ""], 4), (["", "q"], 2)])
def test_in_play_a_card_stops_at_the_end_of_the_screen(
    replies: list[str], pages: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("canasta_score.cli.commands.variants.is_interactive", lambda: True)
    monkeypatch.setattr("builtins.input", lambda _: replies.pop(0))
    monkeypatch.setenv("LINES", "24")
    card = run("variants", "show", "nvso").out.splitlines()
    said = 'note: the card ends here; "q" is not read\n' if "q" in replies else ""
    with invoke(is_at_prompt=True):
        done = run("variants", "show", "nvso")
    assert (done.out.splitlines(), done.err, replies) == (card[: 22 * pages], said, [])


def test_commands_take_a_title_or_a_beginning_but_a_new_name_may_begin_another(
    own_variants: Path, tmp_path: Path
) -> None:
    shown = run("variants", "show", "hand and foot").out
    assert shown == run("variants", "show", "hand").out == run("variants", "show", "hand-and-foot").out
    assert run("variants", "diff", "hand", "Classic Canasta").out == run("variants", "diff", "hand-foot", "classic").out
    assert run("variants", "check", "wca canasta").code == 0
    assert run("new", "-v", "Cuban", folder=tmp_path).code == 0
    assert run("variants", "show", folder=tmp_path).out.startswith("Cuban Canasta")
    done = run("new", "-v", "nv", "-l", "other.toml", folder=tmp_path)
    assert (done.code, (tmp_path / "other.toml").exists()) == (5, False)
    assert run("variants", "new", "hand", "--extends", "Hand and Foot").code == 0
    assert 'extends = "hand-and-foot"' in (own_variants / "hand.toml").read_text()


@pytest.mark.parametrize(
    ("words", "hint"), [(("nvso",), "another name"), (("Müller", "--extends", "nvso"), "as muller\n")]
)
def test_a_new_name_is_checked_first_and_a_free_one_suggested(
    own_variants: Path, words: tuple[str, ...], hint: str
) -> None:
    done = run("variants", "new", *words)
    assert (done.code, [*own_variants.iterdir()]) == (2, [])
    assert hint in done.err


def test_a_file_of_the_own_folder_is_found_with_its_ending_unless_one_is_here(
    own_variants: Path, tmp_path: Path
) -> None:
    (own_variants / "our-club.toml").write_text('extends = "nvso"\ntitle = "Ours"\n')
    assert run("variants", "show", "our-club.toml", folder=tmp_path).out.startswith("Ours")
    assert run("variants", "show", "elsewhere/our-club.toml", folder=tmp_path).code == 5
    (tmp_path / "our-club.toml").write_text('extends = "nvso"\ntitle = "Here"\n')
    assert run("variants", "show", "our-club.toml", folder=tmp_path).out.startswith("Here")


def test_a_game_is_compared_with_rules_that_changed_since(tmp_path: Path) -> None:
    rules = tmp_path / "ours.toml"
    rules.write_text('extends = "nvso"\ntitle = "Ours"\n')
    run("new", "-v", "ours.toml", folder=tmp_path)
    assert "same rules" in run("variants", "diff", "ours.toml", "canasta.toml", folder=tmp_path).out
    rules.write_text('extends = "nvso"\ntitle = "Ours"\n[game]\ntarget = 7000\n')
    out = run("variants", "diff", "ours.toml", "canasta.toml", folder=tmp_path).out
    assert out.index("to 7,000") < out.index("to 8,500")
