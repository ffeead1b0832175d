"""What two variants play otherwise: every figure of a rule file that differs is told, and nothing else."""

from collections.abc import Iterable, Iterator
from copy import deepcopy
from functools import cache
from itertools import islice, pairwise
from pathlib import Path
from typing import Any, cast

import pytest
from support.command_line import run, run_json, run_ok
from support.randomness import is_night
from support.rule_keys import NO_RULES, lines_in, requested_keys, rules_in_play
from support.variants import SAMPLE_THEN_SLOW, SHIPPED
from support.wording import Wording

from canasta_score import RuleError, Variant, load_variant
from canasta_score.report.rules.differences import (
    RuleDifference,
    compare_rules,
    format_rule_comparison,
    list_changes,
)
from canasta_score.report.text.layout import COLUMN_GAP, measure_width
from canasta_score.rules.catalog.loading import load_with_overrides
from canasta_score.rules.model.variant import read_variant
from canasta_score.rules.schema.reader import iter_key_paths

OF_STEP = "need.steps."
BOUNDS = {"at_least", "over"}
VALUES: list[Any] = [
    *(0, 1, 2, 3, 4, 5, 45, 5000, True, False),
    *(
        "by hand",
        "lowest",
        "higher",
        "play-on",
        "shared",
        "total",
        "hand",
        "all",
        "pair",
        "nothing",
        "plus",
        "minus",
        "score",
        "table",
    ),
    *(
        "canastas",
        "melded",
        "natural",
        "mixed",
        "aces",
        "out",
        "times",
        "points",
        "A",
        "7",
        "wild",
        "red three",
        "q",
        "Other",
    ),
    *([], ["7"], ["K", "A"], ["open-aces"], ["aces"], ["minus"], ["nothing", "plus"], ["red"], ["black"]),
    *([0, 0], [1, 1], [0, 2], [1, 4], [2, 5], [3, 3], [4, 4], [3, 6], [6, 6]),
    *([1, 2, 3, 4], list(range(10)), {"natural": 1}),
    *([{"need": 15}], [{"need": 50}, {"at_least": 2, "need": 90}]),
]


@cache
def rules_of(name: str) -> tuple[dict[str, object], Variant]:
    keys, variant = load_with_overrides(name)
    return dict(keys), variant


def with_value(keys: dict[str, object], path: str, value: object) -> dict[str, object]:
    """Return a copy of some rules with another value at the path of a key."""
    changed = deepcopy(keys)
    table: Any = changed
    *tables, last = path.split(".")
    for one in tables:
        table = table.setdefault(one, {})
    table[last] = value
    return changed


def changed_at(name: str, path: str, values: Iterable[object] = VALUES) -> Iterator[Variant]:
    """Yield variants that differ from a shipped one in a single key, at its path."""
    keys, variant = rules_of(name)
    for value in values:
        try:
            other = read_variant(with_value(keys, path, value), "changed.toml", {})
        except RuleError:
            continue
        if rules_in_play(other) != rules_in_play(variant):
            yield other


def is_told(name: str, other: Variant) -> bool:
    """Return whether a comparison with a shipped variant finds a difference, in both directions."""
    both = (compare_rules(rules_of(name)[1], other), compare_rules(other, rules_of(name)[1]))
    return all(both)


def paths_of(pattern: str, name: str) -> Iterator[str]:
    """Yield the keys of a shipped variant that match a pattern; for a key of a step, all steps together."""
    room, star, key = pattern.partition(".*.")
    things = rules_of(name)[0].get(room, {})
    if not star:
        yield "need.steps" if pattern.startswith(OF_STEP) else pattern
    elif isinstance(things, dict):
        named = (thing for thing, stated in things.items() if isinstance(stated, dict))
        yield from (f"{room}.{thing}.{key.replace('*', 'natural')}" for thing in named)


def values_for(pattern: str, name: str) -> Iterator[object]:
    """Yield the values to try for a key; for a key of a step, shipped steps with the value in the second."""
    if not pattern.startswith(OF_STEP):
        yield from VALUES
        return
    key = pattern.removeprefix(OF_STEP)
    first, second, *others = cast("list[dict[str, object]]", value_at(name, "need.steps"))
    kept = {other: value for other, value in second.items() if not {other, key} <= BOUNDS}
    yield from ([first, {**kept, key: value}, *others] for value in VALUES)


@cache
def stated() -> dict[str, str]:
    """Return the keys that shipped files state, but for explanations, each with the first file that states it."""
    first: dict[str, str] = {}
    for name in SHIPPED:
        keys = {key: value for key, value in rules_of(name)[0].items() if key not in NO_RULES}
        for path in lines_in(set(iter_key_paths(keys))):
            if not path.endswith(".about"):
                first.setdefault(path, name)
    return first


def value_at(name: str, path: str) -> object:
    """Return what a shipped file states at the path of a key."""
    value: Any = rules_of(name)[0]
    for key in path.split("."):
        value = value[key]
    return value


@pytest.mark.parametrize("name", SAMPLE_THEN_SLOW)
def test_a_key_that_a_shipped_file_states_is_told_however_it_differs(name: str) -> None:
    for path in sorted(path for path, first in stated().items() if first == name):
        alike = [value for value in VALUES if type(value) is type(value_at(name, path))]
        tried = islice(changed_at(name, path, alike), None if is_night() else 4)
        assert [other for other in tried if not is_told(name, other)] == [], path


@pytest.mark.slow
def test_every_key_that_the_reader_asks_for_is_told_where_it_makes_a_difference() -> None:
    """Where this fails for a new key, its words are missing in report/rules, or a value for it in VALUES."""
    needs_another = {"need.hand_steps"}  # it means something only together with `need.by`, and no shipped file has it
    asked = lines_in(requested_keys()) - NO_RULES - needs_another
    for pattern in sorted(pattern for pattern in asked if not pattern.endswith(".about")):
        assert any(
            is_told(name, other)
            for name in SHIPPED
            for path in paths_of(pattern, name)
            for other in changed_at(name, path, values_for(pattern, name))
        ), pattern


def changed(tmp_path: Path, text: str) -> Variant:
    """Return the WCA variant with some differences."""
    file = tmp_path / "our-club.toml"
    file.write_text(f'extends = "wca"\n{text}', encoding="utf-8")
    return load_variant(file)


def told(one: Variant, other: Variant) -> list[tuple[str, str, str | None, str | None]]:
    """List what a comparison says."""
    return [(each.section, each.rule, each.a, each.b) for each in compare_rules(one, other)]


def test_a_different_figure_is_listed_with_both_values(tmp_path: Path) -> None:
    ours = changed(tmp_path, "[bonuses.out]\npoints = 300\n")
    assert told(ours, load_variant("wca")) == [("Bonuses", "Going out (out)", "300", "200")]


def test_a_remark_that_only_one_has_is_listed(tmp_path: Path, wording: Wording) -> None:
    ours = changed(tmp_path, "[bonuses.out]\none_side = false\nends_play = false\nneeds.canastas = 0\n")
    ((section, rule, a, b),) = told(ours, load_variant("wca"))
    assert (section, rule, a) == ("Bonuses", "Going out (out)", None)
    wording.check_wording("rule_differences", ["remarks", "going out"], b or "")


def test_a_rule_that_only_one_has_is_listed_as_on_its_card(tmp_path: Path, wording: Wording) -> None:
    ours = changed(tmp_path, 'without = ["bonuses.cut"]\n[canastas.samba]\npoints = 1500\nmax = 2\nwilds = [0, 0]\n')
    samba, cut = told(ours, load_variant("wca"))
    assert (samba[:2], samba[3]) == (("Canastas", "Samba (samba)"), None)
    assert cut[:3] == ("Bonuses", "Exact cut (cut)", None)
    wording.check_wording("rule_differences", ["remarks", "samba"], samba[2] or "")
    wording.check_wording("rule_differences", ["remarks", "exact cut"], cut[3] or "")


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ('"2xnatural", "2xnatural", "2xnatural"', "3 pairs of natural cards"),
        ('"2xnatural"', "1 pair of natural cards"),
        ('"2xA", "2x7", "2xwild"', "1 pair of aces; 1 pair of sevens; 1 pair of wild cards"),
        (
            '"2xA", "2xA", "2xJK", "2xJK", "2xwild", "2xwild"',
            "2 pairs of aces; 2 pairs of jokers; 2 pairs of wild cards",
        ),
        (
            '"4xnatural", "4xnatural", "3xnatural"',
            "2 groups of 4 natural cards; 1 group of 3 natural cards",
        ),
        ('"3x2", "3xwild", "3xwild"', "1 group of 3 twos; 2 groups of 3 wild cards"),
        ('"JK", "2", "K", "natural", "wild", "three"', "one each of JK 2 K natural wild 3"),
        (
            '"2x2/JK", "5xwilds", "or", "2xthree"',
            "1 pair of twos or jokers; 1 group of 5 wild cards of any rank; or 1 pair of threes",
        ),
        ('"3xnatural/three"', "1 group of 3 natural cards or threes"),
        ('"2xQ", "A", "3x4"', "one each of A; 1 pair of queens; 1 group of 3 fours"),
    ],
)
def test_the_cards_of_a_special_hand_are_listed_single_cards_first(tmp_path: Path, cards: str, words: str) -> None:
    ours = changed(tmp_path, f"[specials.deuces]\ncards = [{cards}]\n")
    assert told(ours, load_variant("wca")) == [
        ("Special hands", "Deuces (deuces)", words, "1 group of 4 twos; 5 pairs of natural cards or threes")
    ]


def test_different_letters_and_labels_are_listed(tmp_path: Path) -> None:
    ours = changed(
        tmp_path, '[bonuses.cut]\nlabel = "Good cut"\n[count]\nshort.hand = "l"\n[bonuses.out]\nshort = ""\n'
    )
    assert told(ours, load_variant("wca")) == [
        ("Bonuses", "Going out (out)", "no short name", "short name o"),
        ("Bonuses", "Good cut (cut)", 'called "Good cut"', 'called "Exact cut"'),
        ("Points of cards", "Left in hand (hand)", "short name l", "short name h"),
    ]


def test_the_need_to_open_is_listed_as_a_whole(wording: Wording) -> None:
    needs = {
        rule: (a, b) for _, rule, a, b in told(load_variant("nvso"), load_variant("wca")) if rule == "Need to open"
    }
    ((nvso, wca),) = needs.values()
    wording.check_wording("rule_differences", ["need", "nvso"], nvso or "")
    wording.check_wording("rule_differences", ["need", "wca"], wca or "")


def test_a_card_without_points_is_listed(tmp_path: Path) -> None:
    ours = changed(tmp_path, "[cards]\n10 = 0\n")
    before = "JK = 50, 2 and A = 20, K to 8 = 10, 7 to 4 = 5"
    after = "JK = 50, 2 and A = 20, K to J = 10, 9 and 8 = 10, 7 to 4 = 5"
    assert told(load_variant("wca"), ours) == [("The game", "Cards", before, after)]


def test_title_source_aliases_and_summary_are_no_rules(tmp_path: Path) -> None:
    ours = changed(tmp_path, 'title = "Ours"\nsource = "us"\naliases = ["thursday"]\nsummary = "ours"\n')
    assert compare_rules(ours, load_variant("wca")) == []


def test_an_explanation_alone_makes_no_difference(tmp_path: Path) -> None:
    ours = changed(tmp_path, '[specials.straight]\nabout = "one of each"\n[bonuses.cut]\nabout = "52"\npoints = 5\n')
    assert [one.rule for one in compare_rules(ours, load_variant("wca"))] == ["Exact cut (cut)"]


@pytest.mark.parametrize("name", SHIPPED)
def test_a_variant_does_not_differ_from_itself(name: str) -> None:
    assert compare_rules(load_variant(name), load_variant(name)) == []


@pytest.mark.parametrize(("a", "b"), list(pairwise(SHIPPED)))
def test_in_the_opposite_order_the_two_values_change_places(a: str, b: str) -> None:
    there, back = (
        {(one.section, by_fact(one)): (one.a, one.b) for one in compare_rules(load_variant(x), load_variant(y))}
        for x, y in ((a, b), (b, a))
    )
    assert there == {rule: (of_a, of_b) for rule, (of_b, of_a) in back.items()}


@pytest.mark.parametrize("width", [30, 52, 80])
def test_the_table_is_laid_out_for_the_width(width: int, wording: Wording) -> None:
    one, other = load_variant("nvso"), load_variant("nvso-tournament")
    names, titles = (one.name, other.name), (one.title, other.title)
    table = format_rule_comparison(compare_rules(one, other), names, titles, width)
    wording.check_wording("rule_differences", ["laid out", str(width)], f"{table}\n")


def test_long_names_take_two_fifths_of_a_table_that_is_full(tmp_path: Path) -> None:
    ours = changed(
        tmp_path, f"[bonuses.out]\nlabel = '{'Going out as often as ' * 2}can be'\nneeds.canastas = 5\nbeside = 'cut'\n"
    )
    texts = format_rule_comparison(compare_rules(ours, load_variant("wca")), ("ours", "wca"), ("Ours", "WCA"), 110)
    heading = next(line for line in texts.split("\n") if "(ours)  " in line)
    assert heading.index("Ours (ours)") == 110 * 2 // 5 + len(COLUMN_GAP)


def by_fact(one: RuleDifference) -> str:
    """Return the values of a rule without its names."""
    return one.rule.rpartition("(")[2] if one.is_fact else one.rule


@pytest.mark.parametrize("width", [30, 40, 52, 60, 72, 80, 100, 200])
@pytest.mark.parametrize(("a", "b"), [("nvso", "wca"), ("wca", "catawba")])
def test_the_table_keeps_within_the_terminal_and_says_all(a: str, b: str, width: int) -> None:
    one, other = load_variant(a), load_variant(b)
    differences = compare_rules(one, other)
    text = format_rule_comparison(differences, (one.name, other.name), (one.title, other.title), width)
    assert max(map(measure_width, text.split("\n"))) <= width
    words = text.split()
    for each in differences:
        assert set(f"{each.rule} {each.a or ''} {each.b or ''}".replace(";", "").split()) <= {
            word.removesuffix(";") for word in words
        }


def test_the_command_shows_the_differences_as_json(own_variants: Path, wording: Wording) -> None:
    (own_variants / "our-club.toml").write_text(
        'extends = "wca"\nwithout = ["bonuses.cut"]\n[game]\ntarget = 5000\n', encoding="utf-8"
    )
    shown = run_json("variants", "diff", "wca", "our-club", "--json")
    assert list(shown) == ["a", "b", "differences"]
    assert (shown["a"], shown["b"]) == ("wca", "our-club")
    game, cut = shown["differences"]
    assert (game["section"], game["rule"]) == ("The game", "Game")
    assert (cut["section"], cut["rule"], cut["b"]) == ("Bonuses", "Exact cut (cut)", None)
    wording.check_wording("rule_differences", ["json", "game"], [game["a"], game["b"]])
    wording.check_wording("rule_differences", ["json", "exact cut"], cut["a"])
    assert run_json("variants", "diff", "wca", "wca", "--json") == {"a": "wca", "b": "wca", "differences": []}


def test_two_files_of_one_name_go_by_what_was_typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "wca.toml").write_text('extends = "wca"\n[game]\ntarget = 5000\n', encoding="utf-8")
    assert run_ok("variants", "diff", "wca", "wca.toml").split("\n")[0].split() == [
        *("WCA", "Canasta", "(wca)"),
        *("WCA", "Canasta", "(wca.toml)"),
    ]


def test_the_mistakes_of_both_files_are_listed_each_once(tmp_path: Path) -> None:
    one, other = tmp_path / "one.toml", tmp_path / "other.toml"
    one.write_text('extends = "wca"\nponits = 5\n', encoding="utf-8")
    other.write_text('extends = "wca"\n[game]\ntarget = "x"\n', encoding="utf-8")
    done = run("variants", "diff", str(one), str(other))
    assert (done.code, done.out) == (5, "")
    assert [line.partition(": ")[2].split(":")[0] for line in done.messages] == ["one.toml", "other.toml"]
    assert run("variants", "diff", str(one), str(one)).err == run("variants", "check", str(one)).err
    assert run("variants", "diff", "wca", "wac").code == 5


def test_an_inherited_title_names_its_file_once(own_variants: Path) -> None:
    (own_variants / "ours.toml").write_text('extends = "nvso"\n[game]\ntarget = 5000\n', encoding="utf-8")
    assert "   NVSO Canasta (ours)\n" in run_ok("variants", "diff", "nvso", "ours")
    assert run_ok("variants", "show", "ours").startswith("NVSO Canasta (ours)\n")


@pytest.mark.parametrize(
    ("wilds", "words"),
    [("[0, 0]", "no wild cards"), ("[0, 2]", "at most 2 wild cards"), ("[2, 2]", "2 wild cards")],
)
def test_how_many_wild_cards_a_canasta_has_is_said_in_words(tmp_path: Path, wilds: str, words: str) -> None:
    ours = changed(tmp_path, f"[canastas.mixed]\nwilds = {wilds}\n")
    ((section, _, mine, theirs),) = told(ours, load_variant("wca"))
    assert (section, mine, theirs) == ("Canastas", words, "1 to 2 wild cards")


def test_what_a_house_rule_adds_or_takes_away_was_or_is_nothing() -> None:
    before, after = load_variant("classic"), load_with_overrides("classic", ["bonuses.early.points=50"])[1]
    assert list_changes(before, after) == ["Early (early): nothing -> 50."]
    assert list_changes(after, before) == ["Early (early): 50 -> nothing."]


def test_canastas_that_do_not_count_for_threes_are_listed() -> None:
    classic, italian = load_variant("classic"), load_variant("italian")
    uncounted = "canasta of twos and mixed canasta of twos"
    assert f"Not counted: nothing -> {uncounted}." in list_changes(classic, italian)


def test_a_penalty_that_is_due_only_when_a_side_goes_out_says_so() -> None:
    before, after = (
        load_variant("bolivia"),
        load_with_overrides("bolivia", ["penalties.black-in-hand.when_out=false"])[1],
    )
    assert list_changes(before, after) == [
        "Black threes in hand (black-in-hand): only when a side goes out -> nothing."
    ]
