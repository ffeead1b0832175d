"""`variants check`: what it says of what no other rules have."""

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
    ],
)
def test_what_no_other_rules_have_is_pointed_out(tmp_path: Path, text: str, notes: int, hint: str) -> None:
    file = tmp_path / "house.toml"
    file.write_text(f'extends = "nvso"\ntitle = "House"\n{text}')
    done = run("variants", "check", str(file))
    assert (done.code, done.out) == (0, f"No problems found in {file}.\n")
    assert len(done.messages) == notes
    assert hint in done.err


def test_what_the_file_that_is_extended_has_is_not_new(tmp_path: Path) -> None:
    (tmp_path / "base.toml").write_text('extends = "nvso"\n[bonuses.shutout]\npoints = 200\n')
    file = tmp_path / "house.toml"
    file.write_text('extends = "base.toml"\n[bonuses.shutout]\npoints = 300\n')
    assert run("variants", "check", str(file)).messages == []
