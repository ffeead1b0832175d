"""Guided entry: a hand is asked for question by question, shown as it would be, and confirmed."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from textwrap import fill

from canasta_score.cli.hand_input import has_impossible_problem
from canasta_score.cli.prompt.questions import BACK_REPLY, HELP_REPLY, AskFunction, ask_yes_no
from canasta_score.cli.recording import (
    build_entry_from_facts,
    list_next_hand_problems,
    print_hints_if_game_over,
    print_with_standing,
    record_hand,
)
from canasta_score.cli.terminal import (
    MESSAGE_INDENT,
    get_terminal_width,
    print_message,
    print_problems,
    print_result,
    print_table,
)
from canasta_score.game.ledger import Ledger
from canasta_score.game.storage.transactions import read_ledger
from canasta_score.hand.facts import HandFacts, SideFacts, WordError
from canasta_score.hand.referee.checks import Problem, find_blocking_problem
from canasta_score.hand.scoring.score import score_hand
from canasta_score.hand.tally.formatter import format_tally
from canasta_score.hand.tally.interview import (
    Question,
    collect_facts,
    find_answer,
    list_questions,
    list_repeatable_facts,
    parse_answer,
)
from canasta_score.report.text.hand import format_hand_notes, format_hand_table
from canasta_score.report.text.hand_entry import format_prompt, iter_question_help
from canasta_score.rules.diagnostics import Diagnostic, DiagnosticCode

_MIN_REPLY_WIDTH = 16


class GuidedEntry:
    """A hand that is being asked for: its answers so far, and the place of the next question among those that matter.

    `known` are the problems that were said and stand; what Enter keeps is said once.
    """

    def __init__(self, game: Ledger, ask: AskFunction, *, command: str = "", anyway: bool = False) -> None:
        """Take the game, how to ask, what is typed before a tally, and whether the impossible is taken."""
        self.game, self.ask, self.command, self.anyway = game, ask, command, anyway
        self.answers: dict[tuple[str, str], SideFacts] = {}
        self.position = 0
        self.current_side = ""
        self.known_problems: list[Problem] = []
        self.is_keeping_explained = False

    def list_questions(self) -> list[Question]:
        """List the questions that matter with the answers so far."""
        return list_questions(self.game.variant, [*self.game.side_names], self.answers, anyway=self.anyway)

    def collect_facts(self, questions: Sequence[Question] | None = None) -> HandFacts:
        """Give the facts that the answers tell, to some questions or to all that matter."""
        asked = self.list_questions() if questions is None else questions
        return collect_facts(asked, self.answers, [*self.game.side_names])

    def format_line(self) -> str:
        """Give the line that says what is told so far, as it is typed; empty where nothing is."""
        facts = self.collect_facts()
        tally = format_tally(self.game.variant, facts)
        taken = self.anyway and has_impossible_problem(list_next_hand_problems(self.game, facts))
        return f"{self.command}{tally}{' --anyway' if taken else ''}" if tally else ""

    def ask_until_confirmed(self) -> bool:
        """Ask until all is told; tell whether it is to be recorded."""
        print_result(fill(f"Hand {len(self.game.hands) + 1}. Enter for none, {BACK_REPLY} for the question before, "
                 f"{HELP_REPLY} for what is meant, Ctrl-C to leave.", get_terminal_width()))  # fmt: skip
        self._print_new_problems(self.collect_facts([]))
        while True:
            questions = self.list_questions()
            if self.position < len(questions):
                self._ask_next_question(questions)
            elif any((facts := self.collect_facts(questions)).values()):
                if (verdict := self._confirm_hand(facts)) is not None:
                    return verdict
            elif self._confirm_empty_hand(questions) is False:
                return False

    def _ask_next_question(self, questions: Sequence[Question]) -> None:
        """Ask the next question, and go on, stay or go back as it is answered."""
        question = questions[self.position]
        if question.side != self.current_side:
            self.current_side = question.side
            print_result(f"\n{self.game.side_names[question.side]}")
        reply = self._ask_question(
            f"  {format_prompt(self.game.variant, question, find_answer(question, self.answers))}"
        )
        if reply == BACK_REPLY:
            self._go_back()
        elif reply == HELP_REPLY:
            for line in iter_question_help(
                question, list_repeatable_facts(self.game.variant, question, self.collect_facts(questions))
            ):
                print_result(_wrap_line(line, MESSAGE_INDENT))
        elif reply:
            self._store_reply(questions, reply)
        else:
            self._advance_unless_problem(questions)

    def _ask_question(self, prompt: str) -> str:
        """Ask, on a line of its own where the question takes a whole one."""
        if len(prompt) + _MIN_REPLY_WIDTH > get_terminal_width():
            print_result(_wrap_line(prompt.rstrip(), ""))
            prompt = "  > "
        return self.ask(prompt).strip()

    def _go_back(self) -> None:
        """Go back one question; every answer is kept."""
        if self.position:
            self.position -= 1
            if find_answer(self.list_questions()[self.position], self.answers) and not self.is_keeping_explained:
                print_result(_wrap_line("Enter keeps what stands in brackets, 0 takes it away.", MESSAGE_INDENT))
                self.is_keeping_explained = True
        else:
            print_result(f"{MESSAGE_INDENT}This is the first question.")

    def _store_reply(self, questions: Sequence[Question], reply: str) -> None:
        """Read the answer to the next question; a wrong one is said, and asked for again."""
        question, before = questions[self.position], self.collect_facts(questions)
        earlier = self.answers.get(question.key)
        try:
            self.answers[question.key] = parse_answer(self.game.variant, question, reply)
        except WordError as error:
            print_message(self._explain_word_error(error.diagnostic, questions))
        else:
            self._advance_unless_problem(questions)
            if earlier is not None:
                self.answers.setdefault(question.key, earlier)
            self._print_dropped_facts(question, before)

    def _explain_word_error(self, error: Diagnostic, questions: Sequence[Question]) -> str:
        """Return the message for a wrong answer; for a fact that is not asked for it says why not."""
        if error.code is DiagnosticCode.FACT_NOT_ASKED:
            facts, side = self.collect_facts(questions[: self.position]), questions[self.position].side
            if problem := find_blocking_problem(self.game.variant, facts, side, error.fact):
                return f"{error.message}: {_strip_side_prefix(side, problem).message}"
        return str(error)

    def _print_dropped_facts(self, question: Question, before: HandFacts) -> None:
        """Say what was told before an answer and is no longer asked for with it; it comes back with another answer."""
        left = {(one.side, fact.name) for one in (question, *self.list_questions()) for fact in one.facts}
        dropped = {of: {name: told[name] for name in told if (of, name) not in left} for of, told in before.items()}
        if tally := format_tally(self.game.variant, dropped, short=False):
            print_result(_wrap_line(f"Not asked for any more: {tally}", MESSAGE_INDENT))

    def _advance_unless_problem(self, questions: Sequence[Question]) -> None:
        """Go on, unless the referee has something new to say to what is told up to here: then it is asked for again.

        An answer that cannot be is not kept; one that is only against the rules stands when it is given again.
        """
        new = self._print_new_problems(self.collect_facts(questions[: self.position + 1]))
        if not new:
            self.position += 1
        elif has_impossible_problem(new) and not self.anyway:
            self.answers.pop(questions[self.position].key, None)

    def _print_new_problems(self, facts: HandFacts) -> list[Problem]:
        """Say the problems of what is told so far that were not said before, and list them."""
        problems = list_next_hand_problems(self.game, facts)
        new = [problem for problem in problems if problem not in self.known_problems]
        print_problems([_strip_side_prefix(self.current_side, problem) for problem in new])
        self.known_problems = [one for one in problems if self.anyway or not one.is_impossible]
        return new

    def _confirm_empty_hand(self, questions: Sequence[Question]) -> bool | None:
        """Ask whether nothing is told because the hand gives nothing, and then tell an empty table; None to go back."""
        print_result("")
        meant = self._confirm_or_go_back("No side has anything. Is it a hand that gives nothing? [n] ", otherwise=False)
        if meant:
            table = self.game.variant.count.table
            question = next(one for one in questions if one.facts == (table,))
            self.answers[question.key] = {table.name: 0}
        return meant

    def _confirm_hand(self, facts: HandFacts) -> bool | None:
        """Show the hand as it would be, with the line that says it, and ask whether to record it; None to go back."""
        score = score_hand(self.game.variant, facts)
        print_result("")
        print_table(format_hand_table(self.game.variant, score, self.game.side_names, get_terminal_width()))
        if notes := format_hand_notes(self.game.variant, score, self.game.side_names, get_terminal_width()):
            print_result(f"\n{notes}")
        print_result(f"\nThe same in one line:\n{MESSAGE_INDENT}{self.format_line()}\n")
        return self._confirm_or_go_back("Record it? [y] ", otherwise=True)

    def _confirm_or_go_back(self, prompt: str, *, otherwise: bool) -> bool | None:
        """Ask for yes or no, Enter for the usual one; None, and a step back, where `<` is answered."""
        answer = ask_yes_no(self.ask, prompt, default=otherwise, other_replies=(BACK_REPLY,))
        if answer is None:
            self._go_back()
        return answer


def _strip_side_prefix(side: str, problem: Problem) -> Problem:
    """Give a problem as it is said below the heading of a side, which need not be named again."""
    begins = problem.message.startswith(f"{side} {problem.fact}")
    return replace(problem, message=problem.message.removeprefix(f"{side} ")) if begins else problem


def _wrap_line(line: str, indent: str) -> str:
    """Give a line within the width of the terminal, with the words that can be typed whole."""
    return fill(
        line,
        get_terminal_width(),
        initial_indent=indent,
        subsequent_indent=f"{indent}{MESSAGE_INDENT}",
        break_on_hyphens=False,
    )


def record_guided_entry(hand: GuidedEntry) -> None:
    """Ask for a hand until it is confirmed, record it and show the new standing.

    Who leaves in the middle is told the line that says what they told so far.
    """
    try:
        wanted = hand.ask_until_confirmed() and confirm_despite_new_hand(hand.game, hand.ask)
    except (KeyboardInterrupt, EOFError):
        so_far = hand.format_line()
        rest = " (add the rest of the hand)" if hand.position < len(hand.list_questions()) else ""
        print_message("nothing is recorded" + (f"; told so far{rest}:" if so_far else ""))
        if so_far:
            print_result(f"{MESSAGE_INDENT}{so_far}")
        raise
    if not wanted:
        print_message("nothing is recorded")
        return
    path, facts = Path(hand.game.file), hand.collect_facts()
    before, game = record_hand(
        path, lambda game: build_entry_from_facts(game, facts, anyway=hand.anyway, known=hand.known_problems)
    )
    print_with_standing(f"Recorded: hand {len(game.hands)}.", game)
    print_hints_if_game_over(before, game)


def confirm_despite_new_hand(game: Ledger, ask: AskFunction) -> bool:
    """Tell whether the next hand of a game is to be recorded, though somebody may have recorded one meanwhile."""
    hands = len(read_ledger(game.file).hands)
    if hands == len(game.hands):
        return True
    print_message(f"meanwhile hand {hands} was recorded; this would be hand {hands + 1}")
    return bool(ask_yes_no(ask, "Record it still? [n] ", default=False))
