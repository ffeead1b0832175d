"""The commands: what help and TAB say about each, and where it is loaded from when it is called."""

from collections.abc import Mapping

from canasta_score.rules.frozen import Value, frozen


@frozen
class CommandSpec(Value):
    """A command that is loaded when it is called; `module` is its path below `canasta_score.cli.commands`.

    `summary` is the first line of the docstring of its function.
    """

    name: str
    module: str
    function: str
    summary: str


def _index_by_name(*commands: CommandSpec) -> Mapping[str, CommandSpec]:
    return {command.name: command for command in commands}


# In the order of a game, which help and TAB keep.
ROOT_COMMANDS = _index_by_name(
    CommandSpec(name="new", module="game.new", function="new", summary="Begin a game."),
    CommandSpec(name="add", module="game.add", function="add", summary="Record a hand."),
    CommandSpec(
        name="play",
        module="game.play",
        function="play",
        summary="Keep the score of a whole evening at one prompt.",
    ),
    CommandSpec(name="show", module="game.show", function="show", summary="Show the score sheet."),
    CommandSpec(name="explain", module="game.explain", function="explain", summary="Explain a hand line by line."),
    CommandSpec(
        name="meld",
        module="opening.meld",
        function="meld",
        summary="Say what each side needs to open, judge an opening, find the best one.",
    ),
    CommandSpec(name="fix", module="corrections.fix", function="fix", summary="Correct some facts of a hand."),
    CommandSpec(name="void", module="corrections.void", function="void", summary="Strike a hand."),
    CommandSpec(
        name="undo", module="corrections.undo", function="undo", summary="Take back the newest entry that stands."
    ),
    CommandSpec(name="redo", module="corrections.redo", function="redo", summary="Bring back what was taken back."),
    CommandSpec(name="note", module="corrections.note", function="note", summary="Write a note into the ledger."),
    CommandSpec(name="check", module="review.check", function="check", summary="Check ledgers."),
    CommandSpec(
        name="reconcile",
        module="review.reconcile",
        function="reconcile",
        summary="Find the slips that explain another total.",
    ),
    CommandSpec(name="export", module="files.export", function="export", summary="Write a game for others."),
    CommandSpec(
        name="import", module="files.import_", function="import_", summary="Take a game from a file into a new ledger."
    ),
    CommandSpec(name="stats", module="review.stats", function="stats", summary="Tell the statistics of many games."),
    CommandSpec(name="score", module="game.score", function="score", summary="Score a hand without recording it."),
    CommandSpec(
        name="variants",
        module="variants.group",
        function="variants",
        summary="List, show, check and compare rule files, and write your own.",
    ),
)
MELD_COMMANDS = _index_by_name(
    CommandSpec(
        name="check",
        module="opening.check",
        function="check",
        summary="Judge an opening: whether it is legal, and whether it is enough.",
    ),
    CommandSpec(
        name="find",
        module="opening.find",
        function="find",
        summary="Find the best opening in the cards you hold, and keep one for the discard.",
    ),
)
VARIANTS_COMMANDS = _index_by_name(
    CommandSpec(
        name="list",
        module="variants.list_",
        function="list_",
        summary="List the variants that can be named, the shipped ones and your own.",
    ),
    CommandSpec(
        name="show",
        module="variants.show",
        function="show",
        summary="Show a variant's rules on a card to lay beside the table.",
    ),
    CommandSpec(
        name="check",
        module="variants.check",
        function="check",
        summary="Check rule files, or all of yours: silent when all is well, else every mistake and exit code 5.",
    ),
    CommandSpec(name="diff", module="variants.diff", function="diff", summary="Say what two variants play otherwise."),
    CommandSpec(
        name="new",
        module="variants.new",
        function="new",
        summary="Write your own rule file, on top of another variant.",
    ),
)
