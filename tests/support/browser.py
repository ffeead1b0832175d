"""A real browser, headless: pages are opened there as a person opens them, and nothing they say aloud is missed."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from support.paths import DATA
from support.tools import require

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Dialog, Page

Scheme = Literal["light", "dark"]
NAMES = ("chromium", "chromium-browser", "google-chrome")
# Of elements with text of their own: the text, its color and the one behind it; and those with too small a type.
COLORS = """
all => all.filter(one => one.getBoundingClientRect().width > 1 &&
    [...one.childNodes].some(child => child.nodeType == 3 && child.data.trim())).map(one => {
    let behind = one
    while (getComputedStyle(behind).backgroundColor == 'rgba(0, 0, 0, 0)') behind = behind.parentElement
    const style = getComputedStyle(one)
    return [one.outerHTML.slice(0, 80), one instanceof SVGElement ? style.fill : style.color,
        getComputedStyle(behind).backgroundColor]
})
"""
SMALL = """
(all, smallest) => all.filter(one => one.getBoundingClientRect().width > 1
    && [...one.childNodes].some(child => child.nodeType == 3 && child.data.trim())
    && parseFloat(getComputedStyle(one).fontSize) < smallest).map(one => one.outerHTML)
"""


@contextmanager
def chromium() -> Iterator["Browser"]:
    """Start the browser."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 -- a quarter of a second for all other tests

    program = next(filter(None, map(shutil.which, NAMES)), None)
    require("chromium", is_there=program is not None)
    sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=program, args=sandbox)
        try:
            yield browser
        finally:
            browser.close()


def find_axe_violations(page: "Page") -> list[str]:
    """Return what axe-core finds in a page that is open: each rule, and the first element that breaks it."""
    page.evaluate((DATA / "axe" / "axe.min.js").read_text("utf-8"))
    found = page.evaluate("async () => (await axe.run()).violations.map(one => [one.id, one.help, one.nodes[0].html])")
    return [": ".join(violation) for violation in found]


class Window:
    """A window of the browser, in which one file after the other is opened."""

    def __init__(self, browser: "Browser", *, script: bool = True) -> None:
        """Open it, with or without the running of scripts."""
        self.said: list[str] = []
        self.page = browser.new_context(java_script_enabled=script).new_page()
        self.page.on("console", lambda message: self.said.append(message.text))
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.page.on("request", lambda request: self.said.append(request.url))
        self.page.on("dialog", self.asked)

    def asked(self, dialog: "Dialog") -> None:
        """Note what a dialog says, and close it."""
        self.said.append(dialog.message)
        dialog.dismiss()

    @contextmanager
    def showing(self, file: Path, *, width: int = 1280, scheme: Scheme = "light") -> Iterator["Page"]:
        """Open a file, which must fetch nothing, open no dialog and have nothing to say in the console."""
        self.said.clear()
        self.page.set_viewport_size({"width": width, "height": 800})
        self.page.emulate_media(media="null", color_scheme=scheme)
        self.page.goto(file.as_uri())
        yield self.page
        assert [one for one in self.said if one != file.as_uri() and not one.startswith("data:")] == []
