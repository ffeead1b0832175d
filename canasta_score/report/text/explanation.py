"""The explanation of a hand: every line of its score, and the rule that gave it."""

from collections.abc import Iterator, Sequence
from textwrap import fill

from canasta_score.game.entries import What
from canasta_score.game.journal import Hand
from canasta_score.game.ledger import Ledger
from canasta_score.hand.facts import Told, canastas_of, special_hands_of
from canasta_score.hand.referee.checks import referee
from canasta_score.hand.scoring.lines import Line
from canasta_score.hand.scoring.score import SideScore
from canasta_score.hand.scoring.threes import sign_of_threes
from canasta_score.report.text.layout import GAP, lines_of_rows, width_of
from canasta_score.report.text.standing import rules_played
from canasta_score.rules.model.bonuses import Bonus
from canasta_score.rules.model.canastas import Canasta, needed_in_words
from canasta_score.rules.model.facts import DIRECT, Part
from canasta_score.rules.model.penalties import Penalty
from canasta_score.rules.model.special_hands import SpecialHand
from canasta_score.rules.model.threes import ALL_THREES, BY_MELDED, Colour, Sign, ThreesOfColour
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.schema.reader import listed

BELOW = "      "
BY_HOUSE = ", by a house rule"
TEXTS = {"short", "label", "about"}  # keys that change no points
SIGNS = {Sign.MINUS: "minus", Sign.NOTHING: "for nothing"}


def explanation(ledger: Ledger, hand: Hand, width: int) -> str:
    """Lay out a hand side after side: every line, how many were told, the points, and the rule.

    Where there is no room for it, the rule stands below its line, and a long label goes on several lines.
    """
    rows = {
        side: list(rows_of(score, [rule_of(ledger, line, side, hand) for line in score.lines]))
        for side, score in hand.score.sides.items()
    }
    lines = lines_of_rows([cells for of_side in rows.values() for cells, _ in of_side], width)
    head = [f"Hand {hand.number}, {rules_played(ledger)}", *history(ledger, hand)]
    parts = ["\n".join(fill(line, width) for line in head)]
    for side, of_side in rows.items():
        shown = [line for _, rule in of_side for line in with_rule(next(lines), rule, width)]
        parts.append("\n".join([ledger.names[side], *shown]))
    return "\n\n".join(parts)


def history(ledger: Ledger, hand: Hand) -> Iterator[str]:
    """Say what became of a hand since it was recorded."""
    if hand.struck:
        yield f"Struck: it counts nothing{with_reason(why_struck(ledger, hand))}."
    for entry in hand.fixes:
        told = "; ".join(
            f"{ledger.names[side]} {facts_in_words(facts)}" for side, facts in entry.facts.items() if facts
        )
        yield f"Corrected to {told}{with_reason(entry.text)}."
    for problem in referee(ledger.variant, hand.facts) if hand.anyway else ():
        if problem.is_impossible:
            yield f"Taken as told, though impossible: {problem.message}."


def why_struck(ledger: Ledger, hand: Hand) -> str:
    """Give the reason for which a hand was struck; empty where nobody gave one."""
    entries = (change.entry for change in ledger.done)
    return next(entry.text for entry in entries if entry.what is What.VOID and entry.hand == hand.number)


def with_reason(text: str) -> str:
    """Give a reason as it stands behind what was done; nothing where there is none."""
    return f" ({text})" if text else ""


def facts_in_words(facts: Told) -> str:
    """Give facts as they are typed."""
    return " ".join(f"{name}={number}" for name, number in facts.items())


def with_rule(lines: Sequence[str], rule: str, width: int) -> Iterator[str]:
    """Give the lines of a row with their rule beside them, or below them where there is no room."""
    first, *others = lines
    beside = f"{first}{GAP}{rule}".rstrip()
    if not others and width_of(beside) <= width:
        yield beside
        return
    yield from lines
    if rule:
        yield fill(rule, width, initial_indent=BELOW, subsequent_indent=BELOW)


def rows_of(score: SideScore, rules: Sequence[str]) -> Iterator[tuple[list[str], str]]:
    """Go through the lines of one side part by part, each with its rule, then each part's sum and the total."""
    for part in Part:
        within = [(line, rule) for line, rule in zip(score.lines, rules, strict=True) if line.part is part]
        for line, rule in within:
            yield [f"  {line.label}", f"{line.quantity:,}", f"{line.points:,}"], rule
        if within and part is not Part.SET_ASIDE:
            yield [part.capitalize(), "", f"{sum(line.points for line, _ in within):,}"], ""
    yield ["Total", "", f"{score.total:,}"], ""


def rule_of(ledger: Ledger, line: Line, side: str, hand: Hand) -> str:
    """Say which rule gave a line of a side's score, and whether it is one of the house."""
    if line.part is Part.SET_ASIDE:
        return f"counts nothing beside {special_hands_in(ledger, hand)}"
    by_house = any(changes(rule, line.fact, ledger.variant) for rule in ledger.house)
    return rule_of_line(ledger.variant, line, hand.facts[side]) + (BY_HOUSE if by_house else "")


def changes(house_rule: str, fact: str, variant: Variant) -> bool:
    """Tell whether a house rule, such as bonuses.out.points=200, changes what a fact counts.

    >>> from canasta_score import load_variant
    >>> wca = load_variant("wca")
    >>> [fact for fact in ("out", "red", "threes", "table") if changes("threes.sign=[]", fact, wca)]
    ['red', 'threes']
    """
    room, name, *keys = (key.strip(" \"'") for key in [*house_rule.partition("=")[0].split("."), ""])
    if TEXTS.intersection((name, *keys)):
        return False
    if room == "threes" and fact in {*Colour, ALL_THREES}:
        return name not in {*Colour, "all"} or fact == (ALL_THREES if name == "all" else name)
    return name == fact or (room == "count" and fact == variant.count.table.name)


def rule_of_line(variant: Variant, line: Line, told: Told) -> str:
    """Say which rule gave a line that counts."""
    if line.fact in DIRECT:
        return "as the side added it up"
    if line.fact == ALL_THREES:
        return f"every three of the deck{signed(variant, told)}"
    if line.fact in variant.facts:
        return rule_of_fact(variant, line, told)
    return f"for {canastas_in_words(variant, line.fact)}"


def canastas_in_words(variant: Variant, name: str) -> str:
    """Say which canastas a set takes."""
    of_set = next(one.canastas for one in variant.sets if one.name == name)
    return listed(needed_in_words(kind, number, variant.canastas) for kind, number in of_set.items())


def rule_of_fact(variant: Variant, line: Line, told: Told) -> str:
    """Say which rule gives the points of a fact."""
    match variant.facts[line.fact]:
        case ThreesOfColour() as colour:
            return rule_of_threes(variant, colour, told)
        case Canasta(points=points, scores_with=bonus) if bonus and not told.get(bonus):
            return f"{points:,} each, but only beside {bonus}"
        case Canasta(points=points) | Bonus(points=points) | SpecialHand(points=points):
            return f"{points:,} each"
        case Penalty() as penalty:
            return "as told" if penalty.in_points else f"{-penalty.points:,} each"
        case fact:
            return of_cards(variant, fact.name, told)


def rule_of_threes(variant: Variant, colour: ThreesOfColour, told: Told) -> str:
    """Say what the threes of a colour are worth, and with which sign."""
    each = variant.threes.minus_each
    if not colour.turns:
        return f"{listed_points(colour.values)} for 1 to {len(colour.values)}"
    if each is not None and sign_of_threes(variant, told) is Sign.MINUS:
        return f"{each:,} each{signed(variant, told)}"
    return f"{listed_points(colour.values)} for 1 to {len(colour.values)}{signed(variant, told)}"


def listed_points(values: tuple[int, ...]) -> str:
    """List the values of one, two and more of a colour."""
    return " / ".join(f"{value:,}" for value in values)


def signed(variant: Variant, told: Told) -> str:
    """Say with which sign threes count, where it is not plus, and why."""
    sign = sign_of_threes(variant, told)
    if sign is Sign.PLUS:
        return ""
    by = variant.threes.sign_by
    if by == BY_MELDED:
        return f"; {SIGNS[sign]} because nothing is melded"
    kind = f"{by} " if by in variant.facts else ""
    number = told.get(by, 0) if kind else canastas_of(variant, told, counted=True)
    all_count = kind or all(canasta.counted for canasta in variant.canastas)
    of = "" if all_count else " of those that count"
    return f"; {SIGNS[sign]} with {number or 'no'} {kind}canasta{'s' if number > 1 else ''}{of}"


def of_cards(variant: Variant, fact: str, told: Told) -> str:
    """Say how the points of cards count."""
    if fact == variant.count.hand.name:
        return "the cards left in hand are taken off"
    sign = variant.count.no_canasta
    if canastas_of(variant, told) or sign is Sign.PLUS:
        return "the cards on the table"
    return f"{SIGNS[sign]} with no canasta"


def special_hands_in(ledger: Ledger, hand: Hand) -> str:
    """Name the special hands that were laid, and who laid them."""
    facts, special = ledger.variant.facts, special_hands_of
    return listed(
        f"{facts[name].label} of {ledger.names[side]}"
        for side, told in hand.facts.items()
        for name in special(ledger.variant, told)
    )
