"""The examples in docstrings, which pytest itself would look for in every module."""

import doctest
from importlib import import_module

import pytest
from support.paths import PACKAGE, ROOT

EXAMPLES = [file for file in sorted(PACKAGE.rglob("*.py")) if ">>> " in file.read_text("utf-8")]


@pytest.mark.parametrize("name", [".".join(file.relative_to(ROOT).with_suffix("").parts) for file in EXAMPLES])
def test_every_example_shows_what_comes_of_it(name: str) -> None:
    tested = doctest.testmod(import_module(name.removesuffix(".__init__")))
    assert (tested.attempted > 0, tested.failed) == (True, 0)
