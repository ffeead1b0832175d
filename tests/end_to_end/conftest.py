"""A browser for the tests of a file."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from support.browser import Window, chromium

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="module")
def browser() -> Iterator["Browser"]:
    with chromium() as started:
        yield started


@pytest.fixture(scope="module")
def window(browser: "Browser") -> Window:
    return Window(browser)
