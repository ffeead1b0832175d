"""Guided entry: a hand is asked for question by question, shown as it would be scored, confirmed and recorded."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from textwrap import fill

from canasta_score.cli.hand_input import has_impossible_problem, print_hand_score
from canasta_score.cli.messages import print_diagnostics, print_note, print_warning
from canasta_score.cli.prompt.hand_draft import HandDraft, find_dropped_facts
from canasta_score.cli.prompt.questions import BACK_REPLY, HELP_REPLY, RECORD_ANYWAY_QUESTION, AskFunction, ask_yes_no
from canasta_score.cli.recording import (
    build_hand_entry,
    list_next_hand_problems,
    print_hints_if_game_over,
    print_with_standing,
    record,
    refuse_if_game_is_over,
)
from canasta_score.cli.terminal import MESSAGE_INDENT, get_terminal_width, print_result, wrap_text
from canasta_score.game.audit import find_unlikely_next_hand_problems
from canasta_score.game.ledger import Ledger
from canasta_score.game.storage.transactions import read_ledger
from canasta_score.hand.facts import HandFacts, WordError
from canasta_score.hand.referee.checks import find_blocking_problem
from canasta_score.hand.referee.problems import Problem
from canasta_score.hand.scoring.score import score_hand
from canasta_score.hand.tally.formatter import format_tally
from canasta_score.hand.tally.interview import Question, list_repeatable_facts, parse_answer
from canasta_score.report.text.hand_entry import format_prompt, iter_question_help
from canasta_score.rules.diagnostics import Diagnostic, DiagnosticCode

_MIN_REPLY_WIDTH = 16  # columns


class GuidedEntry:
    """The dialogue that enters the next hand of a game."""

    def __init__(self, game: Ledger, ask: AskFunction, *, command: str = "", anyway: bool = False) -> None:
        """Start with no answers; `command` is typed before the tally where the hand is entered in one line."""
        self._ask, self._command = ask, command
        self._draft = HandDraft(game=game, anyway=anyway)
        self._current_side = ""
        self._known_problems: list[Problem] = []
        self._is_keeping_explained = False

    def format_line(self) -> str:
        """Return the line that enters what has been answered so far, empty if nothing has."""
        return self._draft.format_command(self._command)

    def record(self) -> None:
        """Ask until the hand is confirmed, record it, and print the new standing.

        Raises KeyboardInterrupt or EOFError if the person leaves; the line so far is printed then.
        """
        game = self._draft.game
        if not self._draft.anyway:
            refuse_if_game_is_over(game)
        try:
            is_confirmed = self._ask_until_confirmed() and confirm_despite_new_hand(game, self._ask)
        except (KeyboardInterrupt, EOFError):
            self._print_line_so_far()
            raise
        if not is_confirmed:
            print_note("nothing recorded")
            return
        facts = self._draft.collect_facts(self._draft.list_questions())
        before, after = record(
            Path(game.file),
            lambda game: build_hand_entry(game, facts, anyway=self._draft.anyway, known=self._known_problems),
        )
        print_with_standing(f"Hand {len(after.hands)} recorded.", after)
        print_hints_if_game_over(before, after)

    def _print_line_so_far(self) -> None:
        line = self.format_line()
        if not line:
            print_note("nothing recorded")
            return
        is_incomplete = self._draft.position < len(self._draft.list_questions())
        part = "this part of the hand" if is_incomplete else "this hand"
        print_note(f"nothing recorded; you entered {part}:")
        print_result(f"{MESSAGE_INDENT}{line}")

    def _ask_until_confirmed(self) -> bool:
        number = len(self._draft.game.hands) + 1
        keys = f"Enter for none, {BACK_REPLY} to go back, {HELP_REPLY} for help, Ctrl-C to leave."
        print_result(fill(f"Hand {number}. {keys}", get_terminal_width()))
        self._print_new_problems(self._draft.collect_facts([]))
        while True:
            questions = self._draft.list_questions()
            facts = self._draft.collect_facts(questions)
            if self._draft.position < len(questions):
                self._ask_next_question(questions)
                continue
            is_confirmed = self._confirm_hand(facts) if any(facts.values()) else self._confirm_empty_hand(questions)
            if is_confirmed is not None:
                return is_confirmed

    def _ask_next_question(self, questions: Sequence[Question]) -> None:
        question, variant = questions[self._draft.position], self._draft.game.variant
        if question.side != self._current_side:
            self._current_side = question.side
            print_result(f"\n{self._draft.game.side_names[question.side]}")
        reply = self._ask_on_line(f"  {format_prompt(variant, question, self._draft.find_answer(question))}")
        if reply == BACK_REPLY:
            self._go_back()
        elif reply == HELP_REPLY:
            repeatable = list_repeatable_facts(variant, question, self._draft.collect_facts(questions))
            for line in iter_question_help(question, repeatable):
                _print_indented(line)
        elif reply:
            self._take_reply(questions, reply)
        else:
            self._advance_unless_problem(questions)

    def _ask_on_line(self, prompt: str) -> str:
        if len(prompt) + _MIN_REPLY_WIDTH > get_terminal_width():
            print_result(wrap_text(prompt.rstrip(), hanging_indent=MESSAGE_INDENT))
            prompt = "  > "
        return self._ask(prompt).strip()

    def _go_back(self) -> None:
        if not self._draft.position:
            print_result(f"{MESSAGE_INDENT}This is the first question.")
            return
        self._draft = self._draft.move(-1)
        question = self._draft.list_questions()[self._draft.position]
        if self._draft.find_answer(question) and not self._is_keeping_explained:
            _print_indented("Press Enter to keep the answer in brackets; 0 removes it.")
            self._is_keeping_explained = True

    def _take_reply(self, questions: Sequence[Question], reply: str) -> None:
        question, draft = questions[self._draft.position], self._draft
        try:
            answer = parse_answer(draft.game.variant, question, reply)
        except WordError as error:
            print_diagnostics([self._explain_word_error(error.diagnostic, questions)])
            return
        self._draft = draft.set_answer(question, answer)
        if not self._advance_unless_problem(questions) and question.key in draft.answers:
            self._draft = self._draft.set_answer(question, draft.answers[question.key])
        dropped = find_dropped_facts(draft.collect_facts(questions), [question, *self._draft.list_questions()])
        if tally := format_tally(draft.game.variant, dropped, short=False):
            _print_indented(f"Removed, because it no longer fits: {tally}")

    def _explain_word_error(self, error: Diagnostic, questions: Sequence[Question]) -> Diagnostic:
        if error.code is DiagnosticCode.FACT_NOT_ASKED:
            position = self._draft.position
            side, facts = questions[position].side, self._draft.collect_facts(questions[:position])
            game = self._draft.game
            problem = find_blocking_problem(game.variant, facts, side, error.fact, game.side_names)
            if problem:
                return replace(problem, severity=error.severity)
        return error

    def _advance_unless_problem(self, questions: Sequence[Question]) -> bool:
        # What is only against the rules is accepted when the same answer is given again; it is known then.
        position = self._draft.position
        problems = self._print_new_problems(self._draft.collect_facts(questions[: position + 1]))
        if not problems:
            self._draft = self._draft.move(1)
        elif has_impossible_problem(problems) and not self._draft.anyway:
            self._draft = self._draft.drop_answer(questions[position])
            return False
        return True

    def _print_new_problems(self, facts: HandFacts) -> list[Problem]:
        problems = list_next_hand_problems(self._draft.game, facts)
        new = [problem for problem in problems if problem not in self._known_problems]
        print_diagnostics(new, is_accepted=self._draft.anyway)
        self._known_problems = [problem for problem in problems if self._draft.anyway or not problem.is_impossible]
        return new

    def _confirm_empty_hand(self, questions: Sequence[Question]) -> bool | None:
        print_result("")
        is_empty = self._confirm_or_go_back(
            "Nothing is entered for any side. Record a hand without points? [y/N] ", default=False
        )
        if not is_empty:
            return is_empty
        table = self._draft.game.variant.count.table
        question = next(question for question in questions if question.facts == (table,))
        self._draft = self._draft.set_answer(question, {table.name: 0})  # an empty hand is entered as table=0
        return None

    def _confirm_hand(self, facts: HandFacts) -> bool | None:
        game = self._draft.game
        print_result("")
        print_hand_score(game.variant, score_hand(game.variant, facts), game.side_names)
        print_result(f"\nThe same hand in one line:\n{MESSAGE_INDENT}{self.format_line()}\n")
        unlikely = find_unlikely_next_hand_problems(game, facts, self._known_problems)
        print_diagnostics(unlikely)
        question = RECORD_ANYWAY_QUESTION if unlikely else "Record this hand? [Y/n] "
        is_confirmed = self._confirm_or_go_back(question, default=not unlikely)
        if is_confirmed:
            self._known_problems += unlikely
        return is_confirmed

    def _confirm_or_go_back(self, prompt: str, *, default: bool) -> bool | None:
        answer = ask_yes_no(self._ask, prompt, default=default, other_replies=(BACK_REPLY,))
        if answer is None:
            self._go_back()
        return answer


def confirm_despite_new_hand(game: Ledger, ask: AskFunction) -> bool:
    """Return whether to record the next hand of a game, asking only if somebody else has recorded one meanwhile."""
    hands = len(read_ledger(game.file).hands)
    if hands == len(game.hands):
        return True
    print_warning(f"someone else has just recorded hand {hands}; yours would be hand {hands + 1}")
    return bool(ask_yes_no(ask, "Record it? [y/N] ", default=False))


def _print_indented(line: str) -> None:
    print_result(wrap_text(line, MESSAGE_INDENT, MESSAGE_INDENT * 2))
