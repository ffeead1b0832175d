"""Commands at a terminal: all that stands on the screen at the end, with what was typed."""

from pathlib import Path

import pytest
from support.evening import spend_evening
from support.paths import DATA
from support.wording import Case, Wording, load_named_cases

from canasta_score.game.storage.recent_games import iter_recent_games

CASES = load_named_cases(
    (DATA / "evenings").glob("*.toml"), needed={"commands", "typed", "says"}, optional={"columns", "lines"}
)


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
@pytest.mark.usefixtures("game_folder")
def test_the_screen_at_the_end_of_an_evening(case: Case, wording: Wording) -> None:
    screen = spend_evening(case["commands"], case["typed"], case.get("columns", 100), case.get("lines", 400))
    case.check(wording, f"{screen}\n")


def test_play_remembers_a_game_that_came_from_elsewhere(ten_hands: Path) -> None:
    spend_evening(["play"], ["quit"], 100, 60)
    assert [Path(game.file) for game in iter_recent_games()] == [ten_hands]
