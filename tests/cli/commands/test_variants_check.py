"""`variants check`: what it says of what no other rules have."""

import json
from pathlib import Path

import pytest
from support.command_line import run

pytestmark = pytest.mark.usefixtures("sentences")


@pytest.mark.parametrize(
    ("text", "notes", "hint"),
    [
        ("[bonuses.out-points]\npoints = 200\n", 1, "hint: if you meant the key points of out, enter out.points\n"),
        ("[bonuses.four-kings]\npoints = 200\n", 1, ""),
        ("[bonuses.cut]\npoints = 200\nalways = true\n", 0, ""),  # other shipped rules have it
        ("[bonuses.out]\npoints = 200\n", 0, ""),
        ("[canastas.kings]\npoints = 200\n", 1, ""),
        ("[specials.four-kings]\npoints = 200\n", 1, ""),
        ("[canastas.naturals]\npoints = 600\n", 1, "hint: if you meant natural, correct the name\n"),
        ("[specials.pairs-points]\npoints = 200\n", 1, "hint: if you meant the key points of pairs"),
        ("[penalties.late]\npoints = 200\n", 1, ""),
        ("[sets.two-kinds]\npoints = 200\ncanastas = { natural = 1, mixed = 1 }\n", 1, ""),
        ("[canastas.samba]\npoints = 200\nsequence = true\n", 0, ""),
        ('[specials]\nopponents = "nothing"\n', 0, ""),
        ("[specials.miami-pairs]\npoints = 200\n", 0, ""),
        (
            "[game]\nhands = 4\n",
            1,
            'hands = 4 replaces target = 8500 and tie = "play-on" of nvso\nhint: to keep them, ',
        ),
        ('[game]\nhands = 4\ntie = "shared"\n', 1, "hands = 4 replaces target = 8500 of nvso\nhint: to keep it, "),
        ('[game]\nhands = 4\ntarget = 8500\ntie = "play-on"\n', 0, ""),
        ("[game]\ntarget = 7000\n", 0, ""),
        (
            '[canastas]\nmixed.label = "natural canastas"\n',
            1,
            'natural and mixed have the same label "natural canastas"',
        ),
    ],
)
def test_what_no_other_rules_have_is_pointed_out(tmp_path: Path, text: str, notes: int, hint: str) -> None:
    file = tmp_path / "house.toml"
    file.write_text(f'extends = "nvso"\ntitle = "House"\n{text}')
    done = run("variants", "check", str(file))
    assert (done.code, done.out) == (0, f"No problems found in {file}.\n")
    assert len(done.messages) == notes
    assert hint in done.err


def test_json_has_the_notes_for_programs_that_must_not_accept_a_misspelled_name(tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text('extends = "nvso"\n[canastas]\nnaturl.points = 600\n')
    done = run("variants", "check", "house.toml", "nvso", "--json", folder=tmp_path)
    house, nvso = json.loads(done.out)["files"]
    (note,) = house["notes"]
    assert (done.code, house["problems"], nvso["notes"]) == (0, [], [])
    assert (note["file"], note["where"], note["code"]) == ("house.toml", "canastas.naturl", "other")
    assert "natural" in note["hint"]


def test_what_is_left_out_and_written_anew_is_pointed_out(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    for without, notes in (("bonuses.out", 1), ("bonuses.out.needs", 0)):
        file.write_text(f'extends = "nvso"\nwithout = ["{without}"]\n[bonuses]\nout.points = 200\n')
        done = run("variants", "check", str(file))
        assert (done.code, len(done.messages)) == (0, notes)
        assert ("bonuses.out is in without and written anew, so it keeps nothing of nvso" in done.err) == bool(notes)


def test_what_the_file_that_is_extended_has_is_not_new(tmp_path: Path) -> None:
    (tmp_path / "base.toml").write_text('extends = "nvso"\n[bonuses.shutout]\npoints = 200\n')
    file = tmp_path / "house.toml"
    file.write_text('extends = "base.toml"\n[bonuses.shutout]\npoints = 300\n')
    assert run("variants", "check", str(file)).messages == []
