"""The opening: what a side's first meld of a hand must look like."""

from enum import StrEnum

from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.canastas import MAX_CANASTA_SIZE
from canasta_score.rules.model.cards import Rank, check_natural_ranks, read_ranks
from canasta_score.rules.schema.reader import TableReader


class PileCredit(StrEnum):
    """Which cards count toward the need when a side opens by taking the discard pile.

    ALL: the top card and the pair that takes it. PAIR: the pair alone. NEVER: no side opens by taking the pile.
    """

    ALL = "all"
    PAIR = "pair"
    NOTHING = "nothing"
    NEVER = "never"


@frozen
class OpeningRules(Value):
    """What makes an opening legal.

    `group`: the fewest and the most cards of a group. `naturals`: the fewest natural cards in it. `wilds`: the most
    wild cards in it; with `wilds_up_to_naturals` never more than natural ones, with `wilds_below_naturals` always
    fewer; without `mixed_canasta` none in a group as large as can be. `natural_only`: ranks that take no wild card.
    `repeated_ranks`: several groups may be of one rank. `natural_group`: one group must be all natural. `wild_groups`:
    the most groups of wild cards alone. `wild_groups_alone`: if these meet the need, no natural group is needed.
    `wilds_together`: if such a group is not full, no other group has wild cards. `sequences`: a group may be natural
    cards of one suit in a row. `natural_canasta`: a natural canasta opens whatever the need. `pile`: what counts of a
    pile taken to open. `keep`: the cards that must stay in the hand, unless a pile is taken; `keep_late`: those that
    must stay late in the hand, such as once the turn card is gone.
    """

    group: tuple[int, int]
    naturals: int
    wilds: int
    wilds_up_to_naturals: bool
    wilds_below_naturals: bool
    mixed_canasta: bool
    repeated_ranks: bool
    natural_only: tuple[Rank, ...]
    natural_group: bool
    wild_groups: int
    wild_groups_alone: bool
    wilds_together: bool
    sequences: bool
    natural_canasta: bool
    pile: PileCredit
    keep: int
    keep_late: int

    @property
    def can_open_with_wilds_alone(self) -> bool:
        """Return whether wild groups that meet the need open without a natural group."""
        return self.wild_groups > 0 and self.wild_groups_alone


def read_opening(root: TableReader) -> OpeningRules:
    """Read `[opening]`."""
    table = root.table("opening")
    opening = OpeningRules(
        group=table.integer_range("group", (3, 7), least=1, most=MAX_CANASTA_SIZE),
        naturals=table.integer("naturals", 2, least=1, most=MAX_CANASTA_SIZE),
        wilds=table.integer("wilds", 2),
        wilds_up_to_naturals=table.boolean("wilds_up_to_naturals"),
        wilds_below_naturals=table.boolean("wilds_below_naturals"),
        mixed_canasta=table.boolean("mixed_canasta", default=True),
        repeated_ranks=table.boolean("repeated_ranks"),
        natural_only=read_ranks(table, "natural_only"),
        natural_group=table.boolean("natural_group"),
        wild_groups=table.integer("wild_groups", 0),
        wild_groups_alone=table.boolean("wild_groups_alone"),
        wilds_together=table.boolean("wilds_together"),
        sequences=table.boolean("sequences"),
        natural_canasta=table.boolean("natural_canasta"),
        pile=table.enum_word("pile", PileCredit, PileCredit.ALL),
        keep=table.integer("keep", 1, most=MAX_CANASTA_SIZE),
        keep_late=table.integer("keep_late", 0, most=MAX_CANASTA_SIZE),
    )
    most = opening.group[1]
    if opening.naturals > most:
        table.add_error("naturals", f"{opening.naturals} do not fit in a group of {most}", f"use 1 to {most}")
    check_natural_ranks(table, "natural_only", opening.natural_only)
    table.report_unknown_keys()
    return opening
