"""The page on which phones enter a hand: a form made from the rules alone, and what it says before and after."""

import re
from collections.abc import Mapping, Sequence
from itertools import permutations

from canasta_score.game.ledger import Ledger
from canasta_score.hand.facts import PAIR_SIGN, HandFacts
from canasta_score.hand.partners import name_holder
from canasta_score.hand.referee.problems import Problem
from canasta_score.hand.scoring import HandScore
from canasta_score.hand.tally.interview import answer_who_plays_alone, list_questions
from canasta_score.hand.tally.names import spell_name
from canasta_score.recording.recorder import count_undos
from canasta_score.report.html.templating import HtmlParts, render
from canasta_score.report.labels import LABELS, format_need, list_parts
from canasta_score.report.text.entries import describe_change, format_hand_points
from canasta_score.report.text.standing import describe_game_state
from canasta_score.rules.frozen import Value, field
from canasta_score.rules.model.facts import DIRECT_FACTS
from canasta_score.rules.model.variant import Variant

ENTRY = "entry"
HAND_FIELD, PARTNERS_FIELD, ANYWAY_FIELD, UNDO_FIELD = "hand", "partners", "anyway", "entry"
UNDOS_FIELD = "undos"  # how many there were when the form was made
_PARTS = ("title", "outcome", "standing", "form", "undo")
_NO_PARTNERS = "Each plays alone"
Shown = Mapping[str, object]  # in a template
_KINDS = ("count", "yes-or-no", "points")  # in this order: the points are counted last, while the cards are picked up


class Outcome(Value):
    """What came of a request: a sentence, what to read with it, and whether the request did what it was sent for."""

    text: str
    details: tuple[str, ...] = ()
    is_done: bool = False
    can_be_cleared: bool = False  # what was typed is still in the form, and may be about something else


REFUSED = Outcome(text="Nothing is recorded yet. Look at what is below the form.", can_be_cleared=True)
UNDONE = Outcome(
    text="Nothing is recorded: somebody undid this entry.",
    details=("If it is right, record it again.",),
    can_be_cleared=True,
)


class EntryForm(Value):
    """What is in a form, by the names of its fields: what was typed, what it scores, and every problem with it."""

    fields: Mapping[str, str] = field(default_factory=dict)
    scored: Sequence[Shown] = ()
    problems: Sequence[Problem] = ()
    can_be_forced: bool = False  # the hand is recorded only by the button for it


def list_warnings(
    variant: Variant, names: Mapping[str, str], problems: Sequence[Problem]
) -> list[tuple[str, str, str]]:
    """Return how bad each problem is, whose and what it is, and what to do on a phone, items as in their fields."""
    labels = {
        word: f"“{fact.label}”"
        for fact in variant.facts.values()
        for word in (fact.name, spell_name(variant, fact.name))
    }
    boxes = {f"“{fact.label}”" for fact in variant.facts.values() if fact.most == 1 and not fact.is_in_points}
    pairs = {PAIR_SIGN.join(pair): name_holder(PAIR_SIGN.join(pair), names) for pair in permutations(names, 2)}
    name = "|".join(sorted(map(re.escape, labels), key=len, reverse=True))
    item = re.compile(rf'"(?P<named>{name})"|(?<![\w-])(?P<entered>{name})=(?P<number>-?\d+(?: or more)?)?')

    def label(found: re.Match[str]) -> str:
        in_field, number = labels[found["named"] or found["entered"]], found["number"]
        number = "no check" if number == "0" and in_field in boxes else number
        return f"{number} in {in_field}" if number else in_field

    def translate(text: str) -> str:
        return re.sub(r"\S+", lambda found: pairs.get(found[0], found[0]), item.sub(label, text))

    warnings = []
    for problem in problems:
        message, fact = translate(problem.message), variant.facts.get(problem.fact)
        owner = name_holder(problem.side, names) if problem.side else ""
        if fact and owner not in message and fact.label.lower() not in message.lower():
            message = f"{owner}, {fact.label}: {message}"
        # A command is for the person at the computer.
        warnings.append((problem.severity.label, message, "" if problem.command else translate(problem.hint)))
    return warnings


def build_fields(facts: HandFacts) -> dict[str, str]:
    """Return the fields in which the facts of a hand are typed; none if one of them has no field, such as a base."""
    if not all(own.keys().isdisjoint(DIRECT_FACTS) for own in facts.values()):
        return {}
    fields = {f"{side}.{name}": str(number) for side, own in facts.items() for name, number in own.items()}
    partners = next((side for side in facts if PAIR_SIGN in side), "")
    return {**fields, PARTNERS_FIELD: partners} if partners else fields


def render_entry_parts(game: Ledger, form: EntryForm | None = None, outcome: Outcome | None = None) -> HtmlParts:
    """Return the parts of the page as HTML by their ids: what is in the form, and what came of the last request."""
    standing, names, form = game.standing(), game.side_names, form or EntryForm()
    pairs = {}  # who may be partners in a hand, by the value of the field
    if game.variant.has_partners_by_hand:
        joined = [PAIR_SIGN.join(side for side in names if side != alone) for alone in names]
        pairs = {"": _NO_PARTNERS, **{pair: name_holder(pair, names) for pair in joined}}
    partners = form.fields.get(PARTNERS_FIELD, "")
    partners = partners if partners in pairs else ""
    values = {
        "game": game,
        "standing": standing,
        "needs": {side: format_need(own.needs, own.canasta) for side, own in standing.sides.items()},
        "state": describe_game_state(game.variant, standing),
        "hand": len(game.hands) + 1,
        "recorded": format_hand_points(game, game.hands[-1]) if game.hands else "",
        "form": form,
        "warnings": list_warnings(game.variant, names, form.problems),
        "sides": build_entry_sides(game.variant, names, partners, form.fields),
        "partners": partners,
        "pairs": pairs,
        "undos": count_undos(game),
        "outcome": outcome,
        "last": game.applied_changes[-1] if game.applied_changes else None,
        "undoes": describe_change(game, game.applied_changes[-1]) if game.applied_changes else "",
    }
    return {part: render("entry_part.html.jinja", part=part, **values).strip() for part in _PARTS}


def build_entry_sides(
    variant: Variant, names: Mapping[str, str], partners: str, values: Mapping[str, str]
) -> list[Shown]:
    """Return the fields of each side, and of two partners: for every day, and others; `values` are in them."""
    answers = answer_who_plays_alone({holder: {} for holder in filter(None, (partners, *names))})
    fields: dict[str, tuple[list[Shown], list[Shown]]] = {}
    count, yes_or_no, points = _KINDS
    for question in list_questions(variant, names, answers):
        for fact in question.facts if question.side else ():
            name, most = f"{question.side}.{fact.name}", fact.most
            kind = points if fact.is_in_points else yes_or_no if most == 1 else count
            entered = {"name": name, "label": fact.label, "kind": kind, "value": values.get(name, ""), "most": most}
            fields.setdefault(question.side, ([], []))[question.allows_several].append(entered)
    return [
        {
            "name": name_holder(side, names),
            "everyday": [entered for kind in _KINDS for entered in everyday if entered["kind"] == kind],
            "others": others,
        }
        for side, (everyday, others) in fields.items()
    ]


def list_scored_sides(score: HandScore, names: Mapping[str, str], totals: Mapping[str, int]) -> list[Shown]:
    """Return what each side scores in a hand; `totals` are those after it, in points."""
    return [
        {
            "name": names[side],
            "parts": [(LABELS[part], points) for part, points in list_parts(own).items() if points],
            "total": own.total,
            "running": totals[side],
        }
        for side, own in score.sides.items()
    ]
