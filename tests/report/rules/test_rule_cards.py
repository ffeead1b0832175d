"""The sentences of rule cards that players ask for, on every card where the rules have them."""

import re

import pytest
from support.command_line import run_ok
from support.variants import SHIPPED, variant

from canasta_score.report.rules.card import format_rule_card

WITH_A_FOOT = {"catawba", "good-sams", "hand-and-foot"}
SENTENCES = [
    ("hand-and-foot", "Red threes (red, r): 100 each"),
    ("bolivia", "needs 2 canastas, including one of the escaleras"),
    ("italian", "needs 4 natural canastas and one of the mixed canastas"),
    (
        "italian",
        "Threes are subtracted with no canasta or with one canasta and added with two canastas or more.",
    ),
    ("cuban", "Black threes count only if the side took them with the pile."),
    (
        "ponytail",
        "Red books (natural, n) five cards of one rank without a wild card, except sevens 1 is worth nothing, 2",
    ),
    ("samba", "several groups may have the same rank or sequences of natural cards"),
    ("nvso", "4-4-3-3, no wild cards"),
    ("classic", "7 to 4 = 5, black 3 = 5"),
    ("nvso", "7 to 4 = 5 Game"),
    ("catawba", "7 to 4 = 5, black 3 = 0"),
    ("good-sams", "9 to 4 = 5, black 3 = 0"),
    (
        "nvso",
        "keep at least 1 card in your hand, and 2 once the turn card is gone, but you need not keep any if you take",
    ),
    ("classic", "keep at least 1 card in your hand, but you need not keep any if you take the pile"),
    ("classic", "with a canasta only with out, and in addition to its points"),
    ("brazilian", "you cannot take the pile to open keep at least 1 card in your hand only"),
]


def words_of_card(name: str) -> str:
    return " ".join(format_rule_card(variant(name)).split())


@pytest.mark.parametrize(("name", "sentence"), SENTENCES)
def test_the_card_says_what_the_rules_say(name: str, sentence: str) -> None:
    assert sentence in words_of_card(name)


@pytest.mark.parametrize("name", SHIPPED)
def test_every_card_answers_what_players_ask(name: str) -> None:
    card = words_of_card(name)
    assert "only the points of cards count toward the need, not bonuses or threes" in card
    assert "those of a canasta count in addition to its bonus" in card
    held = "the cards of all players of the side, even if one of them went out"
    assert f"{held}{', and a foot that was not played' if name in WITH_A_FOOT else ''}" in card
    assert ("a foot that was not played" in card) == (name in WITH_A_FOOT)
    assert max(map(len, format_rule_card(variant(name)).splitlines())) <= 80


@pytest.mark.parametrize("width", [40, 60, 80])
@pytest.mark.parametrize("name", SHIPPED)
def test_the_card_fits_the_width_and_breaks_no_word(name: str, width: int) -> None:
    card = format_rule_card(variant(name), width)
    assert max(map(len, card.splitlines())) <= width
    # A semicolon becomes the end of a line where a rule takes too many lines.
    assert set(card.replace(";", "").split()) == set(words_of_card(name).replace(";", "").split())
    _, facts = card.split("\nCanastas\n")
    for section in facts.split("\n\n"):
        ends = {len(line) for line in section.splitlines() if re.match(r" {2,4}\S.* -?[\d,]+$", line)}
        assert len(ends) <= 1


@pytest.mark.parametrize(("columns", "width"), [(40, 40), (200, 80)])
def test_the_shown_card_follows_a_narrow_terminal_only(columns: int, width: int) -> None:
    shown = run_ok("variants", "show", "wca", COLUMNS=str(columns))
    assert shown == format_rule_card(variant("wca"), width) + "\n"
