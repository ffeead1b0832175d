"""The rule card: a variant's figures on one page, to lay beside the table."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from textwrap import wrap

from canasta_score.report.rules.descriptions import ALWAYS, Rule, Section, rules_in_words
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.schema.reader import listed

WIDTH = 79
HEAD = 15
LABEL = 54
THREES = 30  # places for what threes are called
FIGURE = 7
REMARK = " " * 6


def rule_card(variant: Variant) -> str:
    """Lay out all that a rule file says: deck, cards, end, need, opening, and every fact with what to type."""
    game, *others = rules_in_words(variant)
    blocks = [heading(variant), game_lines(game), *(LAYOUTS.get(one.title, fact_lines)(one) for one in others)]
    return "\n\n".join("\n".join(lines) for block in blocks if (lines := list(block)))


def heading(variant: Variant) -> Iterator[str]:
    """Say whose rules they are, and where they come from."""
    title = variant.title.removesuffix(f" ({variant.name})")
    yield f"{title} ({listed((variant.name, *variant.aliases), 'or')})"
    yield from wrap(variant.source, WIDTH)


def game_lines(section: Section) -> Iterator[str]:
    """Lay out what concerns the whole game, names before texts of any length."""
    for rule in section.rules:
        first, *others = wrap("; ".join(said_of(rule)), WIDTH - HEAD) or ["none"]
        yield f"{rule.name:<{HEAD}}{first}"
        for line in others:
            yield " " * HEAD + line


def said_of(rule: Rule) -> Iterator[str]:
    """Go through the phrases of a rule that stand on the card."""
    return (phrase.text for phrase in rule.phrases if phrase.on_card)


def threes_lines(section: Section) -> Iterator[str]:
    """Lay out what one, two, three … threes on the table are worth, and how they count."""
    if not section.rules:
        yield f"{section.title} count nothing."
        return
    colours = [rule for rule in section.rules if rule.fact]
    yield from colour_lines(section.title, colours)
    for rule in section.rules[len(colours) :]:
        yield from (f"  {rule.name}: {figure}" for figure in rule.figures)
        for text in said_of(rule):
            sentence = f"They {text} count." if text == ALWAYS else f"{rule.name} {text}."
            yield from wrap(sentence, WIDTH, initial_indent="  ", subsequent_indent="    ")


def colour_lines(title: str, colours: Sequence[Rule]) -> Iterator[str]:
    """Lay out below a title what one, two, three … of each colour are worth, as many beside each other as fit."""
    beside = (WIDTH - THREES - len("  ")) // FIGURE
    most = max(len(colour.figures) for colour in colours)
    for first in range(0, most, beside):
        numbers = range(first + 1, min(first + beside, most) + 1)
        yield f"{'' if first else title:<{THREES + 2}}" + "".join(f"{number:>{FIGURE}}" for number in numbers)
        for colour in colours:
            figures = colour.figures[first : first + beside]
            yield f"  {colour.name:<{THREES}}" + "".join(f"{figure:>{FIGURE}}" for figure in figures)


def fact_lines(section: Section) -> Iterator[str]:
    """Lay out facts: label, what to type and points, and below it what it is and what the rules ask for."""
    if section.rules:
        yield section.title
    for rule in section.rules:
        yield from figure_lines(rule)
        for text in (rule.about, *said_of(rule)):
            yield from (REMARK + line for line in wrap(text, WIDTH - len(REMARK)))


def figure_lines(rule: Rule) -> Iterator[str]:
    """Set a fact's label and what to type, on as many lines as they take, before its points."""
    *lines, last = wrap(rule.name, LABEL, subsequent_indent="  ")
    yield from (f"  {line}" for line in lines)
    yield f"  {last:<{LABEL}}" + "".join(f"{figure:>{FIGURE}}" for figure in rule.figures)


def special_lines(section: Section) -> Iterator[str]:
    """Lay out the special hands, with what the others score beside the title."""
    if section.rules:
        others, *hands = section.rules
        title = f"{section.title} (nothing else of the side counts; the others {'; '.join(said_of(others))})"
        yield from fact_lines(Section(title=title, rules=tuple(hands)))


LAYOUTS: Mapping[str, Callable[[Section], Iterator[str]]] = {
    "Threes on the table": threes_lines,
    "Special hands": special_lines,
}
