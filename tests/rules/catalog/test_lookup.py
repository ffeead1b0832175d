"""Where rule files are found, and what the list says of them."""

import re
import sys
from dataclasses import fields
from pathlib import Path
from typing import Literal
from unicodedata import normalize

import pytest
from platformdirs import user_config_path
from support.variants import SHIPPED
from support.wording import Wording

from canasta_score import RuleError, Variant, load_variant
from canasta_score.rules.catalog import files
from canasta_score.rules.catalog.files import find_rule_file, get_shipped_folder, get_user_folder, is_ledger_file
from canasta_score.rules.catalog.listing import group_by_family, list_variants
from canasta_score.rules.catalog.loading import load_variants

pytestmark = pytest.mark.usefixtures("sentences")


def test_every_shipped_file_is_listed_with_its_title_and_source() -> None:
    listed = list_variants()
    assert [one.name for one in listed] == [*SHIPPED]
    assert all(one.shipped and one.title and one.source and one.summary and not one.hides_shipped for one in listed)


def test_a_user_file_hides_the_shipped_one_and_may_extend_it(own_variants: Path) -> None:
    (own_variants / "nvso.toml").write_text('extends = "nvso"\n[game]\ntarget = 5000\n')
    hiding = {one.name: one.hides_shipped for one in list_variants()}
    assert hiding == {name: name == "nvso" for name in SHIPPED}
    assert load_variant("nvso").game.target == 5000
    assert load_variant("nvso-tournament").game.hands == 3


def test_a_shipped_file_that_extends_a_user_file_says_so(own_variants: Path) -> None:
    (own_variants / "nvso.toml").write_text('extends = "nvso"\n[game]\ntarget = 5000\n')
    (own_variants / "modern-american.toml").write_text('extends = "nvso"\n')
    plays_by = {one.name: one.plays_by for one in list_variants() if one.plays_by}
    assert plays_by == {"nvso-tournament": ("nvso",), "canasta-league": ("modern-american", "nvso")}


@pytest.mark.parametrize("table", ["rules", "sides"])
def test_one_table_of_a_game_file_makes_no_game_file_of_rules(own_variants: Path, table: str) -> None:
    (own_variants / "club.toml").write_text(f'extends = "nvso"\n[{table}]\nwe = "Ann"\n')
    assert not is_ledger_file(str(own_variants / "club.toml"))
    with pytest.raises(RuleError, match=f"club.toml: line 2: {table}: unknown "):
        load_variant("club")


def test_names_that_lead_to_another_file_are_listed(own_variants: Path) -> None:
    (own_variants / "club.toml").write_text(
        'extends = "nvso"\nname = "WCA"\naliases = ["senior-olympics", "us", "Classic"]\n'
    )
    (own_variants / "zoo.toml").write_text('extends = "nvso"\naliases = ["us", "Lions"]\n')
    listed = {one.name: one for one in list_variants()}
    elsewhere = {name: one.elsewhere for name, one in listed.items() if one.elsewhere}
    assert elsewhere == {
        "club": {"WCA": "wca", "Classic": "classic"},
        "nvso": {"senior-olympics": "club"},
        "zoo": {"us": "club"},
    }
    assert (listed["club"].aliases, listed["zoo"].aliases) == (("senior-olympics", "us"), ("Lions",))
    for one in listed.values():
        titles = {load_variant(name).title for name in (one.name, *one.aliases)}
        assert titles == {one.title}
        assert all(load_variant(name).title == listed[other].title for name, other in one.elsewhere.items())


def test_a_broken_file_is_listed_with_its_problems(own_variants: Path, wording: Wording) -> None:
    (own_variants / "ours.toml").write_text('extends = "nvos"\n')
    ours = next(one for one in list_variants() if one.name == "ours")
    (problem,) = ours.problems
    assert (problem.file, problem.where) == ("ours.toml", "extends")
    wording.check_wording("rule_files", ["names", "a broken parent"], [str(problem)])


@pytest.mark.parametrize("config_home", [None, "", "/somewhere", "not/absolute"])
@pytest.mark.parametrize("system", ["linux", "another"])
def test_without_the_variable_the_user_folder_is_that_of_the_system(
    monkeypatch: pytest.MonkeyPatch, config_home: str | None, system: str
) -> None:
    monkeypatch.delenv("CANASTA_VARIANTS")
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    if config_home is not None:
        monkeypatch.setenv("XDG_CONFIG_HOME", config_home)
    monkeypatch.setattr(sys, "platform", system)
    assert get_user_folder() == user_config_path("canasta-score") / "variants"


def test_the_shipped_files_lie_next_to_the_package_in_a_checkout() -> None:
    assert sorted(path.stem for path in get_shipped_folder().glob("*.toml")) == [*SHIPPED]


def test_a_child_that_states_nothing_is_its_parent(tmp_path: Path) -> None:
    for name in SHIPPED:
        child = tmp_path / f"{name}.toml"
        child.write_text(f'extends = "{name}"\n')
        assert without_names(load_variant(child)) == without_names(load_variant(name))


def without_names(variant: Variant) -> dict[str, object]:
    """Return the rules without the keys that a child does not inherit."""
    return {
        rule.name: getattr(variant, rule.name) for rule in fields(variant) if rule.name not in {"aliases", "summary"}
    }


def test_values_compare_and_print_by_what_they_hold() -> None:
    deck = load_variant("nvso").deck
    assert deck == load_variant("wca").deck
    assert deck != load_variant("catawba").deck
    assert deck != "deck"
    assert repr(load_variant("nvso").game) == (
        "GameEnd(target=8500, hands=None, tie='play-on', wins='highest', partners='fixed')"
    )
    with pytest.raises(AttributeError):
        deck.packs = 3  # type: ignore[misc]  # that is what is tested


def test_a_name_that_no_file_has_is_refused_with_the_nearest() -> None:
    with pytest.raises(RuleError) as caught:
        load_variant("wac")
    (diagnostic,) = caught.value.diagnostics
    assert "wac" in diagnostic.message
    assert "wca" in diagnostic.hint


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("hand", "hand-and-foot"),  # two titles begin with it, but one name
        ("hand and foot, good", "good-sams"),
        ("NVSO Canasta", "nvso"),  # another title begins with it
        ("senior olymp", "nvso"),
        ("Canasta League of", "canasta-league"),
        ("our club", "our-club"),
        ("club on", "our-club"),
        ("w", "wca"),
    ],
)
def test_rules_are_found_by_title_without_hyphens_and_by_a_beginning(typed: str, name: str, own_variants: Path) -> None:
    (own_variants / "our-club.toml").write_text('extends = "nvso"\ntitle = "Club on Thursday"\n')
    (own_variants / "broken.toml").write_text("title =\n")
    assert find_rule_file(typed).stem == name
    with pytest.raises(RuleError):
        find_rule_file(typed, whole_names=True)


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        ("canasta", "canasta-league, cutthroat or six-handed"),
        ("NV", "nvso or nvso-tournament"),
        ("two", "two-handed or two-tables"),
        ("wca canasta", "wca or wca-at-home"),
    ],
)
def test_a_beginning_that_fits_several_rules_is_refused_with_their_names(
    typed: str, names: str, own_variants: Path
) -> None:
    (own_variants / "two-tables.toml").write_text('extends = "nvso"\n')
    (own_variants / "wca-at-home.toml").write_text('extends = "wca"\ntitle = "WCA Canasta"\n')
    with pytest.raises(RuleError) as caught:
        load_variant(typed)
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.message == f'"{typed}" could be {names}'
    assert diagnostic.command == ("variants", "list")


@pytest.mark.parametrize("typed", ["-", "", "—"])
def test_no_letter_is_no_beginning(typed: str) -> None:
    with pytest.raises(RuleError, match="no rules are called"):
        find_rule_file(typed)


def test_an_exact_name_reads_no_other_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "index_rule_files", lambda: pytest.fail("the list was read"))
    assert load_variant("hand-and-foot").name == "hand-and-foot"


@pytest.mark.parametrize("stored", ["NFC", "NFD"])
@pytest.mark.parametrize("typed", ["NFC", "NFD"])
def test_a_name_is_found_however_its_accents_are_stored(
    stored: Literal["NFC", "NFD"], typed: Literal["NFC", "NFD"], own_variants: Path
) -> None:
    name, alias = "caf\N{LATIN SMALL LETTER E WITH ACUTE}", "th\N{LATIN SMALL LETTER E WITH ACUTE}"
    (own_variants / f"{normalize(stored, name)}.toml").write_text(
        f'extends = "nvso"\naliases = ["{normalize(stored, alias)}"]\n', encoding="utf-8"
    )
    assert find_rule_file(normalize(typed, name.upper())).parent == own_variants
    assert find_rule_file(normalize(typed, alias)).parent == own_variants


def test_a_broken_file_does_not_hide_the_names_of_others(own_variants: Path) -> None:
    (own_variants / "broken.toml").write_text("extends = \n")
    assert load_variant("senior-olympics").name == "nvso"


def test_a_folder_that_cannot_be_gives_no_variants(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CANASTA_VARIANTS", "x" * 5000)
    assert [one.name for one in list_variants()] == [*SHIPPED]
    assert load_variant("nvso").name == "nvso"


def test_another_end_of_the_game_resets_the_rule_for_a_tie(tmp_path: Path) -> None:
    child = tmp_path / "child.toml"
    child.write_text('extends = "nvso"\n[game]\nhands = 4\n')
    assert load_variant(child).game.tie == "shared"
    child.write_text('extends = "nvso"\n[game]\nhands = 4\ntie = "play-on"\n')
    assert load_variant(child).game.tie == "play-on"
    child.write_text('extends = "nvso"\n[game]\ntarget = 5000\n')
    assert load_variant(child).game.tie == "play-on"


def test_an_inherited_title_is_followed_by_the_name_of_the_file(own_variants: Path) -> None:
    (own_variants / "ours.toml").write_text('extends = "wca"\n[bonuses.out]\npoints = 300\n')
    (own_variants / "named.toml").write_text('extends = "ours"\ntitle = "Canasta at Ann\'s"\n')
    (own_variants / "again.toml").write_text('extends = "named"\nname = "thursday"\n')
    titles = [load_variant(name).title for name in ("ours", "named", "again")]
    assert titles == ["WCA Canasta (ours)", "Canasta at Ann's", "Canasta at Ann's (thursday)"]


def test_the_mistakes_of_several_variants_are_listed_each_once(wording: Wording) -> None:
    with pytest.raises(RuleError) as caught:
        load_variants(["nvos", "nvso", "samab", "nvos"])
    wording.check_wording("rule_files", ["names", "two unknown names"], caught.value.sentences)


def test_an_unreadable_file_is_no_ledger(tmp_path: Path) -> None:
    broken = tmp_path / "broken.toml"
    broken.write_text("sides =\n")
    assert not is_ledger_file(str(broken))
    assert not is_ledger_file(str(tmp_path / "none.toml"))
    assert not is_ledger_file("nvso")


def test_an_inherited_source_says_which_file_changed_it(own_variants: Path) -> None:
    (own_variants / "base.toml").write_text('extends = "wca"\n')
    (own_variants / "club.toml").write_text('extends = "base"\n')
    (own_variants / "other.toml").write_text('extends = "wca"\nsource = "our rules"\n')
    source = load_variant("wca").source
    assert load_variant("base").source == f"{source}; changed in base.toml"
    assert load_variant("club").source == f"{source}; changed in club.toml"
    assert load_variant("other").source == "our rules"


def test_a_name_of_a_file_in_this_folder_is_answered_with_its_path(
    own_variants: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("our-club.toml").write_text('extends = "nvso"\n')
    with pytest.raises(RuleError) as caught:
        find_rule_file("our-club")
    assert "./our-club.toml" in caught.value.diagnostics[0].hint
    assert load_variant("./our-club.toml").name == "our-club"


def test_a_file_that_an_editor_gave_another_ending_is_named(
    own_variants: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (own_variants / "club.toml.txt").write_text('extends = "nvso"\n')
    Path("here.toml.txt").write_text('extends = "nvso"\n')
    for name in ("club", "here"):
        with pytest.raises(RuleError, match=f'rename ".*{name}.toml.txt" so that its name ends in .toml'):
            find_rule_file(name)


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("Classic Canasta", "classic"),
        ("hand and foot", "hand-and-foot"),
        ("HANDANDFOOT", "hand-and-foot"),
        ("hand", "hand-and-foot"),
        ("Hand and Foot, Good Sams of Florida", "good-sams"),
        ("clas", "classic"),
        ("modern", "modern-american"),
        ("two handed", "two-handed"),
        ("NVSO canasta", "nvso"),
        ("nvso canasta, timed", "nvso-tournament"),
        ("canasta l", "canasta-league"),
        ("Pennies from", "pennies-from-heaven"),
        ("s\N{LATIN SMALL LETTER A WITH ACUTE}mb", "samba"),
    ],
)
def test_titles_and_beginnings_that_fit_one_file_find_it(typed: str, name: str) -> None:
    assert find_rule_file(typed).stem == name


@pytest.mark.parametrize("typed", ["canasta", "c", "-", "nvs", "foot", "classic rules"])
def test_what_fits_no_file_or_several_is_refused(typed: str) -> None:
    with pytest.raises(RuleError):
        find_rule_file(typed)


def test_titles_of_own_files_find_them_and_a_file_with_a_typo_keeps_none_from_being_found(own_variants: Path) -> None:
    (own_variants / "thu.toml").write_text('extends = "nvso"\ntitle = "Our Thursday"\n')
    (own_variants / "typo.toml").write_text("[")
    (own_variants / "number.toml").write_text("title = 5\n")
    assert find_rule_file("our thurs").stem == "thu"
    (own_variants / "fri.toml").write_text('extends = "Our Thursday"\n')
    with pytest.raises(RuleError):
        load_variant("fri")


def test_rules_are_of_the_family_of_those_that_they_extend(own_variants: Path) -> None:
    (own_variants / "ours.toml").write_text('extends = "ponytail"\n')
    (own_variants / "typo.toml").write_text("[")
    families = {family: [one.name for one in listed] for family, listed in group_by_family(list_variants()).items()}
    assert families == {
        "Modern American Canasta": "canasta-league modern-american nvso nvso-tournament wca".split(),
        "Classic Canasta": "classic cuban cutthroat ours ponytail six-handed two-handed uruguay".split(),
        "Canasta with sequences": "bolivia brazilian italian samba".split(),
        "Hand and Foot": "catawba good-sams hand-and-foot pennies-from-heaven".split(),
        "Rules with mistakes": ["typo"],
    }


@pytest.mark.parametrize(
    ("extends", "without"),
    [
        ("catawba", "canastas.natural"),
        ("nvso", "canastas.natural"),
        ("italian", "canastas.natural"),
        ("classic", "bonuses.out"),
    ],
)
def test_what_a_file_goes_without_can_be_followed_to_the_end_by_its_hints(
    extends: str, without: str, own_variants: Path
) -> None:
    removed = [without]
    for _ in range(5):
        (own_variants / "ours.toml").write_text(f'extends = "{extends}"\nwithout = {removed}\n')
        try:
            assert load_variant("ours").title
        except RuleError as error:
            removed += sorted(
                {path for found in error.diagnostics for path in re.findall('"(.+)" to without', found.hint)}
            )
        else:
            return
    raise AssertionError(removed)
