"""The documents: their blocks of code, each with its language, and what their sentences name and link to."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

from support.paths import ROOT


@dataclass(frozen=True, kw_only=True)
class Block:
    """A block of code: its language, what else its first line says, its text, and the lines in which it stands."""

    language: str
    name: str
    text: str
    lines: tuple[int, int]


def document_paths() -> list[Path]:
    """Return the documents for users, the README first."""
    return [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def parse_document(path: Path) -> list[Token]:
    return MarkdownIt("commonmark").enable("table").parse(path.read_text("utf-8"))


def iter_blocks(path: Path) -> Iterator[Block]:
    """Yield the blocks of code of a document; one that is indented has no language."""
    for token in parse_document(path):
        if token.type in {"code_block", "fence"}:
            language, _, name = token.info.strip().partition(" ")
            first, last = token.map or (0, 0)
            yield Block(language=language, name=name, text=token.content.rstrip("\n"), lines=(first, last))


def iter_inline_code(path: Path) -> Iterator[str]:
    return (
        part.content for token in parse_document(path) for part in token.children or () if part.type == "code_inline"
    )


def iter_links(path: Path) -> Iterator[str]:
    """Yield where the links of a document lead to, and where its pictures are, also those that state their width."""
    yield from re.findall(r'\bsrc="([^"]+)"', path.read_text("utf-8"))
    for token in parse_document(path):
        for part in token.children or ():
            if part.type in {"link_open", "image"}:
                yield str(part.attrs["href" if part.type == "link_open" else "src"])


def readme_block(beginning: str) -> str:
    """Return the one block of the README that begins so."""
    (only,) = (block.text for block in iter_blocks(ROOT / "README.md") if block.text.startswith(beginning))
    return only


def readme_block_below(beginning: str) -> str:
    """Return the block after the one that begins so."""
    texts = [block.text for block in iter_blocks(ROOT / "README.md")]
    return texts[texts.index(readme_block(beginning)) + 1]
