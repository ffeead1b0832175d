"""`variants check`: what it says of a bonus that no other rules have."""

from pathlib import Path

import pytest
from support.command_line import run


@pytest.mark.parametrize(
    ("text", "notes", "hint"),
    [
        ("[bonuses.out-points]\npoints = 200\n", 1, "hint: if you meant the key points of out, enter out.points\n"),
        ("[bonuses.four-kings]\npoints = 200\n", 1, ""),
        ("[bonuses.cut]\npoints = 200\nalways = true\n", 0, ""),  # other shipped rules have it
        ("[bonuses.out]\npoints = 200\n", 0, ""),
        ("[canastas.kings]\npoints = 200\n", 0, ""),
    ],
)
def test_a_bonus_that_no_other_rules_have_is_pointed_out(tmp_path: Path, text: str, notes: int, hint: str) -> None:
    file = tmp_path / "house.toml"
    file.write_text(f'extends = "nvso"\ntitle = "House"\n{text}')
    done = run("variants", "check", str(file))
    assert (done.code, done.out) == (0, f"No problems found in {file}.\n")
    assert len(done.messages) == notes
    assert hint in done.err
