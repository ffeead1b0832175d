"""The list of the variants that can be named, as it is read in a terminal."""

from collections.abc import Iterator, Sequence
from textwrap import fill

from canasta_score.report.columns import GAP, width_of
from canasta_score.rules.listing import Listed

BELOW = "    "


def variants_list(variants: Sequence[Listed], width: int) -> str:
    """Lay out each variant's name and title, and below them what sets it apart, its source and its other names."""
    longest = max(map(width_of, (one.name for one in variants)), default=0)
    return "\n".join(line for one in variants for line in lines_of(one, longest, width))


def lines_of(listed: Listed, longest: int, width: int) -> Iterator[str]:
    """Go through the lines that say what there is to say of one variant."""
    beside = "has mistakes, and cannot be used" if listed.problems else listed.title
    yield fill(f"{listed.name:<{longest}}{GAP}{beside}", width, subsequent_indent=BELOW * 2)
    for text in below(listed):
        yield fill(text, width, initial_indent=BELOW, subsequent_indent=BELOW * 2, break_on_hyphens=False)


def below(listed: Listed) -> Iterator[str]:
    """Go through what stands below the name."""
    if listed.problems:
        yield f"they are told by: canasta-score variants check {listed.path}"
    if listed.summary:
        yield listed.summary
    if listed.source:
        yield f"source: {listed.source}"
    if listed.aliases:
        yield f"also: {', '.join(listed.aliases)}"
    if not listed.shipped:
        hides = "; it hides the shipped one of this name" if listed.hides_shipped else ""
        yield f"your own file: {listed.path}{hides}"
