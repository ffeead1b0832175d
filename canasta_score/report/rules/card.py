"""The rule card: a variant's figures on one page, to lay beside the table."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from textwrap import wrap

from canasta_score.report.rules.descriptions import ALWAYS_PLUS, RuleDescription, RuleSection, describe_rules
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.text import join_words

CARD_WIDTH = 79
_RULE_NAME_WIDTH = 15
_FACT_NAME_WIDTH = 54
_THREES_NAME_WIDTH = 30  # places for what threes are called
_FIGURE_WIDTH = 7
_REMARK_INDENT = " " * 6


def format_rule_card(variant: Variant) -> str:
    """Lay out all that a rule file says: deck, cards, end, need, opening, and every fact with what to type."""
    game, *others = describe_rules(variant)
    blocks = [
        _iter_card_heading(variant),
        _iter_game_lines(game),
        *(_SECTION_LAYOUTS.get(one.title, _iter_fact_lines)(one) for one in others),
    ]
    return "\n\n".join("\n".join(lines) for block in blocks if (lines := list(block)))


def _iter_card_heading(variant: Variant) -> Iterator[str]:
    """Say whose rules they are, and where they come from."""
    title = variant.title.removesuffix(f" ({variant.name})")
    yield f"{title} ({join_words((variant.name, *variant.aliases), 'or')})"
    yield from wrap(variant.source, CARD_WIDTH)


def _iter_game_lines(section: RuleSection) -> Iterator[str]:
    """Lay out what concerns the whole game, names before texts of any length."""
    for rule in section.rules:
        first, *others = wrap("; ".join(_iter_card_texts(rule)), CARD_WIDTH - _RULE_NAME_WIDTH) or ["none"]
        yield f"{rule.name:<{_RULE_NAME_WIDTH}}{first}"
        for line in others:
            yield " " * _RULE_NAME_WIDTH + line


def _iter_card_texts(rule: RuleDescription) -> Iterator[str]:
    """Go through the phrases of a rule that stand on the card."""
    return (phrase.text for phrase in rule.phrases if phrase.is_on_card)


def _iter_threes_lines(section: RuleSection) -> Iterator[str]:
    """Lay out what one, two, three … threes on the table are worth, and how they count."""
    if not section.rules:
        yield f"{section.title} count nothing."
        return
    colours = [rule for rule in section.rules if rule.fact]
    yield from _iter_color_lines(section.title, colours)
    for rule in section.rules[len(colours) :]:
        yield from (f"  {rule.name}: {figure}" for figure in rule.figures)
        for text in _iter_card_texts(rule):
            sentence = f"They {text} count." if text == ALWAYS_PLUS else f"{rule.name} {text}."
            yield from wrap(sentence, CARD_WIDTH, initial_indent="  ", subsequent_indent="    ")


def _iter_color_lines(title: str, colours: Sequence[RuleDescription]) -> Iterator[str]:
    """Lay out below a title what one, two, three … of each colour are worth, as many beside each other as fit."""
    beside = (CARD_WIDTH - _THREES_NAME_WIDTH - len("  ")) // _FIGURE_WIDTH
    most = max(len(colour.figures) for colour in colours)
    for first in range(0, most, beside):
        numbers = range(first + 1, min(first + beside, most) + 1)
        yield f"{'' if first else title:<{_THREES_NAME_WIDTH + 2}}" + "".join(
            f"{number:>{_FIGURE_WIDTH}}" for number in numbers
        )
        for colour in colours:
            figures = colour.figures[first : first + beside]
            yield f"  {colour.name:<{_THREES_NAME_WIDTH}}" + "".join(f"{figure:>{_FIGURE_WIDTH}}" for figure in figures)


def _iter_fact_lines(section: RuleSection) -> Iterator[str]:
    """Lay out facts: label, what to type and points, and below it what it is and what the rules ask for."""
    if section.rules:
        yield section.title
    for rule in section.rules:
        yield from _iter_figure_lines(rule)
        for text in (rule.about, *_iter_card_texts(rule)):
            yield from (_REMARK_INDENT + line for line in wrap(text, CARD_WIDTH - len(_REMARK_INDENT)))


def _iter_figure_lines(rule: RuleDescription) -> Iterator[str]:
    """Set a fact's label and what to type, on as many lines as they take, before its points."""
    *lines, last = wrap(rule.name, _FACT_NAME_WIDTH, subsequent_indent="  ")
    yield from (f"  {line}" for line in lines)
    yield f"  {last:<{_FACT_NAME_WIDTH}}" + "".join(f"{figure:>{_FIGURE_WIDTH}}" for figure in rule.figures)


def _iter_special_hand_lines(section: RuleSection) -> Iterator[str]:
    """Lay out the special hands, with what the others score beside the title."""
    if section.rules:
        others, *hands = section.rules
        title = f"{section.title} (nothing else of the side counts; the others {'; '.join(_iter_card_texts(others))})"
        yield from _iter_fact_lines(RuleSection(title=title, rules=tuple(hands)))


_SECTION_LAYOUTS: Mapping[str, Callable[[RuleSection], Iterator[str]]] = {
    "Threes on the table": _iter_threes_lines,
    "Special hands": _iter_special_hand_lines,
}
