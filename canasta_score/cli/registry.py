"""The commands: what help and TAB say about each, where it is loaded from, and the words that all lines share."""

from collections.abc import Mapping, Sequence

END_OF_OPTIONS = "--"
# Completion scripts that are already installed use these names, so they never change.
COMPLETE_VARIABLE = "_CANASTA_SCORE_COMPLETE"  # set by a script when TAB was pressed
CURRENT_WORD_VARIABLE = "_CANASTA_SCORE_BEGUN"  # the word before the cursor
INSTALL_OPTION = "--install-completion"
SHOW_SCRIPT_OPTION = "--show-completion"  # named in every script, which shows that it is ours


class CommandSpec:  # sixty are made at every start, and making a NamedTuple would take longer than all of them
    """A command that is loaded when it is called."""

    def __init__(self, name: str, module: str, summary: str, example: str, other_example: str) -> None:
        """Keep what the registry says of the command."""
        self.name = name
        self.module = module  # below `cli.commands`; its function there has its name, with a _ if Python has the same
        self.summary = summary  # the first line of the docstring of its function
        self.example, self.other_example = example, other_example  # which end its help, without the program's name


def _read_table(group: str, folder: str, *rows: tuple[str, str, str, str, str]) -> Mapping[str, CommandSpec]:
    return {
        name: CommandSpec(name, folder + module, summary, group + example, group + other)
        for name, module, summary, example, other in rows
    }


EVENT_GROUP = "event"
# First what is before each example and module, then a row a command: name, module, summary, two examples. Rows are in
# the order of a game, which help and TAB keep.
ROOT_COMMANDS = _read_table("", "",
    ("new", "new", "Start a game.",
     'new --we "Ann & Bob" --they "Cy & Di"', "new --variant wca --set game.target=5000"),
    ("add", "add", "Record a hand.",
     "add we r3 b2 n2 m1 o t325 they r1 b2 n1 m3 t305 h30",
     "add we natural=2 mixed=1 out table=100+225 they natural=1 table=105 hand=3xK"),
    ("play", "play", "Keep the score of a whole evening at one prompt.", "play", "play tuesday.toml"),
    ("show", "show", "Show the score sheet.", "show", "show --chart"),
    ("explain", "explain", "Explain the score of a hand line by line.", "explain", "explain 2"),
    ("meld", "meld", "Show what each side needs to open, and check or find an opening.",
     "meld", "meld --variant nvso --score 3330"),
    ("fix", "corrections", "Correct a hand.", "fix 2 they table=250", 'fix last we red=0 --why "the three was theirs"'),
    ("void", "corrections", "Cancel a hand.", "void 2", 'void 2 --why "dealt the wrong cards"'),
    ("undo", "corrections", "Undo the last entry.", "undo", "undo tuesday.toml"),
    ("redo", "corrections", "Bring back the entry that was undone.", "redo", "redo tuesday.toml"),
    ("note", "corrections", "Write a note about the game or about a hand.",
     "note Bob dealt twice", "note --hand 2 recounted by both sides"),
    ("adjust", "changes", "Add points to a side between hands, or take some off.",
     'adjust they -100 --why "exposed a card"', "adjust we 50"),
    ("rules", "changes", "Show the rules of the game, or change them.",
     "rules --variant classic", "rules --set game.target=5000"),
    ("rename", "corrections", "Change the name of a side.",
     'rename they "Cy & Flo"', "rename we Ann and Bob --ledger tuesday.toml"),
    ("end", "corrections", "End the game now.", "end", 'end --why "time was called"'),
    ("check", "check", "Check game files for mistakes.", "check", "check tuesday.toml --strict"),
    ("reconcile", "reconcile", "Find the mistakes that explain a different total.",
     "reconcile 2 we 545", 'reconcile 2 "Ann & Bob" 545 --all'),
    ("serve", "serve", "Show a game or an event as a live page on phones and televisions.",
     "serve --lan --board", "serve --lan --enter"),
    ("export", "export", "Write the game to a file for others.", "export", "export -o evening.csv"),
    ("import", "import_", "Start a game file from an exported game or an old score sheet.",
     "import evening.json -l again.toml", "import old.csv -v nvso -l old.toml"),
    ("stats", "stats", "Show statistics of many games.", "stats", "stats 'season/*.toml'"),
    ("games", "games", "List the games of this folder and those played lately elsewhere.", "games", "games --json"),
    ("score", "score", "Score a hand without recording it.",
     "score we r3 b2 n2 m1 o t325 they r1 b2 n1 m3 t305 h30", "score -v nvso,wca we r4 b4 n2 o t200 they n1 t60 h30"),
    (EVENT_GROUP, "event.event", "Run a club day: pairs, tables, slips, ranks.",
     'event new "Club day"', 'event pair "Ann & Bob" "Cy & Di"'),
    ("variants", "variants", "List, show, check and compare rules, and write your own.",
     "variants list", "variants show wca"),
    ("help", "help_", "Show the help of a command.", "help add", "help meld find"),
)  # fmt: skip
MELD_COMMANDS = _read_table("meld ", "",
    ("check", "meld_cards", "Check whether groups of cards open.",
     "check 10,10,10 Q,Q,JK 9,9,9", "check --need 155 3xA 2xQ,JK 3x9"),
    ("find", "meld_cards", "Find the best opening in the cards of your hand.",
     "find 10 10 10 Q Q JK 9 9 9 A A 2 7 5", "find --side they --pile Q 10 10 10 Q Q JK 9 9 9"),
    ("failed", "corrections", "Record an opening that fell short.", "failed they", "failed we --ledger tuesday.toml"),
)  # fmt: skip
EVENT_COMMANDS = _read_table(f"{EVENT_GROUP} ", "event.",
    ("new", "setup", "Start a club day.", 'new "Club day"', 'new "Spring cup" --games 4 --movement round-robin'),
    ("pair", "setup", "Add pairs before the draw.", 'pair "Ann & Bob" "Cy & Di"', "pair --from pairs.csv"),
    ("draw", "setup", "Draw the tables of the first game.", "draw", "draw --seed 7"),
    ("rename", "setup", "Give a pair another name, or a substitute.",
     'rename 7 "Ann & Bob"', 'rename "Cy & Di" "Cy & Zoe" --from 2'),
    ("remove", "setup", "Take a pair out before the draw.", "remove 7", 'remove "Ann & Bob"'),
    ("late", "setup", "Add a pair that comes late.", 'late "Ned & Ola"', 'late "Ned & Ola" --from 3'),
    ("withdraw", "setup", "Take out a pair that leaves.", "withdraw 7", 'withdraw "Ann & Bob" --from 3'),
    ("return", "setup", "Take a pair back in.", "return 7", 'return "Ann & Bob" --from 3'),
    ("round", "setup", "Show who plays whom in a game.", "round", "round 2 --json"),
    ("slip", "results", "Enter the totals of a table, or a hand.",
     "slip 1 3 2875 -145", "slip 1 3 --hand 1 ns r3 n2 o t335 ew b1 t130 h85"),
    ("desk", "results", "Run a club day at one prompt, with a slip in each line.", "desk", "desk -e sunday.toml"),
    ("take", "results", "Enter the totals of a table from its game file.",
     "take 1 3 table3.toml", "take 2 1 canasta.toml"),
    ("fix", "results", "Correct a slip, also after announcing.",
     'fix 1 3 2875 -145 --why "sides exchanged"', 'fix 2 1 2080 1990 --why "added again"'),
    ("void", "results", "Take a slip away, so that its table is missing again.",
     'void 1 3 --why "slip of table 4"', 'void 2 1 --why "typed for the wrong game"'),
    ("swap", "results", "Let North-South and East-West change places at a table.", "swap 1 3", "swap 2 5 --with 6"),
    ("adjust", "results", "Add points to a pair, or take some off.",
     'adjust 7 -100 --why "late to the table"', 'adjust "Ann & Bob" 50 --why "helped set up"'),
    ("status", "results", "Show which slips are missing, unverified or disputed.", "status", "status 2 --json"),
    ("standings", "results", "Show the ranks.", "standings", "standings --after 2"),
    ("announce", "results", "Close a game and show the ranks.", "announce", "announce 2"),
    ("clock", "paper", "Show the clock, start or stop it, or add time.", "clock start", "clock add 5 --table 3"),
    ("print", "paper", "Write guide cards, slips, seating or standings for paper.",
     "print guide-cards -o cards.html", "print slips -o slips.html"),
    ("export", "paper", "Write the event to a file for others.", "export -o results.html", "export -f csv"),
    ("undo", "corrections", "Undo the last entry.", "undo", "undo -e sunday.toml"),
    ("redo", "corrections", "Bring back the entry that was undone.", "redo", "redo -e sunday.toml"),
    ("note", "corrections", "Write a note about the event.",
     "note Table 4 plays with new cards", 'note "the hall closes at five"'),
    ("check", "corrections", "Check the event file for mistakes.", "check", "check -e sunday.toml"),
    ("season", "paper", "Rank pairs and players over many events.",
     "season 'season/*.toml'", "season march.toml april.toml --best 5"),
)  # fmt: skip
VARIANTS_COMMANDS = _read_table("variants ", "",
    ("list", "variants", "List the rules you can play by.", "list", "list --json"),
    ("show", "variants", "Show a rule card to put on the table.", "show wca", "show canasta.toml"),
    ("check", "variants", "Check rule files for mistakes.", "check", "check ./thursday.toml"),
    ("diff", "variants", "Compare two sets of rules.", "diff nvso wca", "diff wca ./thursday.toml"),
    ("new", "variants", "Write a rule file of your own.",
     "new our-club --extends wca", "new thursday --extends hand-and-foot"),
)  # fmt: skip
GROUPS = {"meld": MELD_COMMANDS, EVENT_GROUP: EVENT_COMMANDS, "variants": VARIANTS_COMMANDS}
QUIT_COMMANDS = ("quit", "exit", "q")  # of the prompt of `play`
# They take no option that names a game file.
COMMANDS_WITHOUT_LEDGER = ("games", "variants", "help", "--help", INSTALL_OPTION, SHOW_SCRIPT_OPTION)


def list_summaries(specs: Mapping[str, CommandSpec]) -> dict[str, str]:
    """Return what each command does, by its name."""
    return {name: spec.summary for name, spec in specs.items()}


def find_command_spec(words: Sequence[str]) -> CommandSpec | None:
    """Return the command that the words of its name mean, such as `meld check`, or None."""
    command, *below = words or [""]
    return GROUPS.get(command, {}).get(below[0]) if below else ROOT_COMMANDS.get(command)
