"""What TAB offers, asked of the program itself."""

from typer.main import get_group

from canasta_score.cli.app import app
from canasta_score.cli.completion.candidates import format_candidates


def offered(*words: str) -> list[tuple[str, str]]:
    """List what is offered for the last of some words, with the labels."""
    lines = format_candidates(get_group(app), words[:-1], words[-1]).splitlines()
    return [(word, label) for word, _, label in (line.partition("\t") for line in lines)]


def words_offered(typed: str) -> list[str]:
    """List the words that are offered behind a line; one that ends in a blank begins no word."""
    return [word for word, _ in offered(*typed.split(" "))]
