"""Mistakes of counting that explain another total."""

import pytest
from support.command_line import run_json, run_ok


@pytest.mark.usefixtures("game_folder")
def test_a_stated_total_is_explained_as_one_number() -> None:
    run_ok("new")
    run_ok("add", *"we total=2525 they n1 t160 h5".split())
    explained = run_json("reconcile", "1", "we", "2425", "--json")
    assert "2425" in str(explained)
