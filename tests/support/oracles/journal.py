"""A second, slower journal: what every entry makes of a game, by the words of the rules."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from canasta_score import Variant, score_hand
from canasta_score.game.entries import Entry, EntryKind
from canasta_score.game.sides import find_side_list_errors
from canasta_score.hand.facts import TallyError
from support.strategies.games import Game
from support.strategies.hands import Facts

Totals = dict[str, int]


@dataclass(frozen=True, kw_only=True)
class Played:
    """A hand of the model."""

    facts: Facts
    place: int
    struck: bool = False
    fixes: tuple[Entry, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Model:
    """What a ledger comes to, by the contract's words: the entries that stand, and those that redo would bring back."""

    game: Game
    stand: tuple[Entry, ...] = ()
    taken_back: tuple[Entry, ...] = ()

    @property
    def now(self) -> Game:
        """Return the game with the rules that stand last: all hands count by them."""
        changed = [entry.rules for entry in self.stand if entry.rules]
        return replace(self.game, rules=changed[-1].keys, variant=changed[-1].variant) if changed else self.game

    def then(self, entry: Entry) -> "Model":
        """Undo takes back the newest entry that stands; redo brings it back until something else is written."""
        if entry.kind is EntryKind.UNDO:
            return replace(self, stand=self.stand[:-1], taken_back=(*self.taken_back, self.stand[-1]))
        if entry.kind is EntryKind.REDO:
            return replace(self, stand=(*self.stand, self.taken_back[-1]), taken_back=self.taken_back[:-1])
        return replace(self, stand=(*self.stand, entry), taken_back=())

    def can_be(self, entry: Entry) -> bool:  # noqa: PLR0911 -- one for each kind
        """Return whether an entry can follow: its hand exists, and its facts can be scored."""
        hands = self.hands()
        hand = None if entry.hand is None else hands.get(entry.hand)
        match entry.kind:
            case EntryKind.UNDO:
                return bool(self.stand)
            case EntryKind.REDO:
                return bool(self.taken_back)
            case EntryKind.NOTE:
                return entry.hand is None or hand is not None
            case EntryKind.HAND:
                return can_be_scored(self.now.variant, told_by(self.game, entry))
            case EntryKind.VOID:
                return hand is not None and not hand.struck
            case EntryKind.FIX:
                can = hand is not None and not hand.struck
                return can and can_be_scored(self.now.variant, laid_over(hands[entry.hand or 0].facts, entry.facts))
            case EntryKind.RULES:
                assert entry.rules is not None
                variant = entry.rules.variant
                counting = [told.facts for told in hands.values() if not told.struck]
                fits = not any(find_side_list_errors(variant, self.game.names))
                return fits and all(can_be_scored(variant, facts) for facts in counting)
            case _:
                return entry.kind is EntryKind.END or entry.side in self.game.names

    def hands(self) -> dict[int, Played]:
        """Replay the hands that stand: the facts of each with the fixes that stand laid over, and which are struck."""
        hands: dict[int, Played] = {}
        for entry in self.stand:
            number = entry.hand or 0
            if entry.kind is EntryKind.HAND:
                hands[len(hands) + 1] = Played(facts=told_by(self.game, entry), place=next_place(hands))
            elif entry.kind is EntryKind.FIX:
                facts, fixes = laid_over(hands[number].facts, entry.facts), (*hands[number].fixes, entry)
                hands[number] = replace(hands[number], facts=facts, fixes=fixes)
            elif entry.kind is EntryKind.VOID:
                hands[number] = replace(hands[number], struck=True)
        return hands

    def running(self) -> list[tuple[int, Totals]]:
        """Return the hands that count, each with the totals after it."""
        return [(number, self.totals(number)) for number, hand in self.hands().items() if not hand.struck]

    def totals(self, until: int | None = None) -> Totals:
        """Return the totals: the starting totals, the hands that count, and the adjustments, up to a hand."""
        totals, hands = dict(self.game.start), self.hands()
        for number, hand in hands.items():
            if not hand.struck and (until is None or number <= until):
                for side, score in score_hand(self.now.variant, hand.facts).sides.items():
                    totals[side] += score.total
        for entry in self.stand:
            if entry.kind is EntryKind.ADJUST and (until is None or (entry.hand or 0) < until):
                totals[entry.side] += entry.points
        return totals

    def end(self) -> tuple[int, str | None] | None:
        """Return the hand that ended the game, with the winner or None for a tie; None while the game goes on."""
        game = self.now.rules["game"]
        assert isinstance(game, dict)
        for played, (number, totals) in enumerate(self.running(), 1):
            if (winner := self.winner_with_a_special_hand(number, totals)) is not None:
                return number, winner
            ranked = sorted(totals, key=lambda side: totals[side], reverse=True)
            first, second = ranked[0], ranked[1]
            ends = totals[first] >= game["target"] if "target" in game else played >= game["hands"]
            if ends and totals[first] > totals[second]:
                return number, first
            if ends and game.get("tie", "play-on" if "target" in game else "shared") == "shared":
                return number, None
        return None

    def winner_with_a_special_hand(self, number: int, totals: Totals) -> str | None:
        """Return the side that wins by its special hand, whatever the totals; of several, the one with more points."""
        specials = self.now.rules.get("specials", {})
        assert isinstance(specials, dict)
        winning = [name for name, keys in specials.items() if isinstance(keys, dict) and keys.get("wins_game")]
        facts = self.hands()[number].facts
        for name in winning:
            if winners := [side for side, told in facts.items() if told.get(name)]:
                return max(winners, key=lambda side: totals[side])
        return None

    def needs(self) -> dict[str, int]:
        """Return what each side needs for the next hand that counts."""
        need = self.now.rules["need"]
        assert isinstance(need, dict)
        next_hand = next_place(self.hands())
        by_total = need["by"] == "total"
        return {side: need_at(need["steps"], total if by_total else next_hand) for side, total in self.totals().items()}


def next_place(hands: Mapping[int, Played]) -> int:
    """Return the first place of a hand that no hand which counts has: who cancels one plays it again."""
    place = 1
    while any(hand.place == place and not hand.struck for hand in hands.values()):
        place += 1
    return place


def need_at(steps: Sequence[dict[str, int]], value: int) -> int:
    """Find a need by going down the steps from the highest."""
    for step in reversed(steps):
        if value >= step.get("at_least", value) and value > step.get("over", value - 1):
            return step.get("need", 0)
    raise AssertionError(steps)


def told_by(game: Game, entry: Entry) -> Facts:
    """Return the facts of each side in a hand's entry."""
    return {side: dict(entry.facts.get(side, {})) for side in game.names}


def laid_over(facts: Facts, changes: object) -> Facts:
    """Lay a correction over facts: those not named stay, and 0 takes one back."""
    assert isinstance(changes, dict)
    result = {side: dict(told) for side, told in facts.items()}
    for side, told in changes.items():
        for name, number in told.items():
            result[side].pop(name, None)
            if number:
                result[side][name] = number
    return result


def can_be_scored(variant: Variant, facts: Facts) -> bool:
    """Return whether the rules know all facts, and none is entered twice."""
    try:
        score_hand(variant, facts)
    except TallyError:
        return False
    return True
