"""The words that people read: short sentences, and none of the expressions that had to be read twice."""

import re
from collections.abc import Iterator

from support.paths import PACKAGE, ROOT, SESSIONS
from support.sessions import parse_steps
from support.wording import WORDINGS
from typer.core import TyperGroup, TyperOption
from typer.main import get_command

from canasta_score.cli.app import app
from canasta_score.cli.typer_internals import Command, Context

LONGEST_HELP_SENTENCE, LONGEST_OPTION_HELP, LONGEST_MESSAGE = 20, 12, 25  # words
LONGEST_README, LONGEST_README_SENTENCE, LONGEST_DOCUMENT_SENTENCE = 200, 25, 30  # lines, words, words
README = ROOT / "README.md"
SOURCE_FILES = [file for file in sorted(PACKAGE.rglob("*")) if file.suffix in {".py", ".jinja", ".js"}]
DOCUMENTS = [README, *sorted((ROOT / "docs").glob("*.md")), ROOT / "variants" / "README.md"]
RULE_FILES = sorted((ROOT / "variants").glob("*.toml"))
SESSION_FILES = sorted(SESSIONS.rglob("*.txt"))
OLD_EXPRESSIONS = (  # in lower case; regular expressions take ten times as long
    "is not told is none", "is told of", "was enter too soon", "is told as", "minus with no canasta",
    "set aside beside", "is no whole number", "in digits alone", "newest entry that stands", "strike a hand",
    "as it is told", "what canasta_ledger names", "told beside it", "play otherwise", "is no toml",
    "exact cut cannot be known", "nobody has it when", "no byte that stands", "ever touched", "is no number",
    "is no csv", "is no event file", "misses the slip", "one more word", "knock-out", "who loses is",
    "already there as",
)  # fmt: skip
MESSAGE = re.compile(r"^(?:error|warning|note): (.*)$", re.MULTILINE)


def commands() -> Iterator[tuple[str, Command, Context]]:
    """Yield every command with its name, groups before their commands."""
    root = get_command(app)
    yield from _below("canasta-score", root, Context(root, info_name="canasta-score"))


def _below(name: str, command: Command, context: Context) -> Iterator[tuple[str, Command, Context]]:
    yield name, command, context
    for word in command.list_commands(context) if isinstance(command, TyperGroup) else ():
        below = command.get_command(context, word) if isinstance(command, TyperGroup) else None
        assert below is not None
        yield from _below(f"{name} {word}", below, Context(below, info_name=word, parent=context))


COMMANDS = list(commands())


def words_in(text: str) -> int:
    return len(text.split())


def test_no_sentence_of_the_help_is_long() -> None:
    for name, command, _ in COMMANDS:
        assert command.help, name
        sentences = re.split(r"(?<=[.?!])\s+", command.help)
        assert (name, [sentence for sentence in sentences if words_in(sentence) > LONGEST_HELP_SENTENCE]) == (name, [])


def test_the_help_of_an_option_is_short() -> None:
    for name, command, _ in COMMANDS:
        helps = [option.help or "" for option in command.params if isinstance(option, TyperOption)]
        assert (name, [text for text in helps if not 0 < words_in(text) <= LONGEST_OPTION_HELP]) == (name, [])


def test_no_message_is_long() -> None:
    shown = [message for file in WORDINGS.glob("*.toml") for message in MESSAGE.findall(file.read_text("utf-8"))]
    for file in SESSION_FILES:
        for step in parse_steps(file.read_text("utf-8")):
            shown += MESSAGE.findall(step.shown)
    assert len(shown) > 500
    assert [message for message in shown if words_in(message) > LONGEST_MESSAGE] == []


def test_the_readme_is_short() -> None:
    text = README.read_text("utf-8")
    assert len(text.splitlines()) <= LONGEST_README
    assert [sentence for sentence in _sentences(text) if words_in(sentence) > LONGEST_README_SENTENCE] == []


def test_no_sentence_of_a_document_is_long() -> None:
    sentences = [sentence for file in DOCUMENTS for sentence in _sentences(file.read_text("utf-8"))]
    assert [sentence for sentence in sentences if words_in(sentence) > LONGEST_DOCUMENT_SENTENCE] == []


def _sentences(markdown: str) -> list[str]:
    """Return the sentences outside code blocks, tables and headings; a code span is one word."""
    prose = re.sub(r"^ *```.*?^ *```", "", markdown, flags=re.MULTILINE | re.DOTALL)
    prose = re.sub(r"^ {4,}\S.*$|^\|.*$|^#.*$", "", prose, flags=re.MULTILINE)
    prose = re.sub(r"<img[^>]*>", "", re.sub(r"`[^`]*`", "code", prose))
    paragraphs = re.split(r"\n\s*\n|\n(?=\s*(?:-|\d+\.) )", prose)
    return [sentence for text in paragraphs for sentence in re.split(r"(?<=[.?!])\s+", " ".join(text.split()))]


def test_no_old_expression_is_left() -> None:
    texts = {file: file.read_text("utf-8").lower() for file in SOURCE_FILES}
    for file in (*DOCUMENTS, *RULE_FILES, *SESSION_FILES):
        texts[file] = " ".join(file.read_text("utf-8").lower().split())
    assert len(texts) > 200
    assert [(file.name, old) for file, text in texts.items() for old in OLD_EXPRESSIONS if old in text] == []
