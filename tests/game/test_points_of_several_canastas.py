"""A game in which several canastas of a kind are worth more together, through every door."""

import csv
import io

import pytest
from support.command_line import run_json, run_ok

POINTS = ("--set", "canastas.natural.points=[500, 1200, 2000]")


@pytest.mark.usefixtures("game_folder")
def test_a_game_with_points_for_several_canastas() -> None:
    """One natural canasta 500, two 1,200, three 2,000, four 2,800; a mixed one 300, going out 100."""
    run_ok("new", *POINTS, "--we", "Ann", "--they", "Cy")
    recorded = run_json("add", "--json", *"we n3 m1 o t400 they n2 t200 h20".split())
    assert {side: one["base"] for side, one in recorded["sides"].items()} == {"we": 2400, "they": 1200}
    lines = run_json("explain", "1", "--json")["sides"]["we"]["lines"]
    natural = next(line for line in lines if line["fact"] == "natural")
    assert (natural["points"], natural["rule"]) == (2000, "500 / 1,200 / 2,000 for 1 to 3 (house rule)")
    assert sum(line["points"] for line in lines) == 2800
    rows = list(csv.DictReader(io.StringIO(run_ok("export", "-f", "csv"))))
    assert [(row["natural"], row["base"], row["total"]) for row in rows] == [
        ("3", "2400", "2800"),
        ("2", "1200", "1380"),
    ]
    assert "500 / 1,200 / 2,000 for 1 to 3" in run_ok("export", "-f", "html")
    run_ok("fix", "1", "we", "n4")
    assert run_json("show", "--json")["sides"]["we"]["total"] == 2800 + 300 + 100 + 400
    run_ok("check", "--strict", "--quiet")


@pytest.mark.usefixtures("game_folder")
def test_reconcile_finds_a_forgotten_canasta_by_what_it_adds() -> None:
    """With a third natural canasta Ann has 2,000 in place of 1,200."""
    run_ok("new", *POINTS, "--we", "Ann", "--they", "Cy")
    run_ok("add", *"we n2 o t400 they m2 t200 h20".split())
    found = run_json("reconcile", "1", "we", str(2000 + 100 + 400), "--json")["slips"]
    assert {"natural": 3} in [
        explained["facts"].get("we") and {"natural": explained["facts"]["we"]["natural"]} for explained in found
    ]


def test_other_rules_score_the_same_canastas_by_their_own_points(tmp_path_factory: pytest.TempPathFactory) -> None:
    file = tmp_path_factory.mktemp("rules") / "ours.toml"
    file.write_text('extends = "nvso"\n[canastas.natural]\npoints = [500, 1200, 2000]\n')
    table = run_ok("score", "-v", f"nvso,{file}", *"we n3 o t400 they n1 t200 h20".split())
    figures = [line.split()[-2:] for line in table.split("\n") if line.startswith("Canastas")]
    assert figures
    assert {"1,500", "2,000"} <= {figure for row in [line.split() for line in table.split("\n")] for figure in row}


@pytest.mark.usefixtures("game_folder")
def test_two_values_are_explained_as_such() -> None:
    run_ok("new", "--set", "canastas.natural.points=[500, 1200]")
    run_ok(*"add we n2 o t400 they n1 t200 h20".split())
    lines = {side: one["lines"] for side, one in run_json("explain", "1", "--json")["sides"].items()}
    rules = {side: next(line["rule"] for line in own if line["fact"] == "natural") for side, own in lines.items()}
    assert rules == dict.fromkeys(("we", "they"), "500 / 1,200 for 1 to 2 (house rule)")
