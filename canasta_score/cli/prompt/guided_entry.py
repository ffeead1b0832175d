"""Guided entry: a hand is asked for question by question, shown as it would be scored, confirmed and recorded."""

import os
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from getpass import getuser
from socket import gethostname

import typer

from canasta_score.cli.hand_input import explain_refused_hand, print_hand_score
from canasta_score.cli.invocation import ExitCode
from canasta_score.cli.messages import print_diagnostics, print_hint, print_note, print_problem, print_warning
from canasta_score.cli.options import ANYWAY_FLAG
from canasta_score.cli.prompt.questions import (
    BACK_REPLY,
    EDIT_REPLIES,
    HELP_REPLY,
    LEAVING_KEYS,
    RECORD_ANYWAY_QUESTION,
    AskFunction,
    ask_yes_no,
    parse_yes_no,
    print_without_hints,
)
from canasta_score.cli.recording import print_hints_if_game_over, print_problems, print_with_standing
from canasta_score.cli.terminal import MESSAGE_INDENT, get_terminal_height, print_result, wrap_to_terminal
from canasta_score.clock import get_local_time
from canasta_score.game import audit
from canasta_score.game.entries import LedgerError
from canasta_score.game.ledger import Ledger
from canasta_score.game.storage.drafts import Draft, Writer
from canasta_score.hand.facts import HandFacts, WordError, find_corrections
from canasta_score.hand.partners import name_holder
from canasta_score.hand.referee.checks import find_problems
from canasta_score.hand.referee.problems import Problem, has_impossible_problem, refuse_impossible
from canasta_score.hand.scoring import score_hand
from canasta_score.hand.tally.formatter import format_tally
from canasta_score.hand.tally.interview import Question, list_repeatable_facts, parse_answer
from canasta_score.recording.draft import DraftKeeper, HandDraft, change_draft, find_named_answer, find_whole_hand
from canasta_score.recording.games import AddHand, GameRecorder
from canasta_score.report.text.hand_entry import format_prompt, iter_question_help
from canasta_score.report.text.standing import describe_deal
from canasta_score.rules.frozen import replace
from canasta_score.rules.model.rewards import Penalty
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.text import join_words

_LINES_BESIDE_HELP = 4  # of the screen: the question before and after it, and a question in two lines
_WORDS_OF_AN_ANSWER = 3  # at most; more are rather a whole hand
_LINE_HINT = "to enter the whole hand in one line, press Ctrl-C first"


class HandDialogue:
    """Asks for the facts of a hand; `known_problems` are those that the person has seen and accepted."""

    confirm_question: str
    _asks_again = False  # what is answered already, although it is asked only if it is named

    def __init__(self, game: Ledger, rules: Variant, ask: AskFunction, *, anyway: bool) -> None:
        """Start with no answers; `rules` are those of this hand, and `anyway` accepts what looks impossible."""
        self.known_problems: list[Problem] = []
        self._game, self._rules, self._ask, self._anyway = game, rules, ask, anyway
        self._draft = HandDraft(game=game)
        self._current_side = ""

    def format_line(self) -> str:
        """Return the line that enters what has been answered so far; empty if there is none, as for a correction."""
        return ""

    def _list_problems(self, facts: HandFacts) -> list[Problem]:
        return find_problems(self._rules, facts, self._game.side_names)

    def _list_unlikely_problems(self, facts: HandFacts) -> list[Problem]:
        raise NotImplementedError

    def _keep_draft(self) -> None:
        """Keep what is answered so far; of a correction nothing, for the hand as it was recorded is in the file."""

    def confirm_line(self, facts: HandFacts, problems: Sequence[Problem]) -> HandFacts:
        """Return the facts to record of a hand that was typed with problems; raises typer.Exit if it is not wanted."""
        print_without_hints(problems)
        draft = self._draft.set_facts(facts)
        if draft.find_unasked_fact(facts):  # a figure for a whole part, which no question asks for
            is_confirmed: bool | None = ask_yes_no(self._ask, "Record it anyway? [y/N] ", default=False)
        else:
            self._draft = draft.move_to(len(draft.list_questions()))
            self._keep_draft()
            is_confirmed = self._confirm(RECORD_ANYWAY_QUESTION, default=False)
            if is_confirmed is None:
                is_confirmed = self._ask_until_confirmed()
            facts = self._draft.collect_facts()
        if is_confirmed:
            self.known_problems += problems
            return facts
        print_note("nothing recorded")
        for hint in dict.fromkeys(problem.hint for problem in problems):
            print_hint(hint)
        print_hint("press the Up key to bring your line back, and change it")
        raise typer.Exit(ExitCode.INVALID_TALLY)

    def _ask_from_the_start(self, *heading: str) -> bool:
        print_result("\n".join(map(wrap_to_terminal, heading)))
        self._print_new_problems(self._draft.position)
        return self._ask_until_confirmed()

    def _ask_until_confirmed(self) -> bool:
        while True:
            self._keep_draft()
            count = len(self._draft.list_questions())
            position = self._find_question(range(self._draft.position, count))
            self._draft = self._draft.move_to(count if position is None else position)
            if position is not None:
                self._ask_next_question()
                continue
            facts = self._draft.collect_facts()
            is_confirmed = self._confirm_hand(facts) if any(facts.values()) else self._confirm_empty_hand()
            if is_confirmed is not None:
                return is_confirmed

    def _find_question(self, indexes: Iterable[int]) -> int | None:
        """Return the first of some indexes whose question is asked without being named, or None."""
        questions = self._draft.list_questions()
        for index in indexes:
            if questions[index].is_asked or (self._asks_again and self._draft.find_answer(questions[index])):
                return index
        return None

    def _ask_next_question(self) -> None:
        question = self._draft.list_questions()[self._draft.position]
        if question.side and question.side != self._current_side:
            self._current_side = question.side
            print_result(f"\n{name_holder(question.side, self._game.side_names)}")
        prompt = format_prompt(self._game.variant, question, self._draft.find_answer(question))
        words = [fact.name for fact in question.facts] if question.allows_several or not question.side else ()
        reply = self._ask(f"  {prompt}", words).strip()
        if reply == BACK_REPLY:
            self._go_back()
        elif reply.startswith(HELP_REPLY):
            self._print_question_help(question, reply.removeprefix(HELP_REPLY).strip())
        elif reply:
            self._take_reply(question, reply)
        else:
            self._advance_unless_problem()

    def _print_question_help(self, question: Question, name: str) -> None:
        """Print what a question means; of a long list only the items that a name begins, or all names."""
        named = tuple(fact for fact in question.facts if name and fact.name.startswith(name))
        asked = replace(question, facts=named or question.facts)
        repeatable = list_repeatable_facts(self._game.variant, asked, self._draft.collect_facts())
        lines = list(iter_question_help(asked, repeatable))
        text = "\n".join(map(_indent_line, lines))
        if text.count("\n") > get_terminal_height() - _LINES_BESIDE_HELP:
            names = ", ".join(fact.name for fact in question.facts)
            example = f"Type {HELP_REPLY} and a name for its meaning, such as {HELP_REPLY} {question.facts[0].name}."
            text = "\n".join(map(_indent_line, (lines[0], f"  {names}", example)))
        print_result(text)

    def _go_back(self) -> None:
        position = self._find_question(reversed(range(self._draft.position)))
        if position is None:
            print_result(f"{MESSAGE_INDENT}This is the first question.")
        else:
            self._draft = self._draft.move_to(position)

    def _take_reply(self, question: Question, reply: str) -> None:
        draft = self._draft
        try:
            answer = parse_answer(draft.game.variant, question, reply)
        except WordError as error:
            changed = change_draft(draft, reply)
            if changed is None:
                is_line = len(reply.split()) > _WORDS_OF_AN_ANSWER
                print_diagnostics([replace(error.diagnostic, hint=_LINE_HINT) if is_line else error.diagnostic])
                return
            self._draft = changed.draft
            problems = self._print_new_problems(self._draft.position, named=changed.named)
            if has_impossible_problem(problems) and not self._anyway:
                self._draft = draft
            else:
                print_result(f"{MESSAGE_INDENT}Noted: {changed.items}.")
            return
        self._draft = draft.set_answer(question, answer)
        if not self._advance_unless_problem():
            self._draft = draft.move_to(self._draft.position)

    def _advance_unless_problem(self) -> bool:
        # What is only against the rules is accepted when the same answer is given again; it is known then.
        position = self._draft.position
        problems = self._print_new_problems(position + 1)
        if problems and position:
            print_hint(f"to change an earlier answer, type {BACK_REPLY}")
        if has_impossible_problem(problems) and not self._anyway:
            return False
        if not problems:
            self._draft = self._draft.move_to(position + 1)
        return True

    def _print_new_problems(self, answered: int, named: Collection[str] = ()) -> list[Problem]:
        left = self._draft.list_questions()[answered:]
        facts = [(question.side, fact.name) for question in left for fact in question.facts]
        pending_sides, pending = {side for side, _ in facts}, {fact for fact in facts if fact[1] not in named}
        problems = self._list_problems(self._draft.collect_facts())
        # What is about an item that has not been asked for yet may still come right, and so may what is only against
        # the rules: a rare canasta, which is asked for last, may be the second one that going out needs.
        due = [
            problem
            for problem in problems
            if (problem.side, problem.fact) not in pending
            and (problem.is_impossible or problem.side not in pending_sides)
        ]
        new = [problem for problem in due if problem not in self.known_problems]
        print_diagnostics(new, is_accepted=self._anyway)
        accepted = [problem for problem in new if self._anyway or not problem.is_impossible]
        self.known_problems = [problem for problem in problems if problem in (*self.known_problems, *accepted)]
        return new

    def _confirm_empty_hand(self) -> bool | None:
        print_result("")
        prompt = "Nothing is entered for any side. Record a hand without points? [y/N] "
        is_confirmed = self._confirm(prompt, default=False)
        if not is_confirmed:
            return is_confirmed
        table = self._game.variant.card_points.on_table
        question = next(question for question in self._draft.list_questions() if question.facts == (table,))
        self._draft = self._draft.set_answer(question, {table.name: 0})  # an empty hand is entered as table=0
        return None

    def _confirm_hand(self, facts: HandFacts) -> bool | None:
        print_result("")
        print_hand_score(self._rules, score_hand(self._rules, facts), self._game.side_names)
        if line := self.format_line():
            print_result(f"\nThe same hand in one line:\n{MESSAGE_INDENT}{line}")
        # All questions are answered, but an answer that was changed at the end may not go with the others.
        problems = [problem for problem in self._list_problems(facts) if problem not in self.known_problems]
        if has_impossible_problem(problems) and not self._anyway:
            print_diagnostics(problems)
            self._edit_answer()
            return None
        self._print_how_to_add(facts)
        if self._anyway:
            print_diagnostics(problems, is_accepted=True)
        doubtful = [*([] if self._anyway else problems), *self._list_unlikely_problems(facts)]
        print_without_hints(doubtful)
        question = RECORD_ANYWAY_QUESTION if doubtful else self.confirm_question
        is_confirmed = self._confirm(question, default=not doubtful)
        if is_confirmed:
            self.known_problems += [*problems, *doubtful]
        elif is_confirmed is False and not ask_yes_no(self._ask, "Throw away this hand? [y/N] ", default=False):
            self._edit_answer()
            return None
        return is_confirmed

    def _list_rare_questions(self) -> list[Question]:
        return [question for question in self._draft.list_questions() if question.allows_several]

    def _print_how_to_add(self, facts: HandFacts) -> None:
        rare = self._list_rare_questions()[::-1]
        # Where no question asks for threes, those left in hand are what a hand most often has besides.
        is_asked = bool(self._game.variant.threes.colors)
        facts_of_rare = sorted(
            rare[0].facts, key=lambda fact: is_asked or not (isinstance(fact, Penalty) and fact.threes)
        )
        items = [(each.side, fact.name) for fact in facts_of_rare for each in rare if fact in each.facts]
        example = items[0]
        for side, item in items:  # only a side that went out can have gone out concealed
            problems = find_problems(self._rules, {**facts, side: {**facts[side], item: 1}})
            if not any(each.is_impossible and (each.side, each.fact) == (side, item) for each in problems):
                example = side, item
                break
        text = f'Anything else? Type the side and the item, such as "{" ".join(example)}".'
        print_result(f"\n{wrap_to_terminal(f'{text} To list the items, type {HELP_REPLY}.')}")

    def _confirm(self, prompt: str, *, default: bool) -> bool | None:
        """Return the answer to a question about the whole hand; None if answers are changed first."""
        rare = self._list_rare_questions()
        words = [*self._game.side_names, *dict.fromkeys(fact.name for each in rare for fact in each.facts)]
        while True:
            reply = self._ask(prompt, words).strip()
            answer = parse_yes_no(reply, default=default)
            if answer is not None:
                return answer
            if reply == BACK_REPLY:
                self._go_back()
            elif reply.startswith(HELP_REPLY):
                self._print_question_help(rare[-1], reply.removeprefix(HELP_REPLY).strip())
                continue
            elif reply.lower() in EDIT_REPLIES:
                self._edit_answer()
            elif not self._change_answer(reply):
                *_, last = self._game.side_names
                text = f'Please answer y or n, or type what is different, such as "{last} hand=85".'
                print_result(_indent_line(text))
                continue
            return None

    def _edit_answer(self) -> None:
        """Ask which answer to change, until it is found or Enter is pressed."""
        *_, last = self._game.side_names
        words = [*self._game.side_names, *self._game.variant.facts]
        prompt = f"Which answer is wrong? (such as {last} table, or {last} table=60) "
        while reply := self._ask(prompt, words).strip():
            if self._change_answer(reply):
                return
            print_problem(f'"{reply}" is not an answer of this hand', "type a side and an item")

    def _change_answer(self, reply: str) -> bool:
        """Change the answers that a reply names with their numbers, or ask again for the one that it names alone."""
        changed = find_named_answer(self._draft, reply)
        if isinstance(changed, HandDraft):
            whole = find_whole_hand(self._draft, reply)
            is_other = whole and ask_yes_no(self._ask, "Does this replace the whole hand above? [y/N] ", default=False)
            self._draft = whole if whole and is_other else changed
        elif isinstance(changed, int):
            end, self._current_side = self._draft.position, ""
            self._draft = self._draft.move_to(changed)
            while self._draft.position == changed:
                self._ask_next_question()
            self._draft = self._draft.move_to(min(end, len(self._draft.list_questions())))
        elif changed:
            print_problem(f"{changed} is not asked for here", "enter the whole hand in one line instead")
        return changed is not None


class GuidedEntry(HandDialogue):
    """The dialogue that enters the next hand of a game."""

    confirm_question = "Record this hand? [Y/n/edit] "

    def __init__(self, recorder: GameRecorder, ask: AskFunction, *, command: str = "", anyway: bool = False) -> None:
        """Start with no answers; `command` is typed before the tally where the hand is entered in one line."""
        game = recorder.read()
        super().__init__(game, game.rules_of_next_hand(), ask, anyway=anyway)
        self._recorder, self._command = recorder, command
        writer = Writer(name="someone", host=gethostname(), process=os.getpid())
        with suppress(OSError, KeyError, ImportError):
            writer = replace(writer, name=getuser())
        self._keeper = DraftKeeper(game, writer, get_local_time)

    def confirm_line(self, facts: HandFacts, problems: Sequence[Problem]) -> HandFacts:
        """Ask whether to record a hand that was typed in one line; until then it is kept like one that is asked for."""
        if self._find_draft():  # a hand that was half entered before this one
            self._keeper.leave_to_its_writer()
        try:
            return super().confirm_line(facts, problems)
        except (KeyboardInterrupt, EOFError):
            self._print_line_so_far()
            raise typer.Exit(ExitCode.INTERRUPTED) from None
        except typer.Exit:
            self.drop_draft()
            raise

    def drop_draft(self) -> None:
        """Remove what was kept of the hand: it is recorded, or not wanted."""
        self._keeper.drop()

    def format_line(self) -> str:
        """Return the line that enters what has been answered so far, empty if nothing has."""
        facts = self._draft.collect_facts()
        tally = format_tally(self._game.variant, facts)
        if not tally:
            return ""
        is_impossible = self._anyway and has_impossible_problem(self._list_problems(facts))
        return f"{self._command}{tally}" + (f" {ANYWAY_FLAG}" if is_impossible else "")

    def record(self, *, only_continue: bool = False) -> None:
        """Ask until the hand is confirmed, record it, and print the new standing.

        With `only_continue`, only a hand that is half entered is asked for. Raises KeyboardInterrupt or EOFError if the
        person leaves; the line so far is printed then, and kept for the next time.
        """
        with explain_refused_hand(self._game.variant):
            refuse_impossible(audit.find_next_hand_problems(self._game, {}), anyway=self._anyway)
        is_continued = self._offer_draft()
        if only_continue and not is_continued:
            return
        try:
            is_confirmed = self._ask_from_the_start(*self._iter_heading())
            is_confirmed = is_confirmed and confirm_despite_new_hand(self._game, self._recorder, self._ask)
        except (KeyboardInterrupt, EOFError):
            self._print_line_so_far()
            raise
        if is_confirmed:
            with explain_refused_hand(self._game.variant):
                recorded = self._recorder.record(AddHand(facts=self._draft.collect_facts(), anyway=self._anyway))
            print_problems(recorded, self.known_problems, anyway=self._anyway)
            print_with_standing(f"Hand {len(recorded.after.hands)} recorded.", recorded.after)
            print_hints_if_game_over(recorded.before, recorded.after)
        else:
            print_note("nothing recorded")
        self.drop_draft()

    def _find_draft(self) -> Draft | None:
        try:
            return self._keeper.find()
        except LedgerError as error:
            print_note(error.diagnostics[0].message, error.diagnostics[0].hint)
            return None

    def _offer_draft(self) -> bool:
        """Continue a hand that was half entered, if there is one and the person wants to; drop it otherwise."""
        draft = self._find_draft()
        if draft is None:
            return False
        is_today = draft.started_at.date() == get_local_time().date()
        started = f"{draft.started_at:%H:%M}" if is_today else f"{draft.started_at:%H:%M on %b} {draft.started_at.day}"
        how, question, default = "was half entered at", "Continue? [Y/n] ", True
        if is_at_work := self._keeper.is_at_work(draft):
            how = f"is being entered by {draft.writer.name} in another window since"
            question, default = "Take it over? [y/N] ", False
        elif draft.hand != self._keeper.hand:
            question, default = f"Now hand {self._keeper.hand} is next. Use these answers for it? [y/N] ", False
        tally = format_tally(self._game.variant, draft.facts)
        print_result(wrap_to_terminal(f"Hand {draft.hand} {how} {started}: {tally}", MESSAGE_INDENT))
        is_wanted = ask_yes_no(self._ask, question, default=default)
        if is_wanted:
            self._draft = self._draft.set_facts(draft.facts)
            self._draft = self._draft.move_to(min(draft.position, len(self._draft.list_questions())))
        elif is_at_work:
            self._keeper.leave_to_its_writer()
        else:
            self._keeper.drop()
        return is_wanted

    def _print_line_so_far(self) -> None:
        line = self.format_line()
        if not line:
            print_note("nothing recorded")
            return
        is_incomplete = self._draft.position < len(self._draft.list_questions())
        part = "this part of the hand" if is_incomplete else "this hand"
        print_note(f"nothing recorded; you entered {part}:")
        print_result(f"{MESSAGE_INDENT}{line}")
        print_hint("it is kept; to continue it", "add")

    def _iter_heading(self) -> Iterator[str]:
        deal = self._game.standing().deal
        who = f" {describe_deal(deal)}" if deal else ""
        keys = f"Enter for none, {BACK_REPLY} to go back, {HELP_REPLY} for help, {LEAVING_KEYS} this hand."
        yield f"Hand {len(self._game.hands) + 1}.{who} {keys}"
        if others := [canasta.name for canasta in self._game.variant.canastas if not canasta.short_name]:
            kinds = join_words(dict.fromkeys(name.partition("-")[0] for name in others), "or")
            yield f"For {kinds} canastas, type the name at any question, such as {others[0]}."

    def _keep_draft(self) -> None:
        self._keeper.save(self._draft.collect_facts(), self._draft.position)

    def _list_problems(self, facts: HandFacts) -> list[Problem]:
        return audit.find_next_hand_problems(self._game, facts)

    def _list_unlikely_problems(self, facts: HandFacts) -> list[Problem]:
        return audit.find_unlikely_next_hand_problems(self._game, facts, self.known_problems)


class CorrectionEntry(HandDialogue):
    """The dialogue that corrects a hand of a game."""

    confirm_question = "Correct this hand? [Y/n/edit] "
    _asks_again = True

    def __init__(self, recorder: GameRecorder, hand: int, ask: AskFunction, *, anyway: bool = False) -> None:
        """Start with the facts of the hand."""
        game = recorder.read()
        self._hand = game.get_hand(hand)
        super().__init__(game, self._hand.variant, ask, anyway=anyway)
        self._draft = self._draft.set_facts(self._hand.facts)
        self.known_problems = self._list_problems(self._hand.facts)

    def ask(self) -> HandFacts:
        """Ask until the corrected hand is confirmed, and return what changes; nothing if it is not."""
        keys = f"Enter keeps what is in brackets, 0 or n removes it, {BACK_REPLY} to go back, {HELP_REPLY} for help"
        if not self._ask_from_the_start(f"Hand {self._hand.number} as recorded. {keys}, {LEAVING_KEYS} this hand."):
            return {}
        return find_corrections(self._hand.facts, self._draft.collect_facts())

    def _list_unlikely_problems(self, facts: HandFacts) -> list[Problem]:
        return audit.find_newly_unlikely_problems(self._game, self._hand, facts)


def confirm_despite_new_hand(game: Ledger, recorder: GameRecorder, ask: AskFunction) -> bool:
    """Return whether to record the next hand of a game, asking only if somebody else has recorded one meanwhile."""
    hands = len(recorder.read().hands)
    if hands == len(game.hands):
        return True
    print_warning(f"someone else has just recorded hand {hands}; yours would be hand {hands + 1}")
    return ask_yes_no(ask, "Record it? [y/N] ", default=False)


def _indent_line(line: str) -> str:
    return wrap_to_terminal(f"{MESSAGE_INDENT}{line}", MESSAGE_INDENT * 2)
