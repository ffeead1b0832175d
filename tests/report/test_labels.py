"""House rules as people read them."""

import pytest

from canasta_score.recording.rule_changes import load_rules, override_rules
from canasta_score.report.labels import format_need, list_house_rules


@pytest.mark.parametrize(
    ("rules", "rule", "words"),
    [
        ("hand-and-foot", "penalties.red-in-hand.points=300", "Red threes in hand 300"),
        ("hand-and-foot", "canastas.wild.points = 2500", "Wild books 2,500"),
        ("hand-and-foot", "bonuses.napkin.points=50", "Napkin 50"),
        ("nvso", "game.target=5000", "to 5,000"),
        ("nvso", "game.hands = 1", "1 hand"),
        ("nvso", "need.failed_attempt=5", "need.failed_attempt=5"),
        ("nvso", "bonuses.out.label=Out", "out called Out"),
        ("hand-and-foot", "canastas.natural.label = Red books", "natural called Red books"),
        ("hand-and-foot", "need=50,100,120,150", "need 50; 100 from hand 2; 120 from hand 3; 150 from hand 4"),
        ("nvso", "need.steps=[{need=90},{over=5000,need=1200}]", "need 90; 1,200 over 5,000"),
        ("hand-and-foot", "threes.red=200", "Red threes 200 each"),
        ("nvso", "threes.black=[150,300,450,600]", "Black threes 150 each"),
        ("nvso", "threes.red=[100,300,500,1200]", "Red threes 100, 300, 500, 1,200"),
        ("nvso", "specials.opponents=nothing", "specials.opponents=nothing"),
    ],
)
def test_the_points_of_an_item_are_said_in_words(rules: str, rule: str, words: str) -> None:
    changed = override_rules(load_rules(rules), [rule])
    assert list_house_rules(changed.variant, changed.house_rules) == [words]


def test_a_need_is_points_or_a_canasta_or_both() -> None:
    needs = (format_need(1255, ""), format_need(0, "natural"), format_need(200, "mixed"))
    assert needs == ("1,255", "natural canasta", "mixed canasta and 200")
