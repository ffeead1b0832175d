"""What the README shows: its blocks of code, and the commands that its sentences name."""

from markdown_it import MarkdownIt

from support.paths import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
TOKENS = MarkdownIt("commonmark").enable("table").parse(README)
BLOCKS = tuple(token.content.rstrip("\n") for token in TOKENS if token.type in {"code_block", "fence"})
IN_SENTENCES = tuple(part.content for token in TOKENS for part in token.children or () if part.type == "code_inline")
LINKS = tuple(str(part.attrs["href"]) for token in TOKENS for part in token.children or () if part.type == "link_open")


def block(beginning: str) -> str:
    """Give the one block that begins so."""
    (only,) = (block for block in BLOCKS if block.startswith(beginning))
    return only


def block_below(beginning: str) -> str:
    """Give the block after the one that begins so."""
    return BLOCKS[BLOCKS.index(block(beginning)) + 1]
