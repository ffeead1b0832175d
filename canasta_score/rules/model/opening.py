"""The opening: how many points a side's first meld of a hand needs, and what the meld must look like."""

from typing import Literal, get_args

from canasta_score.rules.frozen import Value
from canasta_score.rules.model.canastas import MAX_CANASTA_SIZE, Canasta
from canasta_score.rules.model.cards import Rank, read_natural_ranks
from canasta_score.rules.schema.limits import MAX_NUMBER
from canasta_score.rules.schema.reader import TableReader, check_reference
from canasta_score.rules.text import format_count

# What the need depends on: the side's total before the hand, the number of the hand, or both: the higher need.
NeedBasis = Literal["total", "hand", "higher"]
# Which cards count toward the need when a side opens by taking the discard pile.
PileCredit = Literal[
    "all",  # the top card and the pair that takes it
    "pair",  # the pair alone
    "nothing",
    "never",  # no side opens by taking the pile
]


class NeedStep(Value):
    """A need in points that applies from a bound on."""

    need: int
    bound: int | None
    over: bool = False  # the bound itself belongs to the step before
    canasta: str = ""  # the kind of canasta, or a better one, that opening also takes, or an empty text

    @property
    def start(self) -> int | None:
        """Return the first number that the step covers, or None for the step without a lower bound."""
        return None if self.bound is None else self.bound + self.over


class NeedRules(Value):
    """The steps of the need in rising order, and the points that a failed opening adds for the rest of the hand."""

    by: NeedBasis
    steps: tuple[NeedStep, ...]  # if the higher need holds, those by the total
    hand_steps: tuple[NeedStep, ...]  # and those by the hand
    failed_attempt: int

    @property
    def steps_by_total(self) -> tuple[NeedStep, ...]:
        """Return the steps that start at totals."""
        return () if self.by == "hand" else self.steps

    @property
    def steps_by_hand(self) -> tuple[NeedStep, ...]:
        """Return the steps that start at hands."""
        return self.steps if self.by == "hand" else self.hand_steps

    @property
    def lowest(self) -> int:
        """Return the points that a side needs at any total and in any hand."""
        bases = (self.steps_by_total, self.steps_by_hand)
        return max(min(step.need for step in steps) for steps in bases if steps)


def read_need(root: TableReader, canastas: tuple[Canasta, ...]) -> NeedRules:
    """Read `[need]`, whose steps must cover every number once, with no gap and no overlap."""
    table = root.table("need")
    by = table.word("by", get_args(NeedBasis))
    names = [canasta.name for canasta in canastas]
    steps = [_read_step(row, names) for row in table.rows("steps")]
    hand_steps = [_read_step(row, names) for row in table.rows("hand_steps")]
    is_basis_known = not table.has_error("by")
    _check_steps(table, "steps", steps, 1 if by == "hand" and is_basis_known else None)
    if by == "higher":
        _check_steps(table, "hand_steps", hand_steps, 1)
    elif hand_steps and is_basis_known:
        hint = 'change by to "higher", or remove hand_steps'
        table.add_error("hand_steps", 'can be used only with by = "higher"', hint)
    failed_attempt = table.integer("failed_attempt", 0)
    need = NeedRules(by=by, steps=tuple(steps), hand_steps=tuple(hand_steps), failed_attempt=failed_attempt)
    table.report_unknown_keys()
    return need


class OpeningRules(Value):
    """What makes an opening legal."""

    group: tuple[int, int]  # the fewest and the most cards of a group
    naturals: int  # the fewest natural cards in it
    wilds: int  # the most wild cards in it
    wilds_up_to_naturals: bool  # never more than natural ones
    wilds_below_naturals: bool  # always fewer than natural ones
    wilds_per_natural: tuple[int, int] | None  # the most, and for how many natural ones
    mixed_canasta: bool  # else none in a group as large as can be, not even in one of wild cards alone
    repeated_ranks: bool  # several groups may be of one rank
    natural_only: tuple[Rank, ...]  # ranks that take no wild card
    natural_group: bool  # one group must be all natural
    wild_groups: int  # the most groups of wild cards alone
    wild_groups_alone: bool  # if these meet the need, no natural group is needed
    wilds_together: bool  # if such a group is not full, no other group has wild cards
    sequences: bool  # a group may be natural cards of one suit in a row
    natural_canasta: bool  # opens whatever the need
    wild_canasta: bool  # one of wild cards alone opens whatever the need
    pile: PileCredit  # what counts of a pile taken to open
    keep: int  # the cards that must stay in the hand, unless a pile is taken
    keep_late: int  # those that must stay late in the hand, such as once the turn card is gone

    @property
    def can_open_with_wilds_alone(self) -> bool:
        """Return whether wild groups that meet the need open without a natural group."""
        return self.wild_groups > 0 and self.wild_groups_alone

    @property
    def max_wild_group(self) -> int:
        """Return the most cards of a group of wild cards alone."""
        return self.group[1] if self.mixed_canasta else self.group[1] - 1


def read_opening(root: TableReader) -> OpeningRules:
    """Read `[opening]`."""
    table = root.table("opening")
    opening = OpeningRules(
        group=table.integer_range("group", (3, 7), least=1, most=MAX_CANASTA_SIZE),
        naturals=table.integer("naturals", 2, least=1, most=MAX_CANASTA_SIZE),
        wilds=table.integer("wilds", 2),
        wilds_up_to_naturals=table.boolean("wilds_up_to_naturals"),
        wilds_below_naturals=table.boolean("wilds_below_naturals"),
        wilds_per_natural=_read_wilds_per_natural(table),
        mixed_canasta=table.boolean("mixed_canasta", default=True),
        repeated_ranks=table.boolean("repeated_ranks"),
        natural_only=read_natural_ranks(table, "natural_only"),
        natural_group=table.boolean("natural_group"),
        wild_groups=table.integer("wild_groups", 0),
        wild_groups_alone=table.boolean("wild_groups_alone"),
        wilds_together=table.boolean("wilds_together"),
        sequences=table.boolean("sequences"),
        natural_canasta=table.boolean("natural_canasta"),
        wild_canasta=table.boolean("wild_canasta"),
        pile=table.word("pile", get_args(PileCredit), "all"),
        keep=table.integer("keep", 1, most=MAX_CANASTA_SIZE),
        keep_late=table.integer("keep_late", 0, most=MAX_CANASTA_SIZE),
    )
    most = opening.group[1]
    if opening.naturals > most:
        table.add_error("naturals", f"{opening.naturals} do not fit in a group of {most}", f"use 1 to {most}")
    table.report_unknown_keys()
    return opening


def format_wilds_per_natural(numbers: tuple[int, int]) -> str:
    """Format how many wild cards are allowed, such as '1 wild card for every 2 natural cards'."""
    wilds, naturals = numbers
    each = "natural card" if naturals == 1 else f"{naturals} natural cards"
    return f"{format_count(wilds, 'wild card')} for every {each}"


def _read_wilds_per_natural(table: TableReader) -> tuple[int, int] | None:
    key = "wilds_per_natural"
    match table.integers(key, least=1, most=MAX_CANASTA_SIZE):
        case wilds, naturals:
            return wilds, naturals
    if key in table and not table.has_error(key):
        message = "must be two numbers, of wild cards and of natural cards"
        table.add_error(key, message, "for example [1, 2], for at most one wild card with two natural cards")
    return None


def _read_step(table: TableReader, canastas: list[str]) -> NeedStep:
    canasta = table.text("canasta", "")
    if "canasta" in table and not table.has_error("canasta"):
        check_reference(table, "canasta", canasta, canastas, "canasta")
    need = table.integer("need", 0 if "canasta" in table else None)  # a canasta may be all that opening takes
    at_least = table.optional_integer("at_least", least=-MAX_NUMBER)
    over = table.optional_integer("over", least=-MAX_NUMBER)
    if at_least is not None and over is not None:
        table.add_error("over", "cannot be used with at_least", "keep only one of the two")
    table.report_unknown_keys()
    return NeedStep(need=need, bound=at_least if over is None else over, over=over is not None, canasta=canasta)


def _check_steps(table: TableReader, list_key: str, steps: list[NeedStep], lowest: int | None) -> None:
    """Add mistakes for gaps and overlaps; `lowest` is the lowest number that there can be, if there is one."""
    if not steps and not table.has_error(list_key) and not table.has_error("by"):
        later = "" if lowest is None else ", { at_least = 2, need = 90 }"
        table.add_error(list_key, "needs at least one step", f"for example {list_key} = [{{ need = 50 }}{later}]")
    previous: int | None = None
    for index, step in enumerate(steps):
        key, start = f"{list_key}[{index}]", step.start
        # The bound may be wrong, or be missing because of a mistake in its key.
        bound_keys = (key,) if step.bound is None else (f"{key}.at_least", f"{key}.over")
        if any(map(table.has_error, bound_keys)):
            continue
        if start is None:
            if index:
                hint = f"add at_least or over, with a {'total' if lowest is None else 'hand'}"
                table.add_error(key, "does not say where it starts", hint)
            continue
        overlap = f"overlaps the step before it at {step.bound:,}"
        if not index:
            table.add_error(key, f"leaves a gap below {step.bound:,}", "remove at_least and over from the first step")
        elif lowest is not None and start <= lowest:
            table.add_error(key, overlap, f"hands are counted from {lowest}; use a larger number")
        elif previous is not None and start <= previous:
            table.add_error(key, overlap, "put the steps in rising order")
        previous = start
