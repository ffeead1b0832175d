"""How two variants differ, rule by rule, in the words of the rule card."""

from collections.abc import Iterable, Iterator, Mapping

from canasta_score.report.rules.descriptions import RuleDescription, RuleSection, describe_rules
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.variant import Variant

_TextPair = tuple[str, str]


@frozen
class RuleDifference(Value):
    """A rule that differs between two variants, or that one of them does not have.

    `pairs` has, topic by topic, the texts of the first and of the second variant that the other does not have; a text
    is empty where a variant says nothing.
    """

    section: str
    rule: str
    is_fact: bool
    in_a: bool
    in_b: bool
    pairs: tuple[_TextPair, ...]

    @property
    def a(self) -> str | None:
        """Return all that only the first variant says, or None."""
        return "; ".join(text for text, _ in self.pairs if text) or None

    @property
    def b(self) -> str | None:
        """Return all that only the second variant says, or None."""
        return "; ".join(text for _, text in self.pairs if text) or None


@frozen
class RuleComparison(Value):
    """Two variants side by side: the rules that differ, and the facts that are only explained in different words."""

    differences: tuple[RuleDifference, ...]
    reworded_facts: tuple[str, ...]


def compare_rules(a: Variant, b: Variant) -> RuleComparison:
    """Compare the rules of two variants; their names, titles and sources are no rules."""
    differences: list[RuleDifference] = []
    reworded: list[str] = []
    for section_a, section_b in zip(describe_rules(a), describe_rules(b), strict=True):
        rules_a, rules_b = _index_by_key(section_a), _index_by_key(section_b)
        differences += _iter_differences(section_a.title, rules_a, rules_b)
        reworded += (
            _format_rule_name(rule)
            for key, rule in rules_a.items()
            if key in rules_b and rule.about != rules_b[key].about
        )
    return RuleComparison(differences=tuple(differences), reworded_facts=tuple(reworded))


def _index_by_key(section: RuleSection) -> dict[str, RuleDescription]:
    return {rule.key: rule for rule in section.rules}


def _iter_differences(
    section: str, rules_a: Mapping[str, RuleDescription], rules_b: Mapping[str, RuleDescription]
) -> Iterator[RuleDifference]:
    for key in _merge_in_order(rules_a, rules_b):
        rule_a, rule_b = rules_a.get(key), rules_b.get(key)
        pairs = tuple(_iter_differing_texts(rule_a, rule_b))
        if pairs:
            rule = rule_a or rules_b[key]
            yield RuleDifference(
                section=section,
                rule=_format_rule_name(rule),
                is_fact=bool(rule.fact),
                in_a=rule_a is not None,
                in_b=rule_b is not None,
                pairs=pairs,
            )


def _format_rule_name(rule: RuleDescription) -> str:
    return f"{rule.label} ({rule.fact})" if rule.fact else rule.label


def _iter_differing_texts(a: RuleDescription | None, b: RuleDescription | None) -> Iterator[_TextPair]:
    if a and b:
        pairs = _pair_by_topic(_collect_all_texts(a), _collect_all_texts(b))
        yield from ((text_a, text_b) for text_a, text_b in pairs if text_a != text_b)
    else:
        yield from _pair_by_topic(_collect_card_texts(a), _collect_card_texts(b))


def _pair_by_topic(a: Mapping[str, str], b: Mapping[str, str]) -> Iterator[_TextPair]:
    return ((a.get(topic, ""), b.get(topic, "")) for topic in _merge_in_order(a, b))


def _merge_in_order(a: Iterable[str], b: Iterable[str]) -> list[str]:
    """Return the items of both, in the order of the first; an item of only the second follows the one before it."""
    merged, position = list(a), 0
    for item in b:
        if item not in merged:
            merged.insert(position, item)
        position = merged.index(item) + 1
    return merged


def _collect_card_texts(rule: RuleDescription | None) -> dict[str, str]:
    if rule is None:
        return {}
    figures = {"figures": " / ".join(rule.figures)} if rule.figures else {}
    return {**figures, **{phrase.topic: phrase.text for phrase in rule.phrases if phrase.is_on_card}}


def _collect_all_texts(rule: RuleDescription) -> dict[str, str]:
    letter = f"short name {rule.short_name}" if rule.short_name else "no short name"
    texts = {phrase.topic: phrase.text for phrase in rule.phrases}
    return {**_collect_card_texts(rule), **texts, "label": f'called "{rule.label}"', "letter": letter}
