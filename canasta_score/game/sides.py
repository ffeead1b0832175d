"""The sides of a game: their ids, their names, the players of each, and who sits where and deals."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain

from canasta_score.game.storage.entry_format import RESERVED_KEYS
from canasta_score.hand.partners import NUMBER_OF_SIDES
from canasta_score.rules import text as rules_text
from canasta_score.rules.diagnostics import Diagnostic, build_file_diagnostic
from canasta_score.rules.frozen import Value
from canasta_score.rules.model.facts import DEFAULT_SIDES, DIRECT_FACTS
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.text import fold_case, fold_text, join_words, replace_look_alikes, split_players

MAX_SIDES = 8
_MIN_SIDES = 2
_MAX_NAME_LENGTH = 60
_MIN_PLAYERS, _MAX_PLAYERS = 2, 12
ORDER_KEY, DEALER_KEY = "order", "dealer"


class Deal(Value):
    """Who deals a hand, who plays first in it, and who sits out, if anybody does."""

    dealer: str
    first: str
    sits_out: str = ""


class Seats(Value):
    """The players in the order in which they play, and who deals the first hand of the game."""

    order: tuple[str, ...]
    dealer: str
    turns: tuple[str, ...] = ()  # one sits out each hand: the last of them the first hand, the one before the second

    def get_deal(self, hands_before: int) -> Deal:
        """Return who deals the next hand after some hands that count; the same player deals a canceled hand again."""
        first_table, bench = self._seat_table(0)
        # A file may name a dealer who sits out, and then the next player deals.
        place = (self.order if self.dealer == bench else first_table).index(self.dealer)
        table, sits_out = self._seat_table(hands_before)
        dealer, first = (table[(place + hands_before + step) % len(table)] for step in (0, 1))
        return Deal(dealer=dealer, first=first, sits_out=sits_out)

    def go_on(self, hands_before: int) -> "Seats":
        """Return the seats of a game that goes on after some hands of this one: the same turns, the next dealer."""
        table, sits_out = self._seat_table(hands_before)
        deal = self.get_deal(hands_before)
        if not sits_out:
            return Seats(order=self.order, dealer=deal.dealer)
        start = table.index(self._find_sitting_out(hands_before + 1)) + 1  # so that this player is the last but one
        return Seats(order=(*table[start:], *table[:start], sits_out), dealer=deal.dealer)

    def _seat_table(self, hands_before: int) -> tuple[list[str], str]:
        """Return who plays in which seat, and who sits out; whoever comes back takes the seat that becomes free."""
        if not self.turns:
            return list(self.order), ""
        table = [player for player in self.order if player != self.turns[-1]]
        for hand in range(1, hands_before + 1):
            table[table.index(self._find_sitting_out(hand))] = self._find_sitting_out(hand - 1)
        return table, self._find_sitting_out(hands_before)

    def _find_sitting_out(self, hands_before: int) -> str:
        return self.turns[-1 - hands_before % len(self.turns)]


def find_side_errors(variant: Variant, names: Mapping[str, str]) -> Iterator[Diagnostic]:
    """Yield what is wrong with the sides of a game and their names; a diagnostic without a side is about them all."""
    yield from find_side_list_errors(variant, names)
    for side, name in names.items():
        yield from find_side_name_errors(side, name)


def find_side_list_errors(variant: Variant, sides: Collection[str]) -> Iterator[Diagnostic]:
    """Yield what is wrong with the number of sides and with their ids."""
    if not _MIN_SIDES <= len(sides) <= MAX_SIDES:
        message = f"a game has {_MIN_SIDES} to {MAX_SIDES} sides, not {len(sides)}"
        yield _build_side_error("", message, "enter each side once")
    elif variant.has_partners_by_hand and len(sides) != NUMBER_OF_SIDES:
        message = f"these rules are for exactly {NUMBER_OF_SIDES} players, not for {len(sides)} sides"
        yield _build_side_error("", message, "enter each player as a side, such as ann, bob and cy")
    for side in sides:
        yield from find_side_id_errors(variant, side)


def find_side_id_errors(variant: Variant, side: str) -> Iterator[Diagnostic]:
    """Yield what is wrong with the id of a side."""
    letters, digits = rules_text.split_before(side, rules_text.DIGITS)
    if not (side.isascii() and side.islower() and side[0].isalpha() and side.replace("-", "").isalnum()):
        hint = f"use small letters, digits, and hyphens, such as {join_words(DEFAULT_SIDES, 'or')}"
        yield _build_side_error(side, f'"{side}" cannot be the id of a side', hint)
    elif side in (*variant.facts, *DIRECT_FACTS, *RESERVED_KEYS):
        message = f'"{side}" cannot be a side, because it has another meaning'
        yield _build_side_error(side, message, "choose a different id")
    elif letters in variant.short_names and (digits.isdecimal() or not digits):
        message = f'"{side}" cannot be a side, because "{letters}" is short for {variant.short_names[letters]}'
        yield _build_side_error(side, message, "choose a longer id")


def find_side_name_errors(side: str, name: str) -> Iterator[Diagnostic]:
    """Yield what is wrong with the name of a side."""
    if not rules_text.is_printable_line(name) or rules_text.has_invisible(name):
        message = f"{name!r} has a character that cannot be shown"
        yield _build_side_error(side, message, "use plain text on one line")
    elif not name.strip():
        yield _build_side_error(side, "a name is empty", "enter a name")
    elif len(name) > _MAX_NAME_LENGTH:
        message = f"a name of {len(name)} characters is too long"
        yield _build_side_error(side, message, f"use at most {_MAX_NAME_LENGTH}")


def find_duplicate_name_errors(names: Mapping[str, str], *, in_any_case: bool = True) -> Iterator[Diagnostic]:
    """Yield an error for each side that has the name of an earlier one; those of old games may differ in case alone."""
    fold = fold_case if in_any_case else rules_text.compose_letters
    owners: dict[str, str] = {}
    for side, name in names.items():
        if owners.setdefault(fold(replace_look_alikes(rules_text.compose_letters(name))), side) != side:
            yield _build_side_error(side, f'two sides are called "{name}"', "give each side its own name")


def strip_quotes(text: str) -> str:
    """Return a name without quotes around it; a shell leaves some of them in place, such as curly quotes."""
    name = text.strip()
    return name[1:-1].strip() if len(name) > 1 and {name[0], name[-1]} <= {*rules_text.QUOTES} else text


def normalize_name(name: str) -> str:
    """Return the name of a side with single spaces."""
    return " ".join(rules_text.compose_letters(name).split())


def join_spaces(name: str) -> str:
    """Return a name with one space for each run of spaces; a line break stays, to be refused."""
    return re.sub(" +", " ", name)


@lru_cache(maxsize=4096)  # the entries of an event ask for the same names again and again
def parse_partners(name: str) -> tuple[str, ...]:
    """Return the partners that the name of a side joins, in lower case and sorted; or its one name alone."""
    members = [fold_name(member) for member in split_players(normalize_name(name))]
    return tuple(sorted(members)) if len(members) > 1 else (fold_name(name),)


def fold_name(name: str) -> str:
    """Return the name of a player in lower case; equal ones, and those that look equal, are the same player."""
    return fold_case(replace_look_alikes(normalize_name(name)))


def find_seat_errors(order: Sequence[str], dealer: str) -> Iterator[Diagnostic]:
    """Yield what is wrong with the players in their seats and with the dealer, each with its key."""
    if not _MIN_PLAYERS <= len(order) <= _MAX_PLAYERS:
        message = f"there must be {_MIN_PLAYERS} to {_MAX_PLAYERS} players, not {len(order)}"
        hint = "put commas between the players, in the order of play: Ann, Cy, Bob, Di"
        if len(order) == 1 and len(words := order[0].split()) > 1:
            message, hint = "the commas between the players are missing", f"did you mean {', '.join(words)}?"
        yield build_file_diagnostic("", ORDER_KEY, message, hint)
    for place, player in enumerate(order):
        yield from (error.at("", ORDER_KEY) for error in find_side_name_errors("", player))
        if fold_text(player) in map(fold_text, order[:place]):
            message = f'"{player}" is there twice'
            yield build_file_diagnostic("", ORDER_KEY, message, "give each player a different name")
    if dealer not in order:
        message = f'"{dealer}" is not one of the players'
        yield build_file_diagnostic("", DEALER_KEY, message, f"choose from: {', '.join(order)}")


def find_turns(order: Sequence[str], names: Iterable[str]) -> tuple[str, ...]:
    """Return the players of a side with one more than the others, of whom one sits out each hand, in their order."""
    sides = sorted(([fold_text(player) for player in split_players(name)] for name in names), key=len)
    smallest = len(sides[0])
    is_uneven = smallest > 1 and [len(side) - smallest for side in sides] == [0] * (len(sides) - 1) + [1]
    if not is_uneven or sorted(map(fold_text, order)) != sorted(chain(*sides)):
        return ()
    return tuple(player for player in order if fold_text(player) in sides[-1])


def find_sitting_dealer_error(seats: Seats) -> Diagnostic | None:
    """Return what is wrong with a dealer who sits out the first hand, or None."""
    if seats.dealer not in seats.turns[-1:]:
        return None
    others = ", ".join(player for player in seats.order if player != seats.dealer)
    message = f'"{seats.dealer}" sits out the first hand'
    return build_file_diagnostic("", DEALER_KEY, message, f"choose from: {others}")


def find_adjacent_partners(order: Sequence[str], names: Iterable[str]) -> tuple[str, ...]:
    """Return two players of one side who play one after the other, if the sides could take turns; else none."""
    names = list(names)
    bench = find_turns(order, names)[-1:]
    order = [player for player in order if player not in bench]
    out = {fold_text(player) for player in bench}
    sides = [{fold_text(player) for player in split_players(name)} - out for name in names]
    players = sorted(chain(*sides))
    known = {player: fold_text(match_player(player, players)) for player in order}
    if len({len(side) for side in sides}) != 1 or sorted(known.values()) != players:
        return ()
    pairs = zip(order, (*order[1:], order[0]), strict=True)
    return next((pair for pair in pairs if any({*map(known.__getitem__, pair)} <= side for side in sides)), ())


def match_player(name: str, players: Sequence[str]) -> str:
    """Return the only player whom a text names, in full or by the beginning of a word; else the text itself."""
    wanted = fold_text(name)
    found = {player: fold_text(player) for player in players if wanted and f" {wanted}" in f" {fold_text(player)}"}
    exact = [player for player, folded in found.items() if folded == wanted]
    matches = exact or [player for player, folded in found.items() if folded.startswith(wanted)] or [*found]
    return matches[0] if len(matches) == 1 else name


def parse_players(text: str) -> tuple[str, ...]:
    """Return the players that a text names, with commas between them, or `and` before the last."""
    *before, last = text.split(",")
    is_list = before and all(len(split_players(player)) == 1 for player in before)  # and not `Ann & Bob, Cy & Di`
    players = [*before, *((is_list and split_players(last)) or [last])]
    return tuple(" ".join(player.split()).strip(rules_text.QUOTES) for player in players)


def rename_players(seats: Seats, old_name: str, new_name: str) -> Seats:
    """Return the seats after a side got another name; if it is clear who replaced whom, these players are replaced."""
    old, new = ({fold_text(player): player for player in split_players(name)} for name in (old_name, new_name))
    left, joined = [player for player in old if player not in new], [player for player in new if player not in old]
    if len(left) != len(joined):
        return seats
    names = {**new, **{player: new[other] for player, other in zip(left, joined, strict=True)}}
    order = tuple(names.get(fold_text(player), player) for player in seats.order)
    dealer = order[seats.order.index(seats.dealer)]
    turns = tuple(order[seats.order.index(player)] for player in seats.turns)
    return seats if any(find_seat_errors(order, dealer)) else Seats(order=order, dealer=dealer, turns=turns)


def serialize_seats(seats: Seats) -> dict[str, object]:
    """Return the keys of some seats, as a game file and JSON have them."""
    return {ORDER_KEY: list(seats.order), DEALER_KEY: seats.dealer}


def _build_side_error(side: str, message: str, hint: str) -> Diagnostic:
    return Diagnostic(message=message, hint=hint, side=side)
