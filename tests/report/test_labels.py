"""House rules as people read them."""

import pytest

from canasta_score.recording.rule_changes import load_rules, override_rules
from canasta_score.report.labels import list_house_rules


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
        ("nvso", "specials.opponents=nothing", "specials.opponents=nothing"),
    ],
)
def test_the_points_of_an_item_are_said_in_words(rules: str, rule: str, words: str) -> None:
    changed = override_rules(load_rules(rules), [rule])
    assert list_house_rules(changed.variant, changed.house_rules) == [words]
