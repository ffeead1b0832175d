"""Write the pictures of the README and of docs, each with the text that it shows, from the games in docs/pictures.

Run it after a change of what is shown: `PYTHONPATH=tests python packaging/generate_pictures.py`. It starts a terminal,
the live page and Chromium, as the tests do. A test fails when a picture shows another text than the one beside it.
"""

import re
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from html import escape
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from support.at_a_terminal import AtTheTable
from support.browser import chromium
from support.live import serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "pictures"
_ENTRY = re.compile("To enter .*(http.*)")
_GAME, _EVENT = "canasta.toml", "event.toml"
_HAND = "we n2 m1 o t365 h5 they r2 m1 t180 h45"
_NO_STREAM = "EventSource = class { addEventListener() {} close() {} }"  # which would say what time it really is
_NOW = 1_795_200_000  # seconds; the first page of every board
_CHARACTER_WIDTH, _LINE_HEIGHT, _MARGIN = 8.4, 19, 16  # pixels, of a type of 14
_TERMINAL_STYLE = """
text { font: 14px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #1d1b18; white-space: pre; }
rect { fill: #fdfcf9; stroke: #8b8478; } .bold { font-weight: bold; } .red { fill: #a3221f; } .cyan { fill: #00627a; }
@media (prefers-color-scheme: dark) {
  text { fill: #ece8df; } rect { fill: #171614; } .red { fill: #ff9d94; } .cyan { fill: #6fd3ea; }
}
"""


@dataclass(frozen=True, kw_only=True)
class _View:
    """A page of the live server: the file that it shows, its path, and the window in which it is seen.

    `is_entry`: the page at the second address, where hands are entered.
    """

    name: str
    file: str
    path: str = ""
    is_entry: bool = False
    size: tuple[int, int]
    scale: float = 1


_VIEWS = (
    _View(name="page", file=_GAME, size=(1000, 1340)),
    _View(name="phone", file=_GAME, size=(390, 844), scale=2),
    _View(name="entry", file=_GAME, is_entry=True, size=(390, 844), scale=2),
    _View(name="board", file=_GAME, path="board", size=(1280, 720)),
    _View(name="event-board", file=_EVENT, path="board", size=(1280, 720)),
    _View(name="event-phone", file=_EVENT, size=(390, 844), scale=2),
)


class _SmallTerminal(AtTheTable):
    rows, columns = 23, 84


def main(folder: Path = FOLDER) -> None:
    """Write every picture and its text to a folder."""
    screen, text = _play()
    _write(folder / "play.svg", screen.encode(), text)
    with chromium() as browser:
        for view in _VIEWS:
            picture, text = _look_at(browser, view)
            _write(folder / f"{view.name}.png", picture, text)


def _write(file: Path, picture: bytes, text: str) -> None:
    file.write_bytes(picture)
    file.with_suffix(".txt").write_text(f"{text}\n", encoding="utf-8")


@contextmanager
def _copied(source: str) -> Iterator[Path]:
    """Yield a folder of its own with a copy of the game or the event."""
    with TemporaryDirectory() as folder:
        shutil.copy(FOLDER / ("evening.toml" if source == _GAME else source), Path(folder) / source)
        yield Path(folder)


def _play() -> tuple[str, str]:
    """Return what a terminal shows while a hand is typed, as SVG and as text."""
    with _copied(_GAME) as folder, _SmallTerminal(folder, "play") as terminal:
        terminal.until(lambda _: terminal.at_cursor.startswith("hand "))
        terminal.type(_HAND)
        terminal.see("8,510")
        lines = [_read_line(terminal, row) for row in range(terminal.rows)]
        text = terminal.text
    return _draw_terminal(lines[: len(text.splitlines())]), text


def _read_line(terminal: AtTheTable, row: int) -> list[tuple[int, str, str]]:
    """Return the pieces of a line of the screen: the column of each, its style, and its text."""
    buffer = terminal.screen.buffer[row]
    cells = [(column, buffer[column]) for column in range(terminal.columns)]
    pieces = []
    for style, group in groupby(cells, key=lambda cell: f"{'bold' * cell[1].bold} {cell[1].fg}".strip()):
        same = list(group)
        text = "".join(cell.data for _, cell in same).rstrip()
        if text:
            pieces.append((same[0][0], style, text))
    return pieces


def _draw_terminal(lines: list[list[tuple[int, str, str]]]) -> str:
    width = round(_SmallTerminal.columns * _CHARACTER_WIDTH) + 2 * _MARGIN
    height = len(lines) * _LINE_HEIGHT + 2 * _MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}">',
        "<title>A terminal with a game in play</title>",
        f"<style>{_TERMINAL_STYLE}</style>",
        f'<rect x=".5" y=".5" width="{width - 1}" height="{height - 1}" rx="8"/>',
    ]
    for row, pieces in enumerate(lines):
        for column, style, text in pieces:
            x, y = _MARGIN + column * _CHARACTER_WIDTH, _MARGIN + (row + 0.75) * _LINE_HEIGHT
            length = len(text) * _CHARACTER_WIDTH
            parts.append(f'<text class="{style}" x="{x:.1f}" y="{y}" textLength="{length:.1f}">{escape(text)}</text>')
    return "\n".join([*parts, "</svg>\n"])


def _look_at(browser: "Browser", view: _View) -> tuple[bytes, str]:
    """Return what a view shows in its window, as PNG and as text."""
    width, height = view.size
    context = browser.new_context(
        viewport={"width": width, "height": height},
        device_scale_factor=view.scale,
        reduced_motion="reduce",
    )
    with _copied(view.file) as folder, serving(folder, "--enter") as served:
        page = context.new_page()
        page.clock.set_fixed_time(_NOW)  # a board turns its pages by the clock
        page.add_init_script(_NO_STREAM)
        page.goto(_ENTRY.findall(served.printed)[0] if view.is_entry else served.url + view.path)
        page.evaluate("document.fonts.ready")
        picture, text = page.screenshot(), page.locator("body").inner_text()
    context.close()
    return picture, "\n".join(line.strip() for line in text.splitlines() if line.strip())


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
