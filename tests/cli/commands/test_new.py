"""`new`: the sides, and totals brought forward."""

import json
from pathlib import Path

import pytest
from support.command_line import run, run_ok

from canasta_score import read_ledger

pytestmark = pytest.mark.usefixtures("game_folder", "sentences")


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ([], {"we": "We", "they": "They"}),
        (["--we", "Ann"], {"we": "Ann", "they": "They"}),
        (["--they", "Bob"], {"we": "We", "they": "Bob"}),
        (
            ["--we", "\N{LEFT DOUBLE QUOTATION MARK}Peg & Al\N{RIGHT DOUBLE QUOTATION MARK}"],
            {"we": "Peg & Al", "they": "They"},
        ),
        (["--side", "ann='Ann O'", "--side", 'bob=Al "Bo" Cy'], {"ann": "Ann O", "bob": 'Al "Bo" Cy'}),
        (["--side", "ann", "--side", "Bob=Bob & Co"], {"ann": "Ann", "bob": "Bob & Co"}),
        (["--we", "Ann", "--they", "Bob", "--side", "cy=Cy"], {"we": "Ann", "they": "Bob", "cy": "Cy"}),
        (["--we", "Ann", "--side", "cy=Cy"], {"we": "Ann", "cy": "Cy"}),
    ],
)
def test_the_sides_are_those_that_are_named(words: list[str], names: dict[str, str]) -> None:
    run_ok("new", *words)
    assert read_ledger("canasta.toml").side_names == names


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["--we", "Us", "--they", "Us"], 2),
        (["--we", "Zo\N{LATIN SMALL LETTER E WITH DIAERESIS}", "--they", "Zoe\N{COMBINING DIAERESIS}"], 2),
        (["--we", ""], 2),
        (["--side", "ann"], 2),
        ([f"--side=s-{number}" for number in range(9)], 2),
        (["--we", "A\x1b[31m"], 4),
        (["--we", "A\nB"], 4),
        (["--we", "A" * 61], 4),
    ],
)
def test_a_game_is_not_begun_with_impossible_sides(words: list[str], code: int) -> None:
    done = run("new", *words)
    assert (done.code, done.out) == (code, "")
    assert "\x1b" not in done.err
    assert not Path("canasta.toml").exists()


def test_a_total_brought_forward_at_the_target_is_warned_of() -> None:
    assert run("new", "--start", "we=8500").err
    assert run("new", "--start", "we=8495", "-l", "below.toml").err == ""


@pytest.mark.parametrize(
    ("words", "totals"),
    [
        (["cy=1200", "we=-50"], {"we": -50, "they": 1200}),
        (["THEM=10"], {"we": 0, "they": 10}),
        (["Ann & Bob=5"], {"we": 5, "they": 0}),
        (["an=5"], None),  # Ann or Andy
        (["eve=5"], None),
        (["ann=5", "we=5"], None),
    ],
)
def test_totals_are_brought_forward_for_whoever_is_named(words: list[str], totals: dict[str, int] | None) -> None:
    done = run(
        "new", "--we", "Ann & Bob", "--they", "Cy & Andy", *(word for text in words for word in ("--start", text))
    )
    assert done.code == (0 if totals else 2)
    assert not totals or read_ledger("canasta.toml").starting_totals == totals


def test_a_new_game_is_printed_as_json() -> None:
    done = run("new", "--we", "Ann & Bob", "--start", "we=300", "--json")
    assert (done.code, done.out) == (0, run_ok("show", "--json"))
    refused = run("new", "--json")
    assert (refused.code, json.loads(refused.out)["problems"][0]["code"]) == (4, "unreadable")
