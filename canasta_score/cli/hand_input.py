"""A hand on the command line: why it is refused, and what it scores."""

from collections.abc import Mapping
from contextlib import AbstractContextManager

from canasta_score.cli import messages
from canasta_score.cli.terminal import get_terminal_width, json_report, print_result, print_table
from canasta_score.hand.facts import PAIR_SIGN, HandFacts
from canasta_score.hand.scoring import HandScore
from canasta_score.hand.tally.names import spell_name
from canasta_score.report.text.hand import format_hand_notes, format_hand_table
from canasta_score.rules.model.facts import DIRECT_FACTS
from canasta_score.rules.model.variant import Variant


def explain_refused_hand(variant: Variant) -> AbstractContextManager[None]:
    """Return a block that prints why a hand is refused, as JSON too if that is asked for, and raises typer.Exit."""
    return messages.explain_refused_tally(lambda problems: json_report.build_refused_hand_json(variant, problems))


def select_entered_sides(facts: HandFacts) -> HandFacts:
    """Return the facts of the sides that have any, for one side may be scored alone; of all sides if none has any."""
    return {side: side_facts for side, side_facts in facts.items() if side_facts} or facts


def print_hand_score(variant: Variant, score: HandScore, names: Mapping[str, str]) -> None:
    """Print the score of a hand, and below it what counts for nothing."""
    print_table(format_hand_table(variant, score, names, get_terminal_width()))
    print_hand_notes(variant, score, names)


def print_hand_notes(variant: Variant, score: HandScore, names: Mapping[str, str]) -> None:
    """Print what counts for nothing in a hand, if there is anything."""
    if notes := format_hand_notes(variant, score, names, get_terminal_width()):
        print_result(f"\n{notes}")


def print_note_if_nobody_went_out(variant: Variant, facts: HandFacts, hand: str) -> None:
    """Print a note if no side has ended a hand that was recorded: no problem, because sometimes the stock runs out."""
    endings = [bonus.name for bonus in variant.bonuses if bonus.one_side and bonus.ends_play]
    may_have_ended = {*endings, *variant.specials.names, *DIRECT_FACTS}
    entered = {name for own in facts.values() for name, number in own.items() if number or name in DIRECT_FACTS}
    if endings and may_have_ended.isdisjoint(entered):
        messages.print_note("nobody went out in this hand", "if a side did", "fix", hand, next(iter(facts)), endings[0])


def build_example_hand(variant: Variant, *sides: str) -> str:
    """Return a tally for some sides as an example, with card points that the deck can have."""
    from canasta_score.hand.opening.need import opening_need  # start-up: for those who entered nothing

    first, second, *others = sides
    if variant.has_partners_by_hand:
        first, second, others = f"{first}{PAIR_SIGN}{second}", *others, []
    canasta = next((f" {spell_name(variant, canasta.name)}=1" for canasta in variant.canastas), "")
    unit = variant.deck.point_unit or 1
    opening = -(-opening_need(variant, 0, 1) // unit) * unit
    caught = "".join(f" {side} hand={17 * unit}" for side in others)
    return f"{first}{canasta} table={32 * unit} hand={2 * unit} {second} table={opening} hand={17 * unit}{caught}"
