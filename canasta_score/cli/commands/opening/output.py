"""What `meld check` and `meld find` share: splitting the typed cards, and JSON."""

from collections.abc import Sequence
from contextlib import AbstractContextManager

from canasta_score.cli.messages import print_tally_error_as_json
from canasta_score.cli.terminal import print_json
from canasta_score.hand.opening.check import Opening
from canasta_score.rules.diagnostics import Diagnostic


def split_card_words(arguments: list[str]) -> list[str]:
    """Return the words of arguments that may be quoted together; an empty one stays, to be reported."""
    return [word for argument in arguments for word in argument.split() or [argument]]


def explain_refused_cards(need: int, *, json: bool) -> AbstractContextManager[None]:
    """Return a context that prints as JSON, if asked for, why cards are refused, and raises the TallyError again."""

    def build_json(refusals: Sequence[Diagnostic]) -> object:
        from canasta_score.report.json import build_refused_opening_json

        return build_refused_opening_json(need, refusals)

    return print_tally_error_as_json(build_json, wanted=json)


def print_opening_json(opening: Opening, *, with_pile: bool) -> None:
    """Print an opening as JSON."""
    from canasta_score.report.json import build_opening_json

    print_json(build_opening_json(opening, with_pile=with_pile))
