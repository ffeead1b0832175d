"""Guided entry: a hand is asked for question by question, shown as it would be, and confirmed."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from textwrap import fill

from canasta_score.cli.commands.corrections.correct import say_done
from canasta_score.cli.commands.game.add import entry_of_facts, problems_of_next_hand, record_hand, say_if_over
from canasta_score.cli.hand_input import has_impossible
from canasta_score.cli.terminal import INDENT, say, say_table, warn, warn_of, width
from canasta_score.game.ledger import Ledger
from canasta_score.game.storage.transactions import read_ledger
from canasta_score.hand.facts import HandFacts, Told
from canasta_score.hand.referee.checks import Problem
from canasta_score.hand.scoring.score import score_hand
from canasta_score.hand.tally.amounts import WrongWordError
from canasta_score.hand.tally.formatter import tally_of
from canasta_score.hand.tally.interview import (
    NO,
    YES,
    NotAskedError,
    Question,
    answer_to,
    questions_of,
    read_answer,
    those_of_several,
    told_by,
    why_not,
)
from canasta_score.report.text.hand import hand_table, notes_of_hand
from canasta_score.report.text.question import meaning_of, prompt_of
from canasta_score.rules.text import printable

BACK, WHAT = "<", "?"
ROOM_TO_ANSWER = 16
Ask = Callable[[str], str]  # shows a prompt and gives the line that is typed


class GuidedHand:
    """A hand that is being asked for: its answers so far, and the place of the next question among those that matter.

    `known` are the problems that were said and stand; what Enter keeps is said once.
    """

    def __init__(self, game: Ledger, ask: Ask, *, command: str = "", anyway: bool = False) -> None:
        """Take the game, how to ask, what is typed before a tally, and whether the impossible is taken."""
        self.game, self.ask, self.command, self.anyway = game, ask, command, anyway
        self.answers: dict[tuple[str, str], Told] = {}
        self.place = 0
        self.side = ""
        self.known: list[Problem] = []
        self.keeping_is_said = False

    def questions(self) -> list[Question]:
        """List the questions that matter with the answers so far."""
        return questions_of(self.game.variant, [*self.game.names], self.answers, anyway=self.anyway)

    def facts(self, questions: Sequence[Question] | None = None) -> HandFacts:
        """Give the facts that the answers tell, to some questions or to all that matter."""
        asked = self.questions() if questions is None else questions
        return told_by(asked, self.answers, [*self.game.names])

    def line(self) -> str:
        """Give the line that says what is told so far, as it is typed; empty where nothing is."""
        facts = self.facts()
        tally = tally_of(self.game.variant, facts)
        taken = self.anyway and has_impossible(problems_of_next_hand(self.game, facts))
        return f"{self.command}{tally}{' --anyway' if taken else ''}" if tally else ""

    def go_through(self) -> bool:
        """Ask until all is told; tell whether it is to be recorded."""
        say(fill(f"Hand {len(self.game.hands) + 1}. Enter for none, {BACK} for the question before, "
                 f"{WHAT} for what is meant, Ctrl-C to leave.", width()))  # fmt: skip
        self.say_new_problems(self.facts([]))
        while True:
            questions = self.questions()
            if self.place < len(questions):
                self.step(questions)
            elif any((facts := self.facts(questions)).values()):
                if (verdict := self.verdict(facts)) is not None:
                    return verdict
            elif self.take_as_nothing(questions) is False:
                return False

    def step(self, questions: Sequence[Question]) -> None:
        """Ask the next question, and go on, stay or go back as it is answered."""
        question = questions[self.place]
        if question.side != self.side:
            self.side = question.side
            say(f"\n{self.game.names[question.side]}")
        reply = self.asked(f"  {prompt_of(self.game.variant, question, answer_to(question, self.answers))}")
        if reply == BACK:
            self.go_back()
        elif reply == WHAT:
            for line in meaning_of(question, those_of_several(self.game.variant, question, self.facts(questions))):
                say(folded(line, INDENT))
        elif reply:
            self.take(questions, reply)
        else:
            self.judge(questions)

    def asked(self, prompt: str) -> str:
        """Ask, on a line of its own where the question takes a whole one."""
        if len(prompt) + ROOM_TO_ANSWER > width():
            say(folded(prompt.rstrip(), ""))
            prompt = "  > "
        return self.ask(prompt).strip()

    def go_back(self) -> None:
        """Go back one question; every answer is kept."""
        if self.place:
            self.place -= 1
            if answer_to(self.questions()[self.place], self.answers) and not self.keeping_is_said:
                say(folded("Enter keeps what stands in brackets, 0 takes it away.", INDENT))
                self.keeping_is_said = True
        else:
            say(f"{INDENT}This is the first question.")

    def take(self, questions: Sequence[Question], reply: str) -> None:
        """Read the answer to the next question; a wrong one is said, and asked for again."""
        question, before = questions[self.place], self.facts(questions)
        earlier = self.answers.get(question.key)
        try:
            self.answers[question.key] = read_answer(self.game.variant, question, reply)
        except NotAskedError as wrong:
            because = why_not(self.game.variant, self.facts(questions[: self.place]), question.side, wrong.fact)
            warn(f"{wrong.message}: {said_below(question.side, because).message}" if because else str(wrong))
        except WrongWordError as wrong:
            warn(str(wrong))
        else:
            self.judge(questions)
            if earlier is not None:
                self.answers.setdefault(question.key, earlier)
            self.say_what_is_dropped(question, before)

    def say_what_is_dropped(self, question: Question, before: HandFacts) -> None:
        """Say what was told before an answer and is no longer asked for with it; it comes back with another answer."""
        left = {(one.side, fact.name) for one in (question, *self.questions()) for fact in one.facts}
        dropped = {of: {name: told[name] for name in told if (of, name) not in left} for of, told in before.items()}
        if tally := tally_of(self.game.variant, dropped, short=False):
            say(folded(f"Not asked for any more: {tally}", INDENT))

    def judge(self, questions: Sequence[Question]) -> None:
        """Go on, unless the referee has something new to say to what is told up to here: then it is asked for again.

        An answer that cannot be is not kept; one that is only against the rules stands when it is given again.
        """
        new = self.say_new_problems(self.facts(questions[: self.place + 1]))
        if not new:
            self.place += 1
        elif has_impossible(new) and not self.anyway:
            self.answers.pop(questions[self.place].key, None)

    def say_new_problems(self, facts: HandFacts) -> list[Problem]:
        """Say the problems of what is told so far that were not said before, and list them."""
        problems = problems_of_next_hand(self.game, facts)
        new = [problem for problem in problems if problem not in self.known]
        warn_of([said_below(self.side, problem) for problem in new])
        self.known = [one for one in problems if self.anyway or not one.is_impossible]
        return new

    def take_as_nothing(self, questions: Sequence[Question]) -> bool | None:
        """Ask whether nothing is told because the hand gives nothing, and then tell an empty table; None to go back."""
        say("")
        meant = self.agreed("No side has anything. Is it a hand that gives nothing? [n] ", otherwise=False)
        if meant:
            table = self.game.variant.count.table
            question = next(one for one in questions if one.facts == (table,))
            self.answers[question.key] = {table.name: 0}
        return meant

    def verdict(self, facts: HandFacts) -> bool | None:
        """Show the hand as it would be, with the line that says it, and ask whether to record it; None to go back."""
        score = score_hand(self.game.variant, facts)
        say("")
        say_table(hand_table(self.game.variant, score, self.game.names, width()))
        if notes := notes_of_hand(self.game.variant, score, self.game.names, width()):
            say(f"\n{notes}")
        say(f"\nThe same in one line:\n{INDENT}{self.line()}\n")
        return self.agreed("Record it? [y] ", otherwise=True)

    def agreed(self, prompt: str, *, otherwise: bool) -> bool | None:
        """Ask for yes or no, Enter for the usual one; None, and a step back, where `<` is answered."""
        answer = agreed(self.ask, prompt, otherwise=otherwise, others=(BACK,))
        if answer is None:
            self.go_back()
        return answer


def agreed(ask: Ask, prompt: str, *, otherwise: bool, others: Sequence[str] = ()) -> bool | None:
    """Ask for yes or no until it is one of them, Enter for the usual one; None for another answer that is known."""
    while True:
        reply = ask(prompt).strip().lower()
        if not reply or reply in (*YES, *NO):
            return reply in YES if reply else otherwise
        if reply in others:
            return None
        say(f"{INDENT}Answer y or n{f'; {BACK} goes back' if BACK in others else ''}.")


def said_below(side: str, problem: Problem) -> Problem:
    """Give a problem as it is said below the heading of a side, which need not be named again."""
    begins = problem.message.startswith(f"{side} {problem.fact}")
    return replace(problem, message=problem.message.removeprefix(f"{side} ")) if begins else problem


def folded(line: str, indent: str) -> str:
    """Give a line within the width of the terminal, with the words that can be typed whole."""
    return fill(line, width(), initial_indent=indent, subsequent_indent=f"{indent}{INDENT}", break_on_hyphens=False)


def record_guided(hand: GuidedHand) -> None:
    """Ask for a hand until it is confirmed, record it and show the new standing.

    Who leaves in the middle is told the line that says what they told so far.
    """
    try:
        wanted = hand.go_through() and still_wanted(hand.game, hand.ask)
    except (KeyboardInterrupt, EOFError):
        so_far = hand.line()
        rest = " (add the rest of the hand)" if hand.place < len(hand.questions()) else ""
        warn("nothing is recorded" + (f"; told so far{rest}:" if so_far else ""))
        if so_far:
            say(f"{INDENT}{so_far}")
        raise
    if not wanted:
        warn("nothing is recorded")
        return
    path, facts = Path(hand.game.file), hand.facts()
    before, game = record_hand(path, lambda game: entry_of_facts(game, facts, anyway=hand.anyway, known=hand.known))
    say_done(f"Recorded: hand {len(game.hands)}.", game)
    say_if_over(before, game)


def still_wanted(game: Ledger, ask: Ask) -> bool:
    """Tell whether the next hand of a game is to be recorded, though somebody may have recorded one meanwhile."""
    hands = len(read_ledger(game.file).hands)
    if hands == len(game.hands):
        return True
    warn(f"meanwhile hand {hands} was recorded; this would be hand {hands + 1}")
    return bool(agreed(ask, "Record it still? [n] ", otherwise=False))


def ask_on_a_line(prompt: str) -> str:
    """Ask for one line, which can be edited where the system knows how."""
    with suppress(ImportError):
        import readline  # noqa: F401, PLC0415 -- start-up; that it is loaded is all that is needed

    try:
        return input(printable(prompt))
    except (KeyboardInterrupt, EOFError):
        say("")
        raise
