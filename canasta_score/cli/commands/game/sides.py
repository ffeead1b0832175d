"""The sides of a new game, as the options of `new` name them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from canasta_score.cli.usage_errors import usage_error
from canasta_score.game.errors import LedgerError
from canasta_score.game.ledger import Ledger
from canasta_score.game.seats import DEALER_KEY, Seats, find_seat_errors, match_player, parse_players
from canasta_score.game.sides import (
    find_duplicate_name_errors,
    find_side_list_errors,
    find_side_name_errors,
    strip_quotes,
)
from canasta_score.hand.facts import WordError
from canasta_score.hand.tally.amounts import parse_integer
from canasta_score.hand.tally.sides import find_side
from canasta_score.rules.diagnostics import format_suggestion
from canasta_score.rules.model.facts import DEFAULT_SIDES
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.text import join_words

_SIDE_OPTION, _START_OPTION = "--side", "--start"
_SEATS_OPTION, _DEALER_OPTION = "--seats", "--dealer"


def parse_side_options(we: str | None, they: str | None, sides: Sequence[str]) -> dict[str, str]:
    """Return the names of the sides that are given, by their ids; `sides` are texts such as `ann=Ann & Bob`."""
    names = get_names_of_default_sides(we, they)
    for text in sides:
        word, sign, name = text.partition("=")
        if word.lower() in names:
            raise usage_error(f'the side "{word}" is there twice', "give each side its own word", option=_SIDE_OPTION)
        names[word.lower()] = strip_quotes(name) if sign else word.capitalize()
    return names


def get_names_of_default_sides(we: str | None, they: str | None) -> dict[str, str]:
    """Return the names that are given for we and they, by the ids of these sides."""
    names = dict(zip(DEFAULT_SIDES, (we, they), strict=True))
    return {side: strip_quotes(name) for side, name in names.items() if name is not None}


def add_default_sides(names: Mapping[str, str]) -> dict[str, str]:
    """Return the names of we and they, the usual ones where none is given."""
    return {side: names.get(side, side.capitalize()) for side in DEFAULT_SIDES}


def rename_sides(names: Mapping[str, str], new_names: Mapping[str, str]) -> dict[str, str]:
    """Return the names of the sides of a game with some of them changed."""
    for side in new_names:
        if side not in names:
            hint = f"its sides are {join_words(names)}"
            raise usage_error(f'"{side}" is not a side of that game', hint, option=f"--{side}")
    return {**names, **new_names}


def validate_sides(variant: Variant, names: Mapping[str, str]) -> None:
    """Raise a usage error for sides that no game can have: duplicates, empty names, ids that rules give a meaning."""
    for diagnostic in find_duplicate_name_errors(names):
        raise usage_error(diagnostic.message, diagnostic.hint)
    if not all(name.strip() for name in names.values()):
        raise usage_error("a side has an empty name", "give each side a name")
    for diagnostic in find_side_list_errors(variant, names):
        raise usage_error(diagnostic.message, diagnostic.hint, option=_SIDE_OPTION)


def choose_seats(seats: str | None, dealer: str | None, model: Ledger | None) -> Seats | None:
    """Return the seats that are given, or those of the game before with its next dealer; None if none are known."""
    known = model.current_seats if model else None
    if known and model:
        known = replace(known, dealer=known.get_deal(model.standing().hands_played).dealer)
    if seats is not None:
        order = parse_players(seats)
        known = Seats(order=order, dealer=order[0])
    if known is None:
        if dealer is not None:
            raise usage_error("the dealer needs the players", 'add --seats "Ann, Cy, Bob, Di"', option=_DEALER_OPTION)
        return None
    if dealer is not None:
        known = replace(known, dealer=match_player(dealer, known.order))
    for diagnostic in find_seat_errors(known.order, known.dealer):
        option = _DEALER_OPTION if diagnostic.where == DEALER_KEY else _SEATS_OPTION
        raise usage_error(diagnostic.message, diagnostic.hint, option=option)
    return known


def validate_side_names(file: str, names: Mapping[str, str]) -> None:
    """Raise LedgerError for names that cannot be written into a game file."""
    diagnostics = [
        diagnostic.at(file, f"sides.{side}")
        for side, name in names.items()
        for diagnostic in find_side_name_errors(side, name)
    ]
    if diagnostics:
        raise LedgerError(diagnostics)


def parse_start_totals(names: Mapping[str, str], texts: Sequence[str]) -> dict[str, int]:
    """Parse the totals brought forward, such as `we=1200` or `Ann=1200`; sides that none is given for start at 0."""
    given: dict[str, int] = {}
    for text in texts:
        word, _, number = text.partition("=")
        try:
            side = find_side(word, names, unknown_hint=format_suggestion(word, names))
            total = parse_integer(side, number, negative=True)
        except WordError as error:
            raise usage_error(error.diagnostic.message, error.diagnostic.hint, option=_START_OPTION) from None
        if side in given:
            raise usage_error(f'the total of "{side}" is there twice', "enter it once", option=_START_OPTION)
        given[side] = total
    return {**dict.fromkeys(names, 0), **given}
