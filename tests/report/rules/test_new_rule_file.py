"""`variants new`: a file that says its parent's rules, in which each line that is uncommented holds at once."""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import pairwise, takewhile
from pathlib import Path

import pytest
from support.command_line import run, run_json, run_ok
from support.rule_keys import lines_in, requested_keys, rules_in_play
from support.variants import SAMPLE_THEN_SLOW, SHIPPED
from support.wording import Case, Wording, load_wordings

from canasta_score import RuleError, load_variant
from canasta_score.report.rules.template import (
    format_toml_value,
    get_key_meanings,
    load_texts,
    render_rule_file,
)
from canasta_score.rules.catalog.listing import write_rule_file
from canasta_score.rules.catalog.loading import load_raw_rules, load_with_overrides
from canasta_score.rules.model.variant import read_variant
from canasta_score.rules.schema.inheritance import extend_rules
from canasta_score.rules.schema.reader import RawTable, build_raw_rules, iter_key_paths
from canasta_score.rules.schema.toml import parse_toml

RULE = "# "
EXPLAINS = "## "
HEADING = re.compile(r"\[(?P<room>[a-z]+)\]")
NUMBER = re.compile(r"(?<== )\d+")
OWN = {"name", "extends"}
OWN_WORDS = {"source", "title", *OWN, "aliases", "summary"}


def text_for(parent: str) -> list[str]:
    """Return the lines of a new file that extends a shipped one."""
    keys, variant = load_with_overrides(parent)
    return render_rule_file("our-club", parent, keys, variant).splitlines()


def rules_in(lines: list[str]) -> list[tuple[int, str]]:
    """List the rules of a new file: the places of their lines, and their full paths."""
    found: list[tuple[int, str]] = []
    room = ""
    for place, line in enumerate(lines):
        if heading := HEADING.match(line):
            room = f"{heading['room']}."
        elif line.startswith(RULE):
            found.append((place, room + line.removeprefix(RULE).partition(" ")[0]))
    return found


def uncommented(lines: list[str], *places: int) -> str:
    """Return a new file with some of its rules in force."""
    return "\n".join(line.removeprefix(RULE) if place in places else line for place, line in enumerate(lines))


def leaves_of(keys: RawTable) -> dict[str, object]:
    """Return the values of some rules by the paths of their keys."""
    found: dict[str, object] = {}
    for path in lines_in(set(iter_key_paths(keys))):
        value: object = keys
        for key in path.split("."):
            assert isinstance(value, dict)
            value = value[key]
        if value != {}:
            found[path] = value
    return found


@pytest.fixture
def file(own_variants: Path) -> Path:
    """Return the path of a rule file in the user's folder."""
    return own_variants / "our-club.toml"


def test_every_key_that_the_reader_asks_for_has_words_and_no_other() -> None:
    texts = load_texts()
    descriptions = dict(texts["top"])
    for table in texts["tables"]:
        own, of_each = get_key_meanings(table)
        descriptions |= {f"{table}.{key}": text for key, text in own.items()}
        descriptions |= {f"{table}.*.{key}": text for key, text in of_each.items()}
    assert sorted(descriptions) == sorted((lines_in(requested_keys()) - OWN) | {"need.steps"})
    assert all(descriptions.values())


def test_every_heading_says_what_it_is_about() -> None:
    assert list(load_texts()["titles"]) == list(load_texts()["tables"])


@pytest.mark.parametrize("parent", SHIPPED)
def test_a_new_file_states_nothing_but_its_parent_and_plays_by_its_rules(parent: str, file: Path) -> None:
    lines = text_for(parent)
    file.write_text("\n".join(lines), encoding="utf-8")
    values = parse_toml(file.read_bytes())
    assert {key: value for key, value in values.items() if value != {}} == {"extends": parent}
    assert run_ok("variants", "check", "our-club") == "No problems found in our-club.\n"
    assert rules_in_play(load_variant("our-club")) == rules_in_play(load_variant(parent))
    assert load_variant("our-club").title == f"{load_variant(parent).title} (our-club)"


@pytest.mark.parametrize("parent", SHIPPED)
def test_every_rule_of_the_parent_stands_in_it_once(parent: str) -> None:
    told = [path for _, path in rules_in(text_for(parent))]
    stated = leaves_of(load_with_overrides(parent)[0])
    assert len(told) == len(set(told))
    assert set(stated) - {"name"} <= set(told)


@pytest.mark.parametrize("parent", SAMPLE_THEN_SLOW)
def test_each_rule_alone_can_be_uncommented_and_says_what_holds(parent: str) -> None:
    lines = text_for(parent)
    keys, variant = load_with_overrides(parent)
    expected = rules_in_play(variant)
    for place, path in rules_in(lines):
        values = parse_toml(uncommented(lines, place).encode())
        assert path in leaves_of(values)
        parent_rules, stated = build_raw_rules(keys, "parent.toml"), {"name": "our-club", **values}
        together, _ = extend_rules(parent_rules, stated, "our-club.toml")
        assert rules_in_play(read_variant(together.values, "our-club.toml", together.origins)) == expected, path


@pytest.mark.parametrize("parent", SAMPLE_THEN_SLOW)
def test_all_rules_can_be_uncommented_together(parent: str, file: Path) -> None:
    lines = text_for(parent)
    file.write_text(uncommented(lines, *(place for place, _ in rules_in(lines))), encoding="utf-8")
    assert rules_in_play(load_variant("our-club")) == rules_in_play(load_variant(parent))


@pytest.mark.parametrize("parent", SAMPLE_THEN_SLOW)
def test_a_figure_that_is_changed_changes_exactly_that(parent: str, file: Path) -> None:
    lines = text_for(parent)
    before = leaves_of(load_with_overrides(parent)[0])
    numbers = [(place, path) for place, path in rules_in(lines) if NUMBER.search(lines[place])]
    assert len(numbers) > 20
    for place, path in numbers:
        changed = [*lines]
        changed[place] = NUMBER.sub("98", changed[place], count=1)
        file.write_text(uncommented(changed, place), encoding="utf-8")
        after = leaves_of(load_raw_rules(file)[1].values)
        others = {key for key in {*before, *after} - (OWN_WORDS - {path}) if before.get(key) != after.get(key)}
        assert others == {path}
        assert "98" in str(after[path])


def test_a_figure_that_is_changed_is_the_difference(file: Path) -> None:
    run_ok("variants", "new", "our-club", "--extends", "wca")
    text = file.read_text(encoding="utf-8")
    assert text.count("\n# out.points = 200\n") == 1
    file.write_text(text.replace("\n# out.points = 200\n", "\nout.points = 300\n"), encoding="utf-8")
    differences = run_json("variants", "diff", "wca", "our-club", "--json")["differences"]
    assert differences == [{"section": "Bonuses", "rule": "Going out (out)", "a": "200", "b": "300"}]


def test_what_is_dropped_need_not_be_taken_out_below(file: Path) -> None:
    run_ok("variants", "new", "our-club", "--extends", "wca")
    text = file.read_text(encoding="utf-8")
    example = re.search(r"^# without = \[\] +# .*such as (\[.+\])$", text, re.MULTILINE)
    assert example
    file.write_text(text.replace("# without = []", f"without = {example[1]}"), encoding="utf-8")
    assert run_json("variants", "diff", "wca", "our-club", "--json")["differences"] == [
        {"section": "Special hands", "rule": "Straight (straight)", "a": "3,000", "b": None}
    ]


def test_what_can_be_left_out_has_an_example_where_there_is_one() -> None:
    assert next(line for line in text_for("nvso") if "without" in line).endswith('such as ["specials.pairs"]')
    plain = load_variant("nvso")
    without_hands = replace(plain, specials=replace(plain.specials, hands=()))
    without_bonuses = replace(without_hands, bonuses=())
    for rules, example in ((without_hands, "bonuses.out"), (without_bonuses, "penalties.")):
        assert f'such as ["{example}' in render_rule_file("our-club", "nvso", {}, rules)
    nameless = replace(without_bonuses, penalties=())
    lines = render_rule_file("our-club", "nvso", {}, nameless).splitlines()
    assert next(line for line in lines if line.startswith("# without")).endswith("by full names")
    # With the rules of a thing are only the keys that each thing has, and those of each thing stand together.
    start = next(place for place, line in enumerate(text_for("nvso")) if "Each line starts with the name" in line)
    assert [line.split()[1] for line in text_for("nvso")[start + 1 : start + 4]] == ["label", "short", "about"]


def test_explanations_begin_in_one_column() -> None:
    lines = text_for("nvso")
    headings = [line for line in lines if HEADING.match(line)]
    beside = [line for line in lines if line.startswith(RULE) and "  # " in line]
    assert {line.index("# ") for line in headings} == {34}
    assert {line.rindex("  # ") + 2 for line in beside if len(line.partition("  # ")[0].rstrip()) < 32} == {34}


def test_keys_that_can_be_added_stand_in_a_table() -> None:
    lines = text_for("nvso")
    threes = next(place for place, line in enumerate(lines) if line.startswith("[threes]"))
    start = lines.index("## You can add:", threes) + 1
    table = [*takewhile(lambda line: line.startswith("##   "), lines[start:])]
    gaps = [re.fullmatch(r"##   (\S+)( +)\S.*", line) for line in table]
    assert len(table) > 1
    assert len({gap.end(2) for gap in gaps if gap}) == 1
    assert min(len(gap[2]) for gap in gaps if gap) == 2


@pytest.mark.parametrize("parent", SHIPPED)
def test_every_line_is_a_rule_a_heading_or_explains(parent: str) -> None:
    lines = text_for(parent)
    others = [line for line in lines if line and not line.startswith((RULE, EXPLAINS)) and not HEADING.match(line)]
    assert set(others) == {f'extends = "{parent}"', "##"}


def test_the_command_names_the_file_and_the_next_commands(own_variants: Path) -> None:
    first, second, *_, check, diff, show, new = run_ok("variants", "new", "our-club", "--extends", "wca").splitlines()
    assert f"{first} {second}".split()[-1] == str(own_variants / "our-club.toml")
    for line in (check, diff, show):
        run_ok(*line.split()[1:])
    assert new == "    canasta-score new -v our-club"


def test_a_missing_folder_is_made(tmp_path: Path) -> None:
    folder = tmp_path / "not" / "yet"
    done = run("variants", "new", "our-club.toml", "--extends", "WCA", "--json", CANASTA_VARIANTS=str(folder))
    assert done.code == 0
    assert (folder / "our-club.toml").is_file()
    assert f'"path": "{folder}/our-club.toml"' in done.out
    assert '"extends": "wca"' in done.out


def test_json_has_name_path_and_parent(own_variants: Path) -> None:
    path = str(own_variants / "ours.toml")
    assert run_json("variants", "new", "ours", "--extends", "senior-olympics", "--json") == {
        "name": "ours",
        "path": path,
        "extends": "nvso",
    }


def test_a_parent_named_by_its_path_is_found_from_wherever_the_program_is_called(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "base file.toml").write_text('extends = "wca"\n[game]\ntarget = 5000\n', encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    extends = run_json("variants", "new", "ours", "--extends", "./base file.toml", "--json")["extends"]
    assert extends == (tmp_path / "base file.toml").as_posix()
    monkeypatch.chdir("/")
    assert load_variant("ours").game.target == 5000


def test_a_parent_in_the_user_folder_goes_by_its_name(own_variants: Path) -> None:
    (own_variants / "base.toml").write_text('extends = "wca"\n', encoding="utf-8")
    path = str(own_variants / "base.toml")
    assert run_json("variants", "new", "ours", "--extends", path, "--json")["extends"] == "base"
    assert load_variant("ours").title == "WCA Canasta (ours)"


def test_an_existing_file_stays_as_it_is(file: Path, wording: Wording) -> None:
    file.write_text("mine", encoding="utf-8")
    done = run("variants", "new", "our-club", "--extends", "wca")
    assert (done.code, file.read_text(encoding="utf-8")) == (2, "mine")
    wording.check_wording("rule_files", ["new", "an existing file"], done.err, file=str(file))
    with pytest.raises(RuleError, match=r"our-club\.toml: "):
        write_rule_file("our-club", "")
    assert file.read_text(encoding="utf-8") == "mine"


def test_a_link_that_leads_nowhere_is_not_written_through(file: Path, tmp_path: Path) -> None:
    file.symlink_to(tmp_path / "elsewhere.toml")
    assert run("variants", "new", "our-club", "--extends", "wca").code == 2
    assert not (tmp_path / "elsewhere.toml").exists()


@pytest.mark.parametrize("case", load_wordings("rule_files", "new_refused"), ids=lambda case: " ".join(case["words"]))
def test_a_wrong_name_or_parent_is_refused_with_a_remedy(case: Case, own_variants: Path, wording: Wording) -> None:
    done = run("variants", "new", *case["words"])
    assert (done.code, done.out) == (2, "")
    assert list(own_variants.iterdir()) == []
    case.check(wording, done.err)


def test_a_parent_with_mistakes_is_refused_with_all_of_them(tmp_path: Path, own_variants: Path) -> None:
    parent = tmp_path / "parent.toml"
    parent.write_text('extends = "wca"\nponits = 5\n[game]\ntarget = "x"\n', encoding="utf-8")
    done = run("variants", "new", "ours", "--extends", str(parent))
    assert (done.code, done.err) == (5, run("variants", "check", str(parent)).err)
    assert len(done.messages) == 2
    assert run("variants", "new", "ours", "--extends", "wac").code == 5
    assert list(own_variants.iterdir()) == []


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = run("variants", "new", "ours", "--extends", "wca", CANASTA_VARIANTS=str(tmp_path / "file"))
    assert done.code == 5
    assert "ours.toml" in done.err
    assert "CANASTA_VARIANTS" in done.err


@contextmanager
def no_file_above(size: int) -> Iterator[None]:
    """Have the system refuse to write files of more bytes."""
    resource = pytest.importorskip("resource", reason="Windows has no limit for files")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.parametrize("name", ["con", "nul.toml", "aux", "com1", "lpt9"])
def test_a_name_that_is_a_device_on_windows_is_refused(name: str, own_variants: Path) -> None:
    done = run("variants", "new", name, "--extends", "nvso")
    assert (done.code, done.out) == (2, "")
    assert "Windows" in done.err
    assert not list(own_variants.iterdir())


def test_a_full_disk_leaves_no_half_of_a_file(file: Path) -> None:
    with no_file_above(100), pytest.raises(RuleError, match=r"our-club\.toml: .*File too large"):
        write_rule_file("our-club", "#" * 1000)
    assert not file.exists()


def test_a_name_that_cannot_be_written_is_refused(own_variants: Path) -> None:
    with pytest.raises(RuleError, match=r"ours\.toml: "):
        write_rule_file("ours", "\udcff")
    assert list(own_variants.iterdir()) == []


def test_a_title_with_signs_of_toml_stays_a_text(own_variants: Path) -> None:
    (own_variants / "base.toml").write_text(
        'extends = "wca"\ntitle = \'The "Good" C:\\ub {name} # Club\'\n', encoding="utf-8"
    )
    run_ok("variants", "new", "ours", "--extends", "base")
    text = (own_variants / "ours.toml").read_text(encoding="utf-8")
    (own_variants / "ours.toml").write_text(text.replace("# title =", "title ="), encoding="utf-8")
    assert load_variant("ours").title == 'The "Good" C:\\ub {name} # Club'


def test_a_folder_with_a_line_break_does_not_break_the_file(tmp_path: Path) -> None:
    folder = tmp_path / "two\nlines"
    folder.mkdir()
    (folder / "base.toml").write_text('extends = "wca"\n', encoding="utf-8")
    run_ok("variants", "new", "ours", "--extends", os.fspath(folder / "base.toml"))
    assert load_variant("ours").title == "WCA Canasta (ours)"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (8500, "8500"),
        (-5, "-5"),
        (True, "true"),
        ("plus", '"plus"'),
        ([0, 2], "[0, 2]"),
        (["7", "A"], '["7", "A"]'),
        ([{"need": 50}, {"at_least": 3, "need": 90}], "[{ need = 50 }, { at_least = 3, need = 90 }]"),
    ],
)
def test_values_are_written_as_people_write_them(value: object, text: str) -> None:
    assert format_toml_value(value) == text


@pytest.mark.parametrize(("length", "is_above"), [(44, False), (45, True)])
def test_an_explanation_has_a_line_of_its_own_above_a_long_rule(length: int, is_above: bool) -> None:  # noqa: FBT001 -- as parametrize passes it
    keys, variant = load_with_overrides("nvso")
    lines = render_rule_file("our-club", "nvso", keys, replace(variant, title="x" * length)).splitlines()
    rule = f'# title = "{"x" * length}"'
    beside, above = f"{rule}  # the name that is shown", ("## title: the name that is shown", rule)
    assert (beside in lines) is not is_above
    assert (above in pairwise(lines)) is is_above


def test_points_by_color_of_the_parent_stand_in_one_line(tmp_path: Path) -> None:
    parent = tmp_path / "parent.toml"
    parent.write_text('extends = "nvso"\n[threes]\nminus.red = 150\n', encoding="utf-8")
    assert any(line.startswith("# minus = { red = 150 } ") for line in text_for(str(parent)))
