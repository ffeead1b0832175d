"""The answers about a new game: as far as they are given, and as they are proposed from last time."""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

from canasta_score.cli.messages import print_note
from canasta_score.cli.options import DEFAULT_VARIANT
from canasta_score.disk.files import is_existing_file, is_same_file
from canasta_score.game.entries import GameRules
from canasta_score.game.ledger import Ledger
from canasta_score.game.sides import MAX_SIDES, find_seat_errors, find_side_id_errors, find_side_name_errors
from canasta_score.game.storage.recent_games import iter_recent_games, load_answers
from canasta_score.hand.partners import NUMBER_OF_SIDES
from canasta_score.recording.rule_changes import load_rules, override_rules
from canasta_score.rules.catalog.files import RULE_FILE_SUFFIX, find_rule_file, is_ledger_file, is_rule_file_path
from canasta_score.rules.catalog.loading import load_with_overrides
from canasta_score.rules.diagnostics import DiagnosticCode, RuleError
from canasta_score.rules.frozen import Value, replace
from canasta_score.rules.model.facts import DEFAULT_SIDES
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.schema.reader import METADATA_KEYS
from canasta_score.rules.text import fold_text

_SEATS = ("order", "dealer")
# The fields without an answer that is to be asked again, and without those that depend on it.
_DROPPED_FIELDS = {
    "rules": ("variant", "house_rules"),
    "sides": ("sides", "names", *_SEATS),
    "names": ("names", *_SEATS),
    "order": _SEATS,
    "dealer": ("dealer",),
}


class GameAnswers(Value):
    """The answers so far. An empty one is not given yet, but for `order`: there None is, and () is no order."""

    variant: str = ""
    house_rules: tuple[str, ...] = ()
    sides: int = 0
    names: tuple[str, ...] = ()
    order: tuple[str, ...] | None = None
    dealer: str = ""

    @property
    def is_complete(self) -> bool:
        """Return whether nothing is left to ask."""
        has_sides = bool(self.variant) and 0 < self.sides == len(self.names)
        return has_sides and self.order is not None and bool(self.dealer or not self.order)

    def list_sides(self) -> list[str]:
        """Return the values of `--side` that name the sides."""
        return [f"{side}={name}" for side, name in choose_side_ids(self.load_rules(), self.names).items()]

    def list_options(self) -> list[str]:
        """Return the options of `new` that start the game."""
        words = ["--variant", self.variant, *(word for rule in self.house_rules for word in ("--set", rule))]
        words += [word for side in self.list_sides() for word in ("--side", side)]
        return [*words, "--seats", ", ".join(self.order), "--dealer", self.dealer] if self.order else words

    def load_rules(self) -> Variant:
        """Load the rules with the house rules; raises RuleError."""
        return load_with_overrides(self.variant, self.house_rules)[1]

    def choose_rules(self, variant: str, house_rules: Sequence[str] = ()) -> "GameAnswers":
        """Return the answers with these rules, and without sides that they do not allow; raises RuleError."""
        name = variant if is_rule_file_path(variant) else find_rule_file(variant).stem
        new = replace(self, variant=name, house_rules=tuple(house_rules))
        if new.load_rules().has_partners_by_hand and self.sides != NUMBER_OF_SIDES:
            return replace(new.drop("sides"), sides=NUMBER_OF_SIDES)
        return new

    def set_house_rule(self, rule: str) -> "GameAnswers":
        """Return the answers with one more house rule, in place of one with the same key; raises CanastaError."""
        key = rule.partition("=")[0].strip()
        kept = [other for other in self.house_rules if other.partition("=")[0].strip() != key]
        return self.choose_rules(self.variant, (*kept, rule))

    def drop(self, answer: str) -> "GameAnswers":
        """Return the answers without this one and those that depend on it."""
        empty = GameAnswers()
        return replace(self, **{name: getattr(empty, name) for name in _DROPPED_FIELDS[answer]})

    def keep(self, proposal: "GameAnswers") -> Mapping[str, object]:
        """Return what to propose the next time: these answers, and for the others those proposed this time."""
        given = {name: value for name, value in asdict(self).items() if value}
        names = (*self.names, *proposal.names[len(self.names) :]) if self.sides in (0, proposal.sides) else self.names
        others = proposal if names == proposal.names else proposal.drop("order")  # other players sit in no order yet
        return {**asdict(others), **given, "names": names}


def choose_side_ids(rules: Variant, names: Sequence[str]) -> Mapping[str, str]:
    """Return the names of sides by their ids: we and they, or their first names."""
    if len(names) == len(DEFAULT_SIDES):
        return dict(zip(DEFAULT_SIDES, names, strict=True))
    names_by_id: dict[str, str] = {}
    for number, name in enumerate(names, start=1):
        # People type the first name for a side.
        side = next(iter(re.findall("[a-z]+", fold_text(name))), "")
        if name == f"Side {number}" or not side or side in names_by_id or any(find_side_id_errors(rules, side)):
            side = f"side{number}"
        names_by_id[side] = name
    return names_by_id


class RulesNow(Value):
    """The rules of a game as they are now in their file, what names them, and whether the file has changed since."""

    name: str
    rules: GameRules
    are_changed: bool


def _find_rules_now(game: Ledger) -> RulesNow:
    """Return the rules of a game from their file, which is beside it or among all rules; raises RuleError."""
    name = game.variant.name
    beside = Path(game.file).parent / f"{name}{RULE_FILE_SUFFIX}"
    if not is_existing_file(beside) or is_ledger_file(str(beside)):
        return _load_rules_of(game, find_rule_file(name, whole_names=True), name)
    with suppress(RuleError):
        listed = _load_rules_of(game, find_rule_file(name, whole_names=True), name)
        if not listed.are_changed:
            return listed
    is_here = is_same_file(beside.parent, Path())
    return _load_rules_of(game, beside, f"./{beside.name}" if is_here else str(beside))


def _load_rules_of(game: Ledger, file: Path, name: str) -> RulesNow:
    rules = override_rules(load_rules(file), game.house_rules)
    keys = {*game.rules.keys, *rules.keys} - {*METADATA_KEYS}
    are_changed = any(game.rules.keys.get(key) != rules.keys.get(key) for key in keys)
    return RulesNow(name=name, rules=rules, are_changed=are_changed)


def renew_rules(game: Ledger) -> RulesNow:
    """Return the rules of a game as they are now in their file, and say whether that has changed, or is gone."""
    name = game.variant.name
    try:
        now = _find_rules_now(game)
    except RuleError as error:
        is_gone = error.diagnostics[0].code is DiagnosticCode.UNKNOWN_RULES
        what = "are not found any more" if is_gone else "cannot be used as they are now"
        hint = "" if is_gone else str(error.diagnostics[0])
        print_note(f'the rules "{name}" {what}; they stay as they were in the last game', hint)
        return RulesNow(name=name, rules=game.rules, are_changed=False)
    if now.are_changed:
        message = f"{now.name} has changed since the last game; the new game has the rules as they are now"
        print_note(message, "to see what is different", "variants", "diff", game.file, now.name)
    return now


def note_other_rules(game: Ledger) -> None:
    """Say that the rules of a game, which a new one has, are not those of their file as it is now."""
    with suppress(RuleError):
        now = _find_rules_now(game)
        if now.are_changed:
            message = f"{now.name} is different from the rules of that game, which the new game has"
            print_note(message, f"for the rules as they are now, add -v {now.name}")


def find_proposal() -> tuple[GameAnswers, str]:
    """Return the answers to propose, and a sentence that says where they come from, or an empty text."""
    if kept := _read_answers(load_answers()):
        return kept, " The answers in brackets are those that you gave before you left."
    answers, game = GameAnswers(variant=DEFAULT_VARIANT), next(iter_recent_games(), None)
    if game is None:
        return answers, ""
    answers = replace(answers, sides=len(game.side_names), names=tuple(game.side_names.values()))
    if seats := game.current_seats:
        dealer = seats.get_deal(game.standing().hands_played).dealer
        answers = replace(answers, order=seats.order, dealer=dealer)
    origin = " The answers in brackets are those of your last game"
    with suppress(RuleError):  # such as a rule file in another folder
        return answers.choose_rules(_find_rules_now(game).name, game.house_rules), f"{origin}."
    return answers, f'{origin}, but for its rules "{game.variant.name}", which are not found any more.'


def _read_answers(keys: Mapping[str, object]) -> GameAnswers | None:
    """Return the answers that were kept; None if they are not as the program writes them, or the rules are gone."""
    variant, dealer, sides = keys.get("variant"), keys.get("dealer"), keys.get("sides")
    texts = {name: keys.get(name) or [] for name in ("house_rules", "names", "order")}
    lists = {
        name: tuple(value)
        for name, value in texts.items()
        if isinstance(value, list) and all(isinstance(text, str) for text in value)
    }
    if not (isinstance(variant, str) and isinstance(dealer, str) and type(sides) is int and len(lists) == len(texts)):
        return None
    order = lists["order"]
    errors = [error for name in lists["names"] for error in find_side_name_errors("", name)]
    if errors or sides not in range(MAX_SIDES + 1) or (order and any(find_seat_errors(order, dealer or order[0]))):
        return None
    with suppress(RuleError, ValueError):
        answers = GameAnswers(sides=sides, names=lists["names"], order=order or None, dealer=dealer)
        return answers.choose_rules(variant, lists["house_rules"])
    return None
