"""What `meld check` and `meld find` share: splitting the typed cards, and JSON."""

from collections.abc import Iterator
from contextlib import contextmanager

from canasta_score.cli.terminal import print_json
from canasta_score.hand.facts import TallyError
from canasta_score.hand.opening.check import Opening


def split_card_words(arguments: list[str]) -> list[str]:
    """Return the words of arguments that may be quoted together; an empty one stays, to be reported."""
    return [word for argument in arguments for word in argument.split() or [argument]]


@contextmanager
def print_refusal_as_json(need: int, *, wanted: bool) -> Iterator[None]:
    """Print as JSON, if asked for, why the cards are refused, and raise the TallyError again."""
    try:
        yield
    except TallyError as error:
        if wanted:
            from canasta_score.report.json import build_refused_opening_json

            print_json(build_refused_opening_json(need, error.diagnostics))
        raise


def print_opening_json(opening: Opening, *, with_pile: bool) -> None:
    """Print an opening as JSON."""
    from canasta_score.report.json import build_opening_json

    print_json(build_opening_json(opening, with_pile=with_pile))
