"""How two variants differ, rule by rule, in the words of the rule card."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, zip_longest

from canasta_score.report.rules.descriptions import RuleDescription, describe_rules
from canasta_score.report.text import layout
from canasta_score.rules.frozen import Value
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.text import join_words

_MIN_TEXT_WIDTH, _MAX_TEXT_WIDTH = 20, 50  # with less room, the texts of both variants are below the rule
_NO_TEXT = "-"  # of a variant that says nothing


class RuleDifference(Value):
    """A rule that differs between two variants, or that one of them does not have."""

    section: str
    rule: str
    is_fact: bool
    in_a: bool
    in_b: bool
    pairs: tuple[tuple[str, str], ...]  # what only one says, topic by topic; empty where the other says nothing
    a: str | None  # all that only the first variant says
    b: str | None


def compare_rules(a: Variant, b: Variant) -> list[RuleDifference]:
    """Compare the rules of two variants, without their names, titles, sources and explanations."""
    differences: list[RuleDifference] = []
    described_b = describe_rules(b)
    for section, rules in describe_rules(a).items():
        rules_a, rules_b = ({rule.key: rule for rule in described} for described in (rules, described_b[section]))
        for key in _merge_in_order(rules_a, rules_b):
            rule_a, rule_b = rules_a.get(key), rules_b.get(key)
            rule = rule_a or rules_b[key]
            name = f"{rule.label} ({rule.fact})" if rule.fact else rule.label
            is_compared = bool(rule_a and rule_b)
            texts_a, texts_b = (_collect_texts(each, is_compared=is_compared) for each in (rule_a, rule_b))
            said = [(texts_a.get(topic, ""), texts_b.get(topic, "")) for topic in _merge_in_order(texts_a, texts_b)]
            if pairs := tuple((text_a, text_b) for text_a, text_b in said if text_a != text_b):
                difference = RuleDifference(
                    section=section,
                    rule=name,
                    is_fact=bool(rule.fact),
                    in_a=rule_a is not None,
                    in_b=rule_b is not None,
                    pairs=pairs,
                    a="; ".join(text for text, _ in pairs if text) or None,
                    b="; ".join(text for _, text in pairs if text) or None,
                )
                differences.append(difference)
    return differences


def list_changes(before: Variant, after: Variant) -> list[str]:
    """Return a sentence for each rule that is changed, such as "Red threes in hand (red-in-hand): -100 -> -300."."""
    return [
        f"{difference.rule}: {old or 'nothing'} -> {new or 'nothing'}."
        for difference in compare_rules(before, after)
        for old, new in difference.pairs
    ]


def format_rule_comparison(
    differences: Sequence[RuleDifference], names: tuple[str, str], titles: tuple[str, str], width: int
) -> str:
    """Return the rules that differ by the sections of the card, each variant in a column where there is room."""
    # A variant without its own title has the title of its parent, with its own name in parentheses.
    headers = [
        title if title.endswith(f" ({name})") else f"{title} ({name})"
        for title, name in zip(titles, names, strict=True)
    ]
    return "\n".join(_iter_difference_lines(differences, headers, names, width))


def _merge_in_order(a: Iterable[str], b: Iterable[str]) -> list[str]:
    """Return the items of both, in the order of the first; an item of only the second follows the one before it."""
    merged, position = list(a), 0
    for item in b:
        if item not in merged:
            merged.insert(position, item)
        position = merged.index(item) + 1
    return merged


def _collect_texts(rule: RuleDescription | None, *, is_compared: bool) -> dict[str, str]:
    """Return what the card says of a rule, by topic, and everything else if both variants have the rule."""
    if rule is None:
        return {}
    texts = {"figures": " / ".join(rule.figures)} if rule.figures else {}
    texts |= {phrase.topic: phrase.text for phrase in rule.phrases if phrase.is_on_card}
    if is_compared:
        texts |= {phrase.topic: phrase.text for phrase in rule.phrases if not phrase.is_on_card}
        texts["label"] = f'called "{rule.label}"'
        texts["letter"] = f"short name {rule.short_name}" if rule.short_name else "no short name"
    return texts


def _iter_difference_lines(
    differences: Sequence[RuleDifference], headers: Sequence[str], names: Sequence[str], width: int
) -> Iterator[str]:
    both = join_words(headers)
    if not differences:
        yield from layout.wrap_text(f"{both} have the same rules.", width)
        return
    rows = list(_iter_rows(differences))
    name_width, *longest = layout.measure_columns(rows)
    left = width - 2 * len(layout.COLUMN_GAP)
    wanted = [
        min(_MAX_TEXT_WIDTH, max(text, layout.measure_width(header)))
        for header, text in zip(headers, longest, strict=True)
    ]
    if name_width + sum(wanted) > left:
        name_width = min(name_width, max(layout.MIN_LABEL_WIDTH, width * 2 // 5))
    widths = layout.distribute_width(max(left - name_width, 2), [1, 1], wanted)
    if all(
        room >= max(layout.measure_widest(header.split()), min(_MIN_TEXT_WIDTH, text))
        for room, header, text in zip(widths, headers, longest, strict=True)
    ):
        yield from _iter_column_lines([["", *headers], *rows], [name_width, *widths])
        return
    yield from (*layout.wrap_text(f"{both} differ:", width), "")
    for name, *texts in rows:
        if not any((name, *texts)):
            yield ""
        yield from _wrap_name(name, width)
        for variant, text in zip(names, texts, strict=True):
            if text not in {"", _NO_TEXT}:
                yield from layout.wrap_text(f"{variant}: {text}", width, layout.INDENT * 3, first=layout.INDENT * 2)


def _iter_column_lines(rows: Iterable[layout.TextRow], widths: Sequence[int]) -> Iterator[str]:
    for name, *texts in rows:
        cells = [_wrap_name(name, widths[0]), *map(layout.wrap_text, texts, widths[1:])]
        if not any(cells):
            yield ""
        for line in zip_longest(*cells, fillvalue=""):
            yield layout.COLUMN_GAP.join(map(layout.pad_text, line, (-room for room in widths))).rstrip()


def _iter_rows(differences: Sequence[RuleDifference]) -> Iterator[layout.TextRow]:
    """Yield titles of sections, an empty row between them, and rows of what both say; a rule's first has its name."""
    for number, (title, of_section) in enumerate(groupby(differences, key=lambda difference: difference.section)):
        if number:
            yield "", "", ""
        yield title, "", ""
        for difference in of_section:
            name = layout.INDENT + difference.rule
            # Where a variant does not have the rule at all, that is said once.
            missing = "none" if difference.is_fact else _NO_TEXT
            for text_a, text_b in difference.pairs:
                yield (
                    name,
                    text_a or (_NO_TEXT if difference.in_a else missing),
                    text_b or (_NO_TEXT if difference.in_b else missing),
                )
                name = missing = ""


def _wrap_name(name: str, width: int) -> list[str]:
    indent = layout.INDENT if name.startswith(layout.INDENT) else ""
    return layout.wrap_text(name.strip(), width, indent * 2, first=indent)
