"""Answers that a person types, one after the other."""

from canasta_score.cli.prompt.questions import AskFunction, Words, print_above


def answering(*answers: str | type[BaseException]) -> AskFunction:
    """Answer one question after the other; none may be left, and none too many be asked."""
    left = [*answers]

    def answer(prompt: str, words: Words = ()) -> str:
        del words
        print(print_above(prompt), end="")  # noqa: T201 -- as a terminal shows it
        reply = left.pop(0)
        if isinstance(reply, str):
            print(reply)  # noqa: T201 -- as a terminal shows it
            return reply
        print()  # noqa: T201 -- as a terminal goes on on a new line
        raise reply

    return answer
