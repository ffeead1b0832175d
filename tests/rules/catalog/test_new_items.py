"""The new items of a rule file: what neither the files that it extends nor any shipped file has."""

from pathlib import Path

import pytest
from support.paths import VARIANTS

from canasta_score.rules.catalog.loading import find_new_items

SPEEDY = "[bonuses.speedy]\npoints = 50\n"


@pytest.mark.parametrize(
    ("rules", "items"),
    [
        (f'extends = "nvso"\n{SPEEDY}', [("bonuses", "speedy")]),
        ('extends = "nvso"\n[bonuses.out]\npoints = 150\n', []),
        (f'extends = "nvso"\n{SPEEDY}[bonuses.out]\npoints = 150\n', [("bonuses", "speedy")]),
    ],
    ids=["new", "changed", "both"],
)
def test_an_item_that_no_other_rules_have_is_new(rules: str, items: list[tuple[str, str]], tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    file.write_text(rules, encoding="utf-8")
    assert find_new_items(file) == items


def test_an_item_of_other_shipped_rules_is_not_new(tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    file.write_text('extends = "nvso"\n[bonuses.concealed]\npoints = 100\n', encoding="utf-8")
    assert find_new_items(file) == []


def test_an_item_of_a_file_that_is_extended_is_not_new(tmp_path: Path) -> None:
    (tmp_path / "base.toml").write_text(f'extends = "nvso"\n{SPEEDY}', encoding="utf-8")
    file = tmp_path / "ours.toml"
    file.write_text('extends = "base.toml"\n[bonuses.speedy]\npoints = 60\n', encoding="utf-8")
    assert find_new_items(file) == []


def test_rules_that_extend_nothing_have_no_new_items(tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    file.write_text(f"{(VARIANTS / 'nvso.toml').read_text(encoding='utf-8')}\n{SPEEDY}", encoding="utf-8")
    assert find_new_items(file) == []
