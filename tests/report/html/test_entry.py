"""What a phone shows of a hand that was refused."""

import re
import tomllib

import pytest
from support.paths import DATA

from canasta_score import Problem, load_variant
from canasta_score.report.html.entry import list_warnings
from canasta_score.rules.diagnostics import Severity


def test_every_sentence_of_the_referee_calls_items_as_their_fields_are_called() -> None:
    for path in sorted((DATA / "referee").glob("*/*.toml")):
        case = tomllib.loads(path.read_text())
        variant = load_variant(case["variant"])
        problems = [Problem(**{**fields, "severity": Severity(fields["severity"])}) for fields in case["problems"]]
        named = re.compile(rf'"|(?<![\w-])({"|".join(map(re.escape, variant.facts))})=')
        for _, *texts in list_warnings(variant, {}, problems):
            assert not [text for text in texts if named.search(text)]


@pytest.mark.parametrize(
    ("hint", "shown"),
    [
        ("enter table=135 or more", "enter 135 or more in “On the table”"),
        ("out=0 takes it back", "no check in “Going out” takes it back"),
        ("the nearest possible is red=0", "the nearest possible is 0 in “Red threes”"),
    ],
)
def test_a_hint_speaks_of_the_fields_of_the_form(hint: str, shown: str) -> None:
    problem = Problem(message="wrong", hint=hint, severity=Severity.IMPOSSIBLE)
    ((*_, translated),) = list_warnings(load_variant("classic"), {"we": "We", "they": "They"}, [problem])
    assert translated == shown
