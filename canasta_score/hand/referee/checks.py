"""The referee: what in a hand's facts is impossible, what is against the rules, and what is unlikely."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from canasta_score.hand.facts import (
    PAIR_SIGN,
    HandFacts,
    SideFacts,
    TallyError,
    count_canastas_of_kind,
    find_fact_errors,
    has_canasta,
    has_melded,
    has_stated_total,
    is_integer,
    is_set_aside,
    list_special_hands,
)
from canasta_score.hand.partners import (
    check_sides,
    find_partner_errors,
    find_partners,
    format_pair,
    join_partners,
    share_out,
    split_pair,
)
from canasta_score.hand.referee.card_checks import CardChecker
from canasta_score.hand.referee.problems import (
    Problem,
    SideNames,
    build_impossible_problem,
    build_irregular_problem,
    build_unlikely_problem,
    format_nearest,
    has_impossible_problem,
)
from canasta_score.rules.diagnostics import DiagnosticCode, Severity
from canasta_score.rules.frozen import replace
from canasta_score.rules.model.canastas import format_canasta_requirement
from canasta_score.rules.model.facts import BASE, COUNT
from canasta_score.rules.model.rewards import Bonus
from canasta_score.rules.model.threes import SIGN_BY_MELDED, Sign
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.text import join_words

_FEWEST_SIDES = 2


def referee(
    variant: Variant, facts: HandFacts, names: Mapping[str, str] | None = None, *, partners: Sequence[str] = ()
) -> list[Problem]:
    """Return every problem of a whole hand's facts, the impossible ones first.

    What two `partners` have together counts once; `score_hand` says how it is entered.

    If nothing is impossible, the last ones are those that are only unlikely. Facts that the variant does not know are
    problems too, and so are sides without a name if there are `names`, by which the messages call the sides; nothing is
    raised.
    """
    try:
        if names:
            check_sides([*facts, *partners], names)
        facts = join_partners(variant, facts, partners)
    except TallyError as error:
        return [replace(found, severity=Severity.IMPOSSIBLE) for found in error.diagnostics]
    problems = find_problems(variant, facts, names)
    return [*problems, *list_unlikely_problems(variant, facts, problems, names)]


def find_problems(variant: Variant, facts: HandFacts, names: Mapping[str, str] | None = None) -> list[Problem]:
    """Return what is impossible or against the rules in a hand's facts, as far as they are entered."""
    return Referee(variant, names).find_problems(facts)


def list_unlikely_problems(
    variant: Variant,
    facts: HandFacts,
    known: Sequence[Problem],
    names: Mapping[str, str] | None = None,
    needs: Mapping[str, int] | None = None,  # the points that each side needed to open
    single_players: Collection[str] = (),
) -> list[Problem]:
    """Return what is unlikely in a whole hand; nothing if one of its known problems makes it impossible."""
    if has_impossible_problem(known):
        return []
    owners, partners, hand = SideNames(names or {}), find_partners(facts), variant.card_points.in_hand.name
    problems = list(_check_penalties_without_going_out(variant, facts, owners))
    for side, side_facts in facts.items():
        if side in partners or is_set_aside(variant, facts, side):
            continue  # what partners have is looked at once, under the pair
        if not side_facts:
            message = f"nothing is entered for {owners[side]}, not even points in hand"
            hint = f"enter what {owners[side]} had, such as {hand}=85"
            problems.append(build_unlikely_problem(side, "", message, hint))
        elif COUNT not in side_facts and not has_stated_total(variant, side_facts):
            # Of two partners, each needs what follows from the own total; nobody says who melded first.
            need = min(needs[player] for player in split_pair(side)) if needs else variant.need.lowest
            problems += _check_points_on_table(variant, side, side_facts, owners[side], need)
            problems += _check_points_in_hand(variant, side, side_facts, owners[side])
    # Of partners, the one who did not go out may have cards left.
    places = [hand, *(penalty.name for penalty in variant.penalties if penalty.place == "hand")]
    single = facts if variant.has_partners_by_hand else [side for side in facts if side in single_players]
    for side in single:
        for fact in places if PAIR_SIGN not in side and _went_out(variant, facts[side]) else ():
            if facts[side].get(fact):
                message = f"{owners[side]} went out without a partner, so no cards are left in hand"
                problems.append(build_unlikely_problem(side, fact, message, f"check {fact}= for {owners[side]}"))
    return problems


def count_impossible(variant: Variant, facts: HandFacts) -> int:
    """Return the number of problems that make a hand impossible."""
    return sum(problem.is_impossible for problem in find_problems(variant, facts))


class Referee:
    """Checks hands by one variant, with tables built once for all; each check finds its problems by itself."""

    def __init__(self, variant: Variant, names: Mapping[str, str] | None = None) -> None:
        """Build the tables for the checks."""
        self._variant, self._names = variant, SideNames(names or {})
        # A penalty in points cannot be more than the whole deck is worth.
        in_points = {penalty.name: variant.deck.total_points for penalty in variant.penalties if penalty.is_in_points}
        maximums = {fact.name: fact.most or in_points.get(fact.name) for fact in variant.facts.values()}
        self._maximums = {name: most for name, most in maximums.items() if most}
        self._threes_from_pile = [color.name for color in variant.threes.colors if color.from_pile]
        cards = CardChecker(variant, self._names)
        # Each check, and whether a hand with nothing but usual facts needs it.
        self._checks: dict[Callable[[HandFacts], Iterator[Problem]], bool] = {
            self._check_maximums: True,
            self._check_bonuses: True,
            self._check_single_ending: False,
            self._check_penalties: False,
            cards.check_threes: True,
            cards.check_card_demands: True,
            cards.check_points: True,
            cards.check_deck_points: True,
        }
        self._rule_checks: dict[Callable[[HandFacts], Iterator[Problem]], bool] = {
            self._check_going_out: True,
            self._check_special_hand_beside_melds: False,
            self._check_threes_from_pile: True,
            self._check_count_without_canasta: False,
            self._check_meld_is_known: False,
        }
        if variant.has_partners_by_hand:
            self._rule_checks[self._check_partners] = True

    def find_problems(self, facts: HandFacts) -> list[Problem]:
        """Return every problem of a hand's facts, the impossible ones first."""
        errors = [error for side, own in facts.items() for error in find_fact_errors(self._variant, side, own)]
        if find_partners(facts):
            errors += find_partner_errors(self._variant, facts, self._names)
        # Unlike other impossible problems, nobody can accept these.
        problems = [replace(error, severity=Severity.IMPOSSIBLE) for error in errors]
        if problems:
            facts = {
                side: {name: number for name, number in side_facts.items() if is_integer(number)}
                for side, side_facts in facts.items()
            }
        is_usual = all(map(self._variant.usual_facts.issuperset, facts.values()))
        for check, is_for_usual_facts in {**self._checks, **self._rule_checks}.items():
            if is_for_usual_facts or not is_usual:
                problems += check(facts)
        return sorted(problems, key=lambda problem: problem.severity is Severity.IRREGULAR)

    def find_irregular_problems(self, facts: HandFacts) -> list[Problem]:
        """Return what is against the rules, though not impossible, in facts that the rules know."""
        return [problem for check in self._rule_checks for problem in check(facts)]

    def _check_maximums(self, facts: HandFacts) -> Iterator[Problem]:
        for side, side_facts in facts.items():
            for name, most in self._maximums.items():
                number = side_facts.get(name, 0)
                if number > most:
                    message = f"{name}={number} for {self._names[side]} is too many; a side can have at most {most:,}"
                    yield build_impossible_problem(side, name, message, format_nearest(name, most))

    def _check_bonuses(self, facts: HandFacts) -> Iterator[Problem]:
        for bonus in self._variant.bonuses:
            sides = [side for side in facts if facts[side].get(bonus.name)]
            if bonus.one_side and len(sides) > 1:  # such as going out
                owners = join_words(self._names[side] for side in sides)
                message = f'"{bonus.name}" is entered for {owners}, but only one side can have it'
                hint = f'enter "{bonus.name}" for one side only; {bonus.name}=0 takes it back'
                yield build_impossible_problem(sides[-1], bonus.name, message, hint)
            for side in sides:
                if bonus.beside and not facts[side].get(bonus.beside):  # such as going out concealed without going out
                    message = f'"{bonus.name}" is entered for {self._names[side]} without "{bonus.beside}"'
                    hint = f'add "{bonus.beside}", or remove "{bonus.name}"'
                    yield build_impossible_problem(side, bonus.name, message, hint)

    def _check_single_ending(self, facts: HandFacts) -> Iterator[Problem]:
        # A hand cannot end twice: by two special hands, or by a special hand and going out.
        special_hands = [
            (side, name) for side, side_facts in facts.items() for name in list_special_hands(self._variant, side_facts)
        ]
        if not special_hands:
            return
        (first_side, first), *others = special_hands
        hints = {
            (side, name): f'enter "{name}" for one side only' if name == first else f'remove "{first}" or "{name}"'
            for side, name in others
        }
        for bonus in self._variant.bonuses:
            for side in (side for side in facts if bonus.ends_play and facts[side].get(bonus.name)):
                ends_twice = f'remove "{bonus.name}"; "{first}" ends the hand without it'
                hints[side, bonus.name] = ends_twice if side == first_side else f'remove "{bonus.name}" or "{first}"'
        for (side, name), hint in hints.items():
            ending = f'but "{first}" for {self._names[first_side]} ended the hand'
            message = f'"{name}" is entered for {self._names[side]}, {ending}'
            yield build_impossible_problem(side, name, message, hint)

    def _check_penalties(self, facts: HandFacts) -> Iterator[Problem]:
        for side, side_facts in facts.items():
            owner, is_out = self._names[side], _went_out(self._variant, side_facts)
            for penalty in self._variant.penalties:
                name, number, holding = penalty.name, side_facts.get(penalty.name, 0), penalty.players - 1
                if 0 < number < penalty.least:
                    message = f"{name}={number} for {owner} is too few points for any cards"
                    yield build_impossible_problem(side, name, message, format_nearest(name, penalty.least))
                if is_out and penalty.players and number > holding:  # a player who went out has no cards left
                    message = f"{name}={number} for {owner}, but one of them went out"
                    yield build_impossible_problem(side, name, message, format_nearest(name, holding))
                # Two forms of the same thing, such as an open wild canasta with four jokers, and one with fewer.
                for other in filter(side_facts.get, penalty.not_with if number else ()):
                    message, hint = f'{owner} cannot have both "{name}" and "{other}"', f'remove "{name}" or "{other}"'
                    yield build_impossible_problem(side, name, message, hint)

    def _check_special_hand_beside_melds(self, facts: HandFacts) -> Iterator[Problem]:
        for side, side_facts in () if self._variant.specials.beside_melds else facts.items():
            if has_melded(self._variant, side_facts):
                for name in list_special_hands(self._variant, side_facts):
                    message = f'{self._names[side]} melded and had "{name}"; these rules do not allow that'
                    yield build_irregular_problem(side, name, message, f'check "{name}"')

    def _check_going_out(self, facts: HandFacts) -> Iterator[Problem]:
        for side, side_facts in facts.items():
            for bonus in self._variant.bonuses:
                # With a special hand of the same side, going out is impossible anyway.
                if side_facts.get(bonus.name) and not list_special_hands(self._variant, side_facts):
                    yield from self._find_missing_canastas(bonus, side, side_facts)
                    for penalty in filter(side_facts.get, bonus.forbids):
                        owner = self._names[side]
                        message = f'{owner} had both "{bonus.name}" and "{penalty}"; these rules do not allow that'
                        hint = f'check "{bonus.name}" and "{penalty}"'
                        yield build_irregular_problem(side, bonus.name, message, hint)

    def _find_missing_canastas(self, bonus: Bonus, side: str, side_facts: SideFacts) -> Iterator[Problem]:
        if BASE in side_facts:
            return  # a base entered as one figure does not show the kinds of canastas
        for kind, needed in bonus.needs.items():
            number = count_canastas_of_kind(self._variant, kind, side_facts)
            if number < needed:
                required = format_canasta_requirement(kind, needed, self._variant.canastas)
                label = bonus.label[:1].lower() + bonus.label[1:]
                message = f"{label} needs {required}, but {self._names[side]} had {number or 'none'}"
                yield build_irregular_problem(side, bonus.name, message, f"check the canastas of {self._names[side]}")

    def _check_partners(self, facts: HandFacts) -> Iterator[Problem]:
        # Somebody took the pile, or goes out before that: either way the other two are partners.
        if find_partners(facts):
            return
        for side, side_facts in facts.items():
            others = [other for other in facts if other != side]
            endings = [bonus.name for bonus in self._variant.bonuses if bonus.ends_play and side_facts.get(bonus.name)]
            if endings and len(others) > 1:
                message = f"{self._names[side]} went out, so two players were partners, but no partners are entered"
                hint = f"name the partners before what they had together, such as {format_pair(others, others)}"
                yield build_irregular_problem(side, endings[0], message, hint)

    def _check_threes_from_pile(self, facts: HandFacts) -> Iterator[Problem]:
        # A side that takes the pile melds its top card.
        for color in self._threes_from_pile:
            for side, side_facts in facts.items():
                if side_facts.get(color) and COUNT not in side_facts and not has_melded(self._variant, side_facts):
                    owner, table = self._names[side], self._variant.card_points.on_table.name
                    message = f"{owner} melded nothing, so they took no pile with {color} threes"
                    hint = f'check "{color}", or enter {table}= for {owner}'
                    yield build_irregular_problem(side, color, message, hint)

    def _check_meld_is_known(self, facts: HandFacts) -> Iterator[Problem]:
        # Only a count above 0 proves a meld, on which the sign of threes can depend.
        threes, card_points = self._variant.threes, self._variant.card_points
        without_meld, *with_meld = threes.signs
        if threes.sign_by != SIGN_BY_MELDED or not with_meld or without_meld is with_meld[0]:
            return
        for side, side_facts in share_out(facts).items():
            has_turning_threes = any(color.turns and side_facts.get(color.name) for color in threes.colors)
            is_asked = COUNT in side_facts and not is_set_aside(self._variant, facts, side)
            if is_asked and has_turning_threes and not has_melded(self._variant, side_facts):
                reason = f"{COUNT}={side_facts[COUNT]} does not show whether {self._names[side]} melded"
                hint = f"enter {card_points.on_table.name}= and {card_points.in_hand.name}= instead of {COUNT}="
                yield build_irregular_problem(side, COUNT, f"{reason}; the score of the threes depends on it", hint)

    def _check_count_without_canasta(self, facts: HandFacts) -> Iterator[Problem]:
        # Without a canasta the cards on the table do not count for their side, so its count cannot be above 0.
        if self._variant.card_points.no_canasta is Sign.PLUS:
            return
        for side, side_facts in facts.items():
            count = side_facts.get(COUNT, 0)
            if count <= 0 or is_set_aside(self._variant, facts, side) or has_canasta(self._variant, side_facts):
                continue
            # The base proves a canasta only if threes never count minus for a side that has one.
            if BASE in side_facts and Sign.MINUS in self._variant.threes.signs[1:]:
                continue
            hint = f"check {BASE}= and {COUNT}=" if BASE in side_facts else f"add the canastas, or {BASE}="
            message = f"{COUNT}={count} for {self._names[side]}: only a side with a canasta has a count above 0"
            yield build_irregular_problem(side, COUNT, message, hint)


def _check_penalties_without_going_out(variant: Variant, facts: HandFacts, names: SideNames) -> Iterator[Problem]:
    # A base or a total entered as one figure may include going out, and so may the side that is not entered.
    may_have_ended = any(
        BASE in side_facts or has_stated_total(variant, side_facts) or _went_out(variant, side_facts)
        for side_facts in facts.values()
    )
    if may_have_ended or len(facts) < _FEWEST_SIDES:
        return
    for side, side_facts in facts.items():
        for penalty in variant.penalties:
            if penalty.when_out and (number := side_facts.get(penalty.name)):
                message = f"{penalty.name}={number} for {names[side]}, but nobody went out"
                hint = f"enter who went out, or count these cards in {variant.card_points.in_hand.name}= instead"
                yield build_unlikely_problem(side, penalty.name, message, hint)


def _went_out(variant: Variant, side_facts: SideFacts) -> bool:
    return any(bonus.ends_play and side_facts.get(bonus.name) for bonus in variant.bonuses)


def _check_points_on_table(
    variant: Variant, side: str, side_facts: SideFacts, owner: str, need: int
) -> Iterator[Problem]:
    table = variant.card_points.on_table.name
    points = side_facts.get(table, 0)
    if not points and (has_canasta(variant, side_facts) or _went_out(variant, side_facts)):
        message = f"{owner} melded, but no points on the table are entered"
        yield build_unlikely_problem(side, table, message, f"enter {table}= for {owner}")
    elif 0 < points < need and not _may_open_below_need(variant, side_facts):
        message = f"{table}={points} for {owner} is below the {need} needed to open"
        hint = f"check {table}= for {owner}"
        yield build_unlikely_problem(side, table, message, hint, code=DiagnosticCode.BELOW_NEED)


def _may_open_below_need(variant: Variant, side_facts: SideFacts) -> bool:
    rules = variant.opening
    enough = [bonus.name for bonus in variant.bonuses if bonus.opens_at_any_need]
    enough += (
        canasta.name
        for canasta in variant.canastas
        if (rules.natural_canasta and not canasta.cards.wilds[0])
        or (rules.wild_canasta and not canasta.cards.natural_range[1])
    )
    return bool(enough) and (BASE in side_facts or any(map(side_facts.get, enough)))


def _check_points_in_hand(variant: Variant, side: str, side_facts: SideFacts, owner: str) -> Iterator[Problem]:
    hand = variant.card_points.in_hand.name
    # A base entered as one figure may include going out; a special hand ends the hand, too.
    is_out = _went_out(variant, side_facts) or list_special_hands(variant, side_facts)
    if BASE in side_facts or side_facts.get(hand) or is_out:
        return
    message = f"{owner} did not go out, but no points in hand are entered"
    if hand in side_facts:
        message = f"{owner} had no points in hand, but did not go out"
    yield build_unlikely_problem(side, hand, message, f"enter {hand}= for {owner}, or who went out")
