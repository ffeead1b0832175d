"""The page on which phones enter a hand: a form made from the rules alone, and what it says before and after."""

from collections.abc import Iterator, Mapping, Sequence

from canasta_score.game.ledger import Ledger
from canasta_score.hand.facts import PAIR_SIGN
from canasta_score.hand.partners import name_holder
from canasta_score.hand.referee.problems import Problem, has_impossible_problem
from canasta_score.hand.tally.interview import answer_who_plays_alone, list_questions
from canasta_score.report.html.live import LiveView, build_view
from canasta_score.report.html.templating import HtmlParts, render
from canasta_score.report.labels import LABELS, list_parts
from canasta_score.report.text.entries import describe_change
from canasta_score.report.text.standing import describe_game_state, format_need
from canasta_score.rules.diagnostics import Diagnostic
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.facts import TOTAL, Fact
from canasta_score.rules.model.variant import Variant

ENTRY = "entry"
HAND_FIELD, PARTNERS_FIELD, ANYWAY_FIELD, UNDO_FIELD = "hand", "partners", "anyway", "entry"
_PARTS = ("title", "outcome", "standing", "form", "undo")
_NO_PARTNERS = "Each plays alone"


@frozen
class _Field(Value):
    """A field of the form: the item of a side, how it is entered, what is in it, and the most that it takes."""

    name: str
    label: str
    kind: str
    value: str
    most: int | None


@frozen
class EntrySide(Value):
    """A side, or two partners, with the fields for what it has every day, and those for everything else."""

    name: str
    everyday: tuple[_Field, ...]
    others: tuple[_Field, ...]

    @property
    def is_folded(self) -> bool:
        """Return whether nothing is entered in the fields for everything else."""
        return not any(field.value for field in self.others)


@frozen
class _ScoredSide(Value):
    """What a side scores in the hand, in points: the parts with their labels, its total, and the game's after it."""

    name: str
    parts: tuple[tuple[str, int], ...]
    total: int
    running: int


@frozen
class Outcome(Value):
    """What came of a request: a sentence, what to read with it, and whether the request did what it was sent for."""

    text: str
    details: tuple[str, ...] = ()
    is_done: bool = False


@frozen
class EntryForm(Value):
    """What is in a form, by the names of its fields: what was typed, what it scores, and every problem with it."""

    fields: Mapping[str, str]
    after: Ledger | None = None
    problems: Sequence[Problem] = ()

    @property
    def is_refused(self) -> bool:
        """Return whether the referee refuses the hand, which can be recorded anyway."""
        return has_impossible_problem(self.problems)


def build_entry_view(game: Ledger) -> LiveView:
    """Build the page for the next hand of a game, with nothing entered."""
    return build_view(ENTRY, "entry_page", None, render_entry_parts(game))


def render_entry_parts(game: Ledger, form: EntryForm | None = None, outcome: Outcome | None = None) -> HtmlParts:
    """Return the parts of the page as HTML by their ids: what is in the form, and what came of the last request."""
    standing = game.standing()
    form = form or EntryForm(fields={})
    pairs = tuple(_iter_pairs(game))
    partners = next((pair for pair, _ in pairs if pair == form.fields.get(PARTNERS_FIELD)), "")
    values = {
        "game": game,
        "standing": standing,
        "needs": {side: format_need(own.needs, own.canasta) for side, own in standing.sides.items()},
        "state": describe_game_state(game.variant, standing),
        "hand": len(game.hands) + 1,
        "form": form,
        "sides": build_entry_sides(game.variant, game.side_names, partners, form.fields),
        "partners": partners,
        "pairs": pairs,
        "scored": tuple(_iter_scored_sides(form.after)) if form.after else (),
        "problems": tuple(map(_describe_problem, form.problems)),
        "outcome": outcome,
        "last": game.applied_changes[-1] if game.applied_changes else None,
        "undoes": describe_change(game, game.applied_changes[-1]) if game.applied_changes else "",
    }
    return {part: render("entry_part.html.jinja", part=part, **values).strip() for part in _PARTS}


def _iter_pairs(game: Ledger) -> Iterator[tuple[str, str]]:
    """Yield who may be partners in a hand, each as the value of a field and as its label; nothing by most rules."""
    if not game.variant.has_partners_by_hand:
        return
    yield "", _NO_PARTNERS
    for alone in game.side_names:
        pair = PAIR_SIGN.join(side for side in game.side_names if side != alone)
        yield pair, name_holder(pair, game.side_names)


def build_entry_sides(
    variant: Variant, names: Mapping[str, str], partners: str, values: Mapping[str, str]
) -> tuple[EntrySide, ...]:
    """Return the fields of a hand for each side, and for two partners if there are some; `values` are in them."""
    answers = answer_who_plays_alone({holder: {} for holder in filter(None, (partners, *names))})
    fields: dict[str, tuple[list[_Field], list[_Field]]] = {}
    for question in list_questions(variant, names, answers):
        if question.side:
            several = fields.setdefault(question.side, ([], []))[question.allows_several]
            several.extend(_build_field(question.side, fact, values) for fact in question.facts)
    return tuple(
        EntrySide(
            name=name_holder(side, names),
            everyday=tuple(sorted(everyday, key=lambda field: _KINDS.index(field.kind))),
            others=tuple(others),
        )
        for side, (everyday, others) in fields.items()
    )


_KINDS = ("count", "yes-or-no", "points")  # in this order: the points are counted last, while the cards are picked up


def _build_field(side: str, fact: Fact, values: Mapping[str, str]) -> _Field:
    count, yes_or_no, points = _KINDS
    kind = points if fact.is_in_points else yes_or_no if fact.most == 1 else count
    name = f"{side}.{fact.name}"
    return _Field(name=name, label=fact.label, kind=kind, value=values.get(name, ""), most=fact.most)


def _iter_scored_sides(after: Ledger) -> Iterator[_ScoredSide]:
    for side, score in after.hands[-1].score.sides.items():
        parts = [(LABELS[part], points or 0) for part, points in list_parts(score).items() if part != TOTAL]
        yield _ScoredSide(
            name=after.side_names[side],
            parts=tuple((label, points) for label, points in parts if points),
            total=score.total,
            running=after.totals[side],
        )


def _describe_problem(problem: Diagnostic) -> tuple[str, str, str]:
    """Return how bad a problem is, what is wrong, and what to do; commands are for the person at the laptop."""
    return problem.severity.label, problem.message, "" if problem.command else problem.hint
