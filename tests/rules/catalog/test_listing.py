"""The list of variants: each with title, source and what sets it apart, in a terminal and in the README."""

import re
from pathlib import Path

import pytest
from support.command_line import run, run_json, run_ok
from support.paths import ROOT
from support.variants import SHIPPED
from support.wording import Wording

from canasta_score.cli.messages import format_command
from canasta_score.report.rules.listing import format_variants
from canasta_score.rules.catalog.listing import list_variants, load_title_and_summary, load_variant_titles


def test_at_least_sixteen_variants_are_listed_with_title_source_and_summary() -> None:
    listed = run_json("variants", "list", "--json")["variants"]
    assert [one["name"] for one in listed] == [*SHIPPED]
    assert len(listed) >= 16
    assert all(one[key] for one in listed for key in ("title", "source", "summary"))
    assert not any(one["problems"] for one in listed)


def test_the_titles_that_tab_shows_are_those_of_the_list() -> None:
    assert load_variant_titles() == {one.name: one.title for one in list_variants()}
    assert [load_title_and_summary(one.name) for one in list_variants()] == [
        (one.title, one.summary) for one in list_variants()
    ]


def test_a_hidden_file_in_the_user_folder_is_no_variant(own_variants: Path) -> None:
    for name in (".toml", ".mine.toml", "._mine.toml"):
        (own_variants / name).write_bytes(b"\x00\x05\x16\x07")
    assert [one.name for one in list_variants()] == [*SHIPPED]
    assert run("variants", "check").code == 0


def test_no_two_variants_share_a_title_or_a_name() -> None:
    listed = list_variants()
    names = [name for one in listed for name in (one.name, *one.aliases)]
    assert len({one.title for one in listed}) == len(listed)
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("width", [40, 80, 132])
def test_the_list_fits_the_terminal_and_is_complete(width: int) -> None:
    listed = list_variants()
    text = format_variants(listed, width, format_command)
    words = " ".join(text.split())
    assert max(map(len, text.split("\n"))) <= width
    for one in listed:
        assert f"{one.name} {one.title} {one.summary}" in words
        assert one.source in words


def test_every_shipped_variant_has_no_mistakes() -> None:
    assert run_ok("variants", "check", *SHIPPED) == f"No problems found in {len(SHIPPED)} rule files.\n"


def test_the_readme_names_each_shipped_variant_once() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    families = readme.partition("| family | names |")[2].partition("\n\n")[0]
    assert sorted(re.findall(r"`([a-z-]+)`", families)) == [*SHIPPED]


def test_a_file_with_mistakes_is_listed_with_the_command_that_shows_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wording: Wording
) -> None:
    monkeypatch.setenv("CANASTA_VARIANTS", str(tmp_path))
    (tmp_path / "ours.toml").write_text('extends = "nvso"\n[game]\ntraget = 5\n', encoding="utf-8")
    lines = run_ok("variants", "list").split("\n")
    at = next(place for place, line in enumerate(lines) if line.startswith("ours "))
    shown = "\n".join(lines[at : at + 3])
    assert f"canasta-score variants check {tmp_path / 'ours.toml'}" in shown
    wording.check_wording("variants", ["list", "a file with mistakes"], shown, folder=str(tmp_path))
    assert run("variants", "check", "ours").code == 5


def test_a_rule_file_of_ones_own_has_the_title_and_the_summary_that_it_states(tmp_path: Path) -> None:
    (tmp_path / "ours.toml").write_text('extends = "nvso"\ntitle = "Ours"\nsummary = "To 3,000."\n')
    assert load_title_and_summary(str(tmp_path / "ours.toml")) == ("Ours", "To 3,000.")
