"""The commands: what help and TAB say about each, and where it is loaded from when it is called."""

from collections.abc import Mapping, Sequence

from canasta_score.rules.frozen import Value, frozen


@frozen
class CommandSpec(Value):
    """A command that is loaded when it is called; `target` is its module below `cli.commands`, and its function there.

    `summary` is the first line of the docstring of its function. `examples` end its help, without the program's name.
    """

    name: str
    target: str
    summary: str
    examples: tuple[str, ...]


def _index_by_name(*commands: CommandSpec) -> Mapping[str, CommandSpec]:
    return {command.name: command for command in commands}


EVENT_GROUP = "event"
# In the order of a game, which help and TAB keep.
ROOT_COMMANDS = _index_by_name(
    CommandSpec(
        name="new",
        target="game.new:new",
        summary="Start a game.",
        examples=('new --we "Ann & Bob" --they "Cy & Di"', "new --variant wca --set game.target=5000"),
    ),
    CommandSpec(
        name="add",
        target="game.add:add",
        summary="Record a hand.",
        examples=(
            "add we r3 b2 n2 m1 o t325 they r1 b2 n1 m3 t305 h30",
            "add we natural=2 mixed=1 out table=100+225 they natural=1 table=105 hand=3xK",
        ),
    ),
    CommandSpec(
        name="play",
        target="game.play:play",
        summary="Keep the score of a whole evening at one prompt.",
        examples=("play", "play --ledger tuesday.toml"),
    ),
    CommandSpec(
        name="show",
        target="game.show:show",
        summary="Show the score sheet.",
        examples=("show", "show --chart"),
    ),
    CommandSpec(
        name="explain",
        target="game.explain:explain",
        summary="Explain the score of a hand line by line.",
        examples=("explain", "explain 2"),
    ),
    CommandSpec(
        name="meld",
        target="opening.meld:meld",
        summary="Show what each side needs to open, and check or find an opening.",
        examples=("meld", "meld --variant nvso --score 3330"),
    ),
    CommandSpec(
        name="fix",
        target="corrections:fix",
        summary="Correct a hand.",
        examples=("fix 2 they table=250", 'fix 1 we red=0 --why "the three was theirs"'),
    ),
    CommandSpec(
        name="void",
        target="corrections:void",
        summary="Cancel a hand.",
        examples=("void 2", 'void 2 --why "dealt the wrong cards"'),
    ),
    CommandSpec(
        name="undo",
        target="corrections:undo",
        summary="Undo the last entry.",
        examples=("undo", "undo --ledger tuesday.toml"),
    ),
    CommandSpec(
        name="redo",
        target="corrections:redo",
        summary="Bring back the entry that was undone.",
        examples=("redo", "redo --ledger tuesday.toml"),
    ),
    CommandSpec(
        name="note",
        target="corrections:note",
        summary="Write a note about the game or about a hand.",
        examples=("note Bob dealt twice", "note --hand 2 recounted by both sides"),
    ),
    CommandSpec(
        name="rename",
        target="corrections:rename",
        summary="Change the name of a side.",
        examples=('rename they "Cy & Flo"', "rename we Ann and Bob --ledger tuesday.toml"),
    ),
    CommandSpec(
        name="end",
        target="corrections:end",
        summary="End the game now.",
        examples=("end", 'end --why "time was called"'),
    ),
    CommandSpec(
        name="check",
        target="review.check:check",
        summary="Check game files for mistakes.",
        examples=("check", "check tuesday.toml --strict"),
    ),
    CommandSpec(
        name="reconcile",
        target="review.reconcile:reconcile",
        summary="Find the mistakes that explain a different total.",
        examples=("reconcile 2 we 545", 'reconcile 2 "Ann & Bob" 545 --all'),
    ),
    CommandSpec(
        name="serve",
        target="review.serve:serve",
        summary="Show a game or an event as a live page on phones and televisions.",
        examples=("serve", "serve --lan --board"),
    ),
    CommandSpec(
        name="export",
        target="files.export:export",
        summary="Write the game to a file for others.",
        examples=("export -o evening.html", "export -f csv"),
    ),
    CommandSpec(
        name="import",
        target="files.import_:import_",
        summary="Start a game file from an exported game or an old score sheet.",
        examples=("import evening.json -l again.toml", "import old.csv -v nvso -l old.toml"),
    ),
    CommandSpec(
        name="stats",
        target="review.stats:stats",
        summary="Show statistics of many games.",
        examples=("stats", "stats 'season/*.toml'"),
    ),
    CommandSpec(
        name="score",
        target="game.score:score",
        summary="Score a hand without recording it.",
        examples=(
            "score we r3 b2 n2 m1 o t325 they r1 b2 n1 m3 t305 h30",
            "score -v nvso,wca we r4 b4 n2 o t200 they n1 t60 h30",
        ),
    ),
    CommandSpec(
        name=EVENT_GROUP,
        target="event.event:event",
        summary="Run a club day: pairs, tables, slips, ranks.",
        examples=('event new "Club day"', 'event pair "Ann & Bob" "Cy & Di"'),
    ),
    CommandSpec(
        name="variants",
        target="variants:variants",
        summary="List, show, check and compare rules, and write your own.",
        examples=("variants list", "variants show wca"),
    ),
    CommandSpec(
        name="help",
        target="help_:help_",
        summary="Show the help of a command.",
        examples=("help add", "help meld find"),
    ),
)
MELD_COMMANDS = _index_by_name(
    CommandSpec(
        name="check",
        target="opening.check:check",
        summary="Check whether groups of cards open.",
        examples=("meld check 10,10,10 Q,Q,JK 9,9,9", "meld check --need 155 3xA 2xQ,JK 3x9"),
    ),
    CommandSpec(
        name="find",
        target="opening.find:find",
        summary="Find the best opening in the cards of your hand.",
        examples=("meld find 10 10 10 Q Q JK 9 9 9 A A 2 7 5", "meld find --side they --pile Q 10 10 10 Q Q JK 9 9 9"),
    ),
    CommandSpec(
        name="failed",
        target="corrections:failed",
        summary="Record an opening that fell short.",
        examples=("meld failed they", "meld failed we --ledger tuesday.toml"),
    ),
)
EVENT_COMMANDS = _index_by_name(
    CommandSpec(
        name="new",
        target="event.setup:new",
        summary="Start a club day.",
        examples=('event new "Club day"', 'event new "Spring cup" --games 4 --movement round-robin'),
    ),
    CommandSpec(
        name="pair",
        target="event.setup:pair",
        summary="Add pairs before the draw.",
        examples=('event pair "Ann & Bob" "Cy & Di"', "event pair --from pairs.csv"),
    ),
    CommandSpec(
        name="draw",
        target="event.setup:draw",
        summary="Draw the tables of the first game.",
        examples=("event draw", "event draw --seed 7"),
    ),
    CommandSpec(
        name="late",
        target="event.setup:late",
        summary="Add a pair that comes late.",
        examples=('event late "Ned & Ola"', 'event late "Ned & Ola" --from 3'),
    ),
    CommandSpec(
        name="withdraw",
        target="event.setup:withdraw",
        summary="Take out a pair that leaves.",
        examples=("event withdraw 7", 'event withdraw "Ann & Bob" --from 3'),
    ),
    CommandSpec(
        name="return",
        target="event.setup:return_",
        summary="Take a pair back in.",
        examples=("event return 7", 'event return "Ann & Bob" --from 3'),
    ),
    CommandSpec(
        name="round",
        target="event.setup:round_",
        summary="Show who plays whom in a game.",
        examples=("event round", "event round 2 --json"),
    ),
    CommandSpec(
        name="slip",
        target="event.results:slip",
        summary="Enter the totals of a table, or a hand.",
        examples=("event slip 1 3 2875 -145", "event slip 1 3 --hand 1 ns r3 n2 o t335 ew b1 t60 h85"),
    ),
    CommandSpec(
        name="take",
        target="event.results:take",
        summary="Enter a table by its own game file.",
        examples=("event take 1 3 table3.toml", "event take 2 1 canasta.toml"),
    ),
    CommandSpec(
        name="fix",
        target="event.results:fix",
        summary="Correct a slip, also after announcing.",
        examples=('event fix 1 3 2875 -145 --why "sides exchanged"', 'event fix 2 1 2080 1990 --why "added again"'),
    ),
    CommandSpec(
        name="adjust",
        target="event.results:adjust",
        summary="Add points to a pair, or take some off.",
        examples=('event adjust 7 -100 --why "late to the table"', 'event adjust "Ann & Bob" 50 --why "helped set up"'),
    ),
    CommandSpec(
        name="status",
        target="event.results:status",
        summary="Show which slips are missing, unverified or disputed.",
        examples=("event status", "event status 2 --json"),
    ),
    CommandSpec(
        name="standings",
        target="event.results:standings",
        summary="Show the ranks.",
        examples=("event standings", "event standings --after 2"),
    ),
    CommandSpec(
        name="announce",
        target="event.results:announce",
        summary="Close a game and show the ranks.",
        examples=("event announce", "event announce 2"),
    ),
    CommandSpec(
        name="clock",
        target="event.paper:clock",
        summary="Show the clock, start or stop it, or add time.",
        examples=("event clock start", "event clock add 5 --table 3"),
    ),
    CommandSpec(
        name="print",
        target="event.paper:print_",
        summary="Write guide cards, slips, seating or standings for paper.",
        examples=("event print guide-cards -o cards.html", "event print slips -o slips.html"),
    ),
    CommandSpec(
        name="export",
        target="event.paper:export",
        summary="Write the event to a file for others.",
        examples=("event export -o results.html", "event export -f csv"),
    ),
    CommandSpec(
        name="undo",
        target="event.corrections:undo",
        summary="Undo the last entry.",
        examples=("event undo", "event undo -e sunday.toml"),
    ),
    CommandSpec(
        name="redo",
        target="event.corrections:redo",
        summary="Bring back the entry that was undone.",
        examples=("event redo", "event redo -e sunday.toml"),
    ),
    CommandSpec(
        name="note",
        target="event.corrections:note",
        summary="Write a note about the event.",
        examples=("event note Table 4 plays with new cards", 'event note "the hall closes at five"'),
    ),
    CommandSpec(
        name="check",
        target="event.corrections:check",
        summary="Check the event file for mistakes.",
        examples=("event check", "event check -e sunday.toml"),
    ),
    CommandSpec(
        name="season",
        target="event.paper:season",
        summary="Rank pairs and players over many events.",
        examples=("event season 'season/*.toml'", "event season march.toml april.toml --best 5"),
    ),
)
VARIANTS_COMMANDS = _index_by_name(
    CommandSpec(
        name="list",
        target="variants:list_",
        summary="List the rules you can play by.",
        examples=("variants list", "variants list --json"),
    ),
    CommandSpec(
        name="show",
        target="variants:show",
        summary="Show a rule card to put on the table.",
        examples=("variants show wca", "variants show canasta.toml"),
    ),
    CommandSpec(
        name="check",
        target="variants:check",
        summary="Check rule files for mistakes.",
        examples=("variants check", "variants check ./thursday.toml"),
    ),
    CommandSpec(
        name="diff",
        target="variants:diff",
        summary="Compare two sets of rules.",
        examples=("variants diff nvso wca", "variants diff wca ./thursday.toml"),
    ),
    CommandSpec(
        name="new",
        target="variants:new",
        summary="Write a rule file of your own.",
        examples=("variants new our-club --extends wca", "variants new thursday --extends hand-and-foot"),
    ),
)
# What players type for a command: words that are not spelled like its name.
COMMAND_SYNONYMS = {
    word: command
    for command, words in {
        "add": "enter input put record write",
        "check": "test validate verify",
        "end": "close finish over stop",
        "event": "club tournament",
        "explain": "detail details how line lines why",
        "export": "email html mail page pdf print save send share",
        "fix": "adjust amend change correct edit modify replace update",
        "help": "commands manual",
        "import": "load restore",
        "meld": "need needs open opening",
        "new": "begin create game start",
        "note": "comment remark",
        "play": "continue resume",
        "reconcile": "compare disagree",
        "rename": "name names",
        "score": "calc calculate count",
        "serve": "live phone television tv",
        "show": "chart display graph hands list scores scoresheet sheet standing standings status total totals view",
        "stats": "averages statistics",
        "undo": "back oops revert",
        "variants": "rule rules",
        "void": "cancel delete drop erase remove scratch strike",
    }.items()
    for word in words.split()
}
QUIT_COMMANDS = ("quit", "exit", "q")  # of the prompt of `play`
# They take no option that names a game file.
COMMANDS_WITHOUT_LEDGER = ("variants", "help", "--help", "--install-completion", "--show-completion")
GROUPS: Mapping[str, Mapping[str, CommandSpec]] = {
    "meld": MELD_COMMANDS,
    EVENT_GROUP: EVENT_COMMANDS,
    "variants": VARIANTS_COMMANDS,
}


def list_summaries(specs: Mapping[str, CommandSpec]) -> dict[str, str]:
    """Return what each command does, by its name."""
    return {name: spec.summary for name, spec in specs.items()}


def find_command_in_sentence(words: Sequence[str]) -> str:
    """Return the command that a later word of an English sentence means: `meld` for `what do we need to open`.

    It is an empty text if no word means a command, or if there are numbers, as in a hand.
    """
    meanings = {**{name: name for name in ROOT_COMMANDS}, **COMMAND_SYNONYMS, "score": "show"}
    later = [word.lower().strip("?!.,") for word in words[1:]]
    has_number = any(char.isdecimal() for word in later for char in word)
    return "" if has_number else next((meanings[word] for word in later if word in meanings), "")


def find_command_spec(words: Sequence[str]) -> CommandSpec | None:
    """Return the command that the words of its name mean, such as `meld check`, or None."""
    if not words:
        return None
    command, *below = words
    if not below:
        return ROOT_COMMANDS.get(command)
    return GROUPS.get(command, {}).get(below[0])
