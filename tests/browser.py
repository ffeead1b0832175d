"""A real browser, headless: pages are opened there as a person opens them, and nothing they say aloud is missed."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, Dialog, Page, sync_playwright

IN_CI = os.environ.get("CI") == "true"
Scheme = Literal["light", "dark"]
NAMES = ("chromium", "chromium-browser", "google-chrome")


@contextmanager
def chromium() -> Iterator[Browser]:
    """Start the browser; without one the tests are skipped, but where CI runs it may not be missing."""
    program = next(filter(None, map(shutil.which, NAMES)), None)
    if program is None:
        assert not IN_CI, "chromium is missing; install it, as .ci/run does for root"
        pytest.skip("chromium is not installed here")
    sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=program, args=sandbox)
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def opened(
    browser: Browser, file: Path, *, width: int = 1280, scheme: Scheme = "light", script: bool = True
) -> Iterator[Page]:
    """Open a file, which must fetch nothing, open no dialog and have nothing to say in the console."""
    said: list[str] = []

    def asked(dialog: Dialog) -> None:
        said.append(dialog.message)
        dialog.dismiss()

    window = browser.new_context(
        viewport={"width": width, "height": 800}, color_scheme=scheme, java_script_enabled=script
    )
    try:
        page = window.new_page()
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on("request", lambda request: said.append(request.url))
        page.on("dialog", asked)
        page.goto(file.as_uri())
        yield page
        assert [one for one in said if one != file.as_uri() and not one.startswith("data:")] == []
    finally:
        window.close()
