"""What to enter in place of words of a tally that cannot be used: the hints, and the errors with them."""

from collections.abc import Sequence

from canasta_score.hand.amounts import is_cards, remove_separators
from canasta_score.hand.facts import WordError
from canasta_score.hand.tally import names
from canasta_score.rules.diagnostics import Diagnostic, DiagnosticCode, suggest_name
from canasta_score.rules.frozen import replace
from canasta_score.rules.model.canastas import ALL_CANASTAS
from canasta_score.rules.model.cards import TABLE_FACT, Rank
from canasta_score.rules.model.facts import DIRECT_FACTS
from canasta_score.rules.model.rewards import Penalty
from canasta_score.rules.model.threes import Color
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.text import DIGITS, QUOTES, format_count, join_words, split_before, split_players

MOST_CANASTAS = 20  # a larger number is rather points
_MOST_RED_THREES = 4
_MIN_SIMILARITY = 0.65  # of a mistyped item: `rde` is red, but `talon` is not table
_MIN_SIMILARITY_WITHIN = 0.7  # where the first letter is different: `aturals` is natural, but `not` is not out


def build_card_or_item_error(fact: str, cards: str, word: str, items: Sequence[str], *, length: int = 1) -> WordError:
    """Build the error of a word that may be one more card of a fact, after `cards`, or the next item."""
    is_number, card = word.isdecimal(), f"1x{word.upper()}"
    message = f'"{word}" could be a card or {"for " if is_number else ""}{join_words(items, "or")}'
    hint = f"for a card, enter {fact}={cards}" + (f"+{card}" if "x" in cards or is_number else f",{word.upper()}")
    replacements = (card, f",{word}") if is_number else (card, *items)
    return WordError(message, hint, choices=(fact, *items), replacements=replacements, length=length)


def format_example(variant: Variant, fact: str, before: str | None, number: str) -> str:
    """Return how to enter a number without an item, which may belong to the fact before it, with its amount there."""
    number = number if number.isdecimal() else "3"
    if fact not in names.list_names(variant, ()):
        fact = "red" if int(number) <= _MOST_RED_THREES else TABLE_FACT
    is_in_points = fact in variant.facts and variant.facts[fact].is_in_points
    if not is_in_points and fact not in DIRECT_FACTS and int(number) > MOST_CANASTAS:
        return f"{TABLE_FACT}={number}"
    if before and (thousands := join_thousands(before, number)):
        return f"{fact}={thousands}"
    if not (before and is_in_points):
        return f"{fact}={number}"
    unit, last = variant.deck.point_unit or 1, remove_separators(before.rpartition("+")[2])
    if int(number) % unit == 0 or not is_cards(number):  # no cards are worth 7 points: a 7 is a card
        return f"{fact}={before}+{number}"
    are_cards = is_cards(before) and not (last.isdecimal() and int(last) % unit == 0)
    return f"{fact}={before},{number}" if are_cards else f"{fact}={before}+1x{number}"


def join_thousands(before: str, text: str) -> str:
    """Return the number that a space splits, as in `1 200`; empty if there is none."""
    number = f"{before},{text}"
    is_split = before in {*DIGITS} - {"0"} and text.isdecimal()  # no side has 10,000 points of cards
    return remove_separators(number) if is_split and remove_separators(number).isdecimal() else ""


def build_unscored_threes_error(variant: Variant, word: str, color: Color, *, length: int = 1) -> WordError:
    """Build the error of a word for threes on the table that score nothing, or only as cards, with their penalty."""
    if color is Color.BLACK and variant.deck.points[Rank.THREE]:
        message = f"{color} threes on the table only count as cards in these rules"
        hint = f'leave out "{word}"; include their points in {TABLE_FACT}='
    else:
        threes = _format_threes([color] if variant.threes.colors else [*Color])
        message = f"{threes} on the table do not count in these rules"
        hint = f'leave out "{word}"'
    if penalty := _map_colors_to_hand_penalties(variant).get(color):
        hint += f"; enter {color} threes left in hand as {penalty.name}=1"
    canasta = names.find_canasta_of_color(variant, color) if word.lower() == color else None
    if canasta and (name := names.spell_name(variant, canasta.name)) != canasta.name:  # such as black for dirty books
        hint += f"; for {canasta.label.lower()}, enter {name}=1"
    return WordError(message, hint, length=length)


def suggest_instead_of_threes_in_hand(variant: Variant, name: str) -> str:
    """Return the hint for `red-in-hand` or `black-in-hand`, or else nothing: names that are near would add points."""
    color = next((color for color in Color if name == f"{color}-in-hand"), None)
    if color is None:
        return ""
    if penalty := _map_colors_to_hand_penalties(variant).get(color):
        return f"enter {color} threes left in hand as {penalty.name}=1"
    if color is Color.BLACK and variant.deck.points[Rank.THREE]:
        return f"include the points of black threes left in hand in {variant.card_points.in_hand.name}="
    return f"leave it out; {color} threes left in hand do not count in these rules"


def suggest_fact(variant: Variant, name: str, sides: names.Sides) -> str:
    """Return the hint for an unknown name, mostly the nearest known name; empty if no name is near."""
    if hint := suggest_instead_of_threes_in_hand(variant, name):
        return hint
    if variant.penalties and any(word.startswith(name) for word in ("penalties", "penalty")):
        return f"the penalties are {', '.join(penalty.name for penalty in variant.penalties)}"
    players = [player for side in names.get_names(sides).values() for player in split_players(side)]
    known = [*sides, *variant.facts, *players]
    for candidates in (known, DIRECT_FACTS):  # a part entered as one figure is rare: `talon` is no `total`
        nearest = suggest_name(name, candidates, min_similarity=_MIN_SIMILARITY)
        begins_alike = nearest and name[0] == nearest[0].lower()
        if nearest and (begins_alike or suggest_name(name, [nearest], min_similarity=_MIN_SIMILARITY_WITHIN)):
            return f'did you mean "{nearest}"?'
    return ""


def suggest_other_meaning(variant: Variant, fact: str, name: str, number: str) -> str:
    """Return the hint for a word such as `b2` if its letters may mean something besides `fact`; else an empty text."""
    for color, penalty in _map_colors_to_hand_penalties(variant).items():
        if fact == penalty.name and color.startswith(name.lower()):
            return f"enter {fact}={number} if they were left in hand; on the table they do not count"
    # A beginning of `canastas` fits the fact `count` too.
    if fact in DIRECT_FACTS and ALL_CANASTAS.startswith(name.lower()):
        usual = [canasta.name for canasta in variant.canastas if canasta.short_name]
        canastas = [f"{names.spell_name(variant, canasta)}={number}" for canasta in usual]
        return f"enter {fact}={number}; for canastas enter {join_words(canastas, 'or')}" if canastas else ""
    return ""


def _suggest_facts_for_threes(variant: Variant, name: str) -> str:
    """Return the hint for threes among the cards of `table` or `hand`: the facts with which threes are entered."""
    where = "on the table" if name == TABLE_FACT else "left in hand"
    facts_by_color = {color: penalty.name for color, penalty in _map_colors_to_hand_penalties(variant).items()}
    if name == TABLE_FACT:
        facts_by_color = {Color(fact.name): fact.name for fact in variant.threes.colors}
    colors_by_fact: dict[str, list[Color]] = {}
    for color, fact in facts_by_color.items():
        colors_by_fact.setdefault(fact, []).append(color)
    hints = [f"enter {_format_threes(colors)} {where} as {fact}=1" for fact, colors in colors_by_fact.items()]
    if unscored := [color for color in Color if color not in facts_by_color]:
        hints.append(f"{_format_threes(unscored)} {where} do not count")
    return "; ".join(hints)


def _map_colors_to_hand_penalties(variant: Variant) -> dict[Color, Penalty]:
    penalties = [penalty for penalty in variant.penalties if penalty.place == "hand"]
    return {color: penalty for penalty in penalties for color in penalty.threes}


def _format_threes(colors: Sequence[Color]) -> str:
    return f"{colors[0]} threes" if len(colors) == 1 else "threes"


def merge_unknown_words(words: Sequence[str], errors: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Return the errors of a tally, with one message for all unknown words."""
    unknown = [error for error in errors if error.code is DiagnosticCode.UNKNOWN_WORD]
    if len(unknown) <= 1:
        return [*errors]
    places = (error.word_index or 0 for error in unknown)
    typed = (words[place].strip(f"{QUOTES},;.") for place in places)
    items = dict.fromkeys(split_before(word, f"={DIGITS}")[0] or word for word in typed)
    quoted = join_words([f'"{item}"' for item in items])
    message = f"unknown {'item' if len(items) == 1 else 'items'} {quoted}"
    return [replace(error, message=message) if error in unknown else error for error in errors]


def check_named_threes(variant: Variant, name: str) -> None:
    """Raise WordError if black threes are not entered as cards there: they have no points, or an item of their own."""
    points = variant.deck.points[Rank.THREE]
    if not points:
        raise WordError("threes have no card points in these rules", _suggest_facts_for_threes(variant, name))
    penalty = _map_colors_to_hand_penalties(variant).get(Color.BLACK)
    if penalty and name == variant.card_points.in_hand.name:
        hint = f"enter black threes left in hand as {penalty.name}=1"
        if penalty.when_out:
            hint += f"; if nobody went out, add {format_count(points, 'point')} for each to the number in {name}="
        raise WordError("black threes left in hand do not count as cards in these rules", hint)
