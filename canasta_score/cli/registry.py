"""The commands: what help and TAB say about each, and where it is loaded from when it is called."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from canasta_score.cli.shells import INSTALL_OPTION, SHOW_SCRIPT_OPTION


class CommandSpec(NamedTuple):  # of which sixty are made at every start
    """A command that is loaded when it is called."""

    name: str
    target: str  # its module below `cli.commands`, and its function there
    summary: str  # the first line of the docstring of its function
    example: str  # which ends its help, without the program's name
    other_example: str


def _read_table(*rows: tuple[str, str, str, str, str]) -> Mapping[str, CommandSpec]:
    return {row[0]: CommandSpec._make(row) for row in rows}


EVENT_GROUP = "event"
# A row a command: name, target, summary, two examples. Rows are in the order of a game, which help and TAB keep.
ROOT_COMMANDS = _read_table(
    ("new", "new:new", "Start a game.",
     'new --we "Ann & Bob" --they "Cy & Di"', "new --variant wca --set game.target=5000"),
    ("add", "add:add", "Record a hand.",
     "add we r3 b2 n2 m1 o t325 they r1 b2 n1 m3 t305 h30",
     "add we natural=2 mixed=1 out table=100+225 they natural=1 table=105 hand=3xK"),
    ("play", "play:play", "Keep the score of a whole evening at one prompt.", "play", "play tuesday.toml"),
    ("show", "show:show", "Show the score sheet.", "show", "show --chart"),
    ("explain", "explain:explain", "Explain the score of a hand line by line.", "explain", "explain 2"),
    ("meld", "meld:meld", "Show what each side needs to open, and check or find an opening.",
     "meld", "meld --variant nvso --score 3330"),
    ("fix", "corrections:fix", "Correct a hand.",
     "fix 2 they table=250", 'fix last we red=0 --why "the three was theirs"'),
    ("void", "corrections:void", "Cancel a hand.", "void 2", 'void 2 --why "dealt the wrong cards"'),
    ("undo", "corrections:undo", "Undo the last entry.", "undo", "undo tuesday.toml"),
    ("redo", "corrections:redo", "Bring back the entry that was undone.", "redo", "redo tuesday.toml"),
    ("note", "corrections:note", "Write a note about the game or about a hand.",
     "note Bob dealt twice", "note --hand 2 recounted by both sides"),
    ("adjust", "changes:adjust", "Add points to a side between hands, or take some off.",
     'adjust they -100 --why "exposed a card"', "adjust we 50"),
    ("rules", "changes:rules", "Show the rules of the game, or change them.",
     "rules --variant classic", "rules --set game.target=5000"),
    ("rename", "corrections:rename", "Change the name of a side.",
     'rename they "Cy & Flo"', "rename we Ann and Bob --ledger tuesday.toml"),
    ("end", "corrections:end", "End the game now.", "end", 'end --why "time was called"'),
    ("check", "check:check", "Check game files for mistakes.", "check", "check tuesday.toml --strict"),
    ("reconcile", "reconcile:reconcile", "Find the mistakes that explain a different total.",
     "reconcile 2 we 545", 'reconcile 2 "Ann & Bob" 545 --all'),
    ("serve", "serve:serve", "Show a game or an event as a live page on phones and televisions.",
     "serve --lan --board", "serve --lan --enter"),
    ("export", "export:export", "Write the game to a file for others.", "export", "export -o evening.csv"),
    ("import", "import_:import_", "Start a game file from an exported game or an old score sheet.",
     "import evening.json -l again.toml", "import old.csv -v nvso -l old.toml"),
    ("stats", "stats:stats", "Show statistics of many games.", "stats", "stats 'season/*.toml'"),
    ("games", "games:games", "List the games of this folder and those played lately elsewhere.",
     "games", "games --json"),
    ("score", "score:score", "Score a hand without recording it.",
     "score we r3 b2 n2 m1 o t325 they r1 b2 n1 m3 t305 h30",
     "score -v nvso,wca we r4 b4 n2 o t200 they n1 t60 h30"),
    (EVENT_GROUP, "event.event:event", "Run a club day: pairs, tables, slips, ranks.",
     'event new "Club day"', 'event pair "Ann & Bob" "Cy & Di"'),
    ("variants", "variants:variants", "List, show, check and compare rules, and write your own.",
     "variants list", "variants show wca"),
    ("help", "help_:help_", "Show the help of a command.", "help add", "help meld find"),
)  # fmt: skip
MELD_COMMANDS = _read_table(
    ("check", "meld_cards:check", "Check whether groups of cards open.",
     "meld check 10,10,10 Q,Q,JK 9,9,9", "meld check --need 155 3xA 2xQ,JK 3x9"),
    ("find", "meld_cards:find", "Find the best opening in the cards of your hand.",
     "meld find 10 10 10 Q Q JK 9 9 9 A A 2 7 5", "meld find --side they --pile Q 10 10 10 Q Q JK 9 9 9"),
    ("failed", "corrections:failed", "Record an opening that fell short.",
     "meld failed they", "meld failed we --ledger tuesday.toml"),
)  # fmt: skip
EVENT_COMMANDS = _read_table(
    ("new", "event.setup:new", "Start a club day.",
     'event new "Club day"', 'event new "Spring cup" --games 4 --movement round-robin'),
    ("pair", "event.setup:pair", "Add pairs before the draw.",
     'event pair "Ann & Bob" "Cy & Di"', "event pair --from pairs.csv"),
    ("draw", "event.setup:draw", "Draw the tables of the first game.", "event draw", "event draw --seed 7"),
    ("rename", "event.setup:rename", "Give a pair another name, or a substitute.",
     'event rename 7 "Ann & Bob"', 'event rename "Cy & Di" "Cy & Zoe" --from 2'),
    ("remove", "event.setup:remove", "Take a pair out before the draw.", "event remove 7", 'event remove "Ann & Bob"'),
    ("late", "event.setup:late", "Add a pair that comes late.",
     'event late "Ned & Ola"', 'event late "Ned & Ola" --from 3'),
    ("withdraw", "event.setup:withdraw", "Take out a pair that leaves.",
     "event withdraw 7", 'event withdraw "Ann & Bob" --from 3'),
    ("return", "event.setup:return_", "Take a pair back in.", "event return 7", 'event return "Ann & Bob" --from 3'),
    ("round", "event.setup:round_", "Show who plays whom in a game.", "event round", "event round 2 --json"),
    ("slip", "event.results:slip", "Enter the totals of a table, or a hand.",
     "event slip 1 3 2875 -145", "event slip 1 3 --hand 1 ns r3 n2 o t335 ew b1 t130 h85"),
    ("desk", "event.results:desk", "Run a club day at one prompt, with a slip in each line.",
     "event desk", "event desk -e sunday.toml"),
    ("take", "event.results:take", "Enter the totals of a table from its game file.",
     "event take 1 3 table3.toml", "event take 2 1 canasta.toml"),
    ("fix", "event.results:fix", "Correct a slip, also after announcing.",
     'event fix 1 3 2875 -145 --why "sides exchanged"', 'event fix 2 1 2080 1990 --why "added again"'),
    ("void", "event.results:void", "Take a slip away, so that its table is missing again.",
     'event void 1 3 --why "slip of table 4"', 'event void 2 1 --why "typed for the wrong game"'),
    ("swap", "event.results:swap", "Let North-South and East-West change places at a table.",
     "event swap 1 3", "event swap 2 5 --with 6"),
    ("adjust", "event.results:adjust", "Add points to a pair, or take some off.",
     'event adjust 7 -100 --why "late to the table"', 'event adjust "Ann & Bob" 50 --why "helped set up"'),
    ("status", "event.results:status", "Show which slips are missing, unverified or disputed.",
     "event status", "event status 2 --json"),
    ("standings", "event.results:standings", "Show the ranks.", "event standings", "event standings --after 2"),
    ("announce", "event.results:announce", "Close a game and show the ranks.", "event announce", "event announce 2"),
    ("clock", "event.paper:clock", "Show the clock, start or stop it, or add time.",
     "event clock start", "event clock add 5 --table 3"),
    ("print", "event.paper:print_", "Write guide cards, slips, seating or standings for paper.",
     "event print guide-cards -o cards.html", "event print slips -o slips.html"),
    ("export", "event.paper:export", "Write the event to a file for others.",
     "event export -o results.html", "event export -f csv"),
    ("undo", "event.corrections:undo", "Undo the last entry.", "event undo", "event undo -e sunday.toml"),
    ("redo", "event.corrections:redo", "Bring back the entry that was undone.",
     "event redo", "event redo -e sunday.toml"),
    ("note", "event.corrections:note", "Write a note about the event.",
     "event note Table 4 plays with new cards", 'event note "the hall closes at five"'),
    ("check", "event.corrections:check", "Check the event file for mistakes.",
     "event check", "event check -e sunday.toml"),
    ("season", "event.paper:season", "Rank pairs and players over many events.",
     "event season 'season/*.toml'", "event season march.toml april.toml --best 5"),
)  # fmt: skip
VARIANTS_COMMANDS = _read_table(
    ("list", "variants:list_", "List the rules you can play by.", "variants list", "variants list --json"),
    ("show", "variants:show", "Show a rule card to put on the table.",
     "variants show wca", "variants show canasta.toml"),
    ("check", "variants:check", "Check rule files for mistakes.", "variants check", "variants check ./thursday.toml"),
    ("diff", "variants:diff", "Compare two sets of rules.",
     "variants diff nvso wca", "variants diff wca ./thursday.toml"),
    ("new", "variants:new", "Write a rule file of your own.",
     "variants new our-club --extends wca", "variants new thursday --extends hand-and-foot"),
)  # fmt: skip
GROUPS = {"meld": MELD_COMMANDS, EVENT_GROUP: EVENT_COMMANDS, "variants": VARIANTS_COMMANDS}
# What players type for a command: words that are not spelled like its name.
COMMAND_SYNONYMS = {
    word: command
    for command, words in {
        "add": "enter input put record write",
        "check": "test validate verify",
        "end": "close finish over stop",
        "event": "club tournament",
        "explain": "detail details how last line lines why",
        "export": "email html mail page pdf print save send share",
        "adjust": "award bonus penalize penalty points",
        "fix": "amend change correct edit exchange mistake modify replace swap update",
        "games": "evenings recent yesterday",
        "help": "commands manual",
        "import": "load restore",
        "meld": "need needs open opening",
        "new": "begin create game next start",
        "note": "comment remark",
        "play": "continue resume",
        "reconcile": "compare disagree",
        "rename": "name names",
        "score": "calc calculate count",
        "serve": "live phone television tv",
        "rules": "house target",
        "show": "chart dealer display graph hands list result results scores scoresheet sheet standing standings "
        "status total totals view winner",
        "stats": "averages statistics",
        "undo": "back oops revert",
        "variants": "card cards rule variant",
        "void": "cancel delete drop erase remove scratch strike",
    }.items()
    for word in words.split()
}
# What shows a game shows all pairs of a club day, also before the draw.
EVENT_SYNONYMS = {word: "standings" if command == "show" else command for word, command in COMMAND_SYNONYMS.items()}
# What begins a sentence, even where it looks like a command: `please` like `play`.
SENTENCE_BEGINNINGS = ("can", "could", "how", "please", "what", "where", "which", "who")
QUIT_COMMANDS = ("quit", "exit", "q")  # of the prompt of `play`
# They take no option that names a game file.
COMMANDS_WITHOUT_LEDGER = ("games", "variants", "help", "--help", INSTALL_OPTION, SHOW_SCRIPT_OPTION)


def list_summaries(specs: Mapping[str, CommandSpec]) -> dict[str, str]:
    """Return what each command does, by its name."""
    return {name: spec.summary for name, spec in specs.items()}


def find_meant_command(words: Sequence[str]) -> str:
    """Return the command that the first word means, or that a sentence such as `please undo` asks for."""
    word = words[0].lower()
    asked = find_command_in_sentence(words) if word in SENTENCE_BEGINNINGS else ""
    return asked or COMMAND_SYNONYMS.get(word, "")


def find_command_in_sentence(words: Sequence[str]) -> str:
    """Return the command that a sentence means: `meld` for `what do we need to open`; "" if it has numbers."""
    meanings = {**{name: name for name in ROOT_COMMANDS}, **COMMAND_SYNONYMS, "score": "show"}
    later = [word.lower().strip("?!.,") for word in words[1:]]
    has_number = any(char.isdecimal() for word in later for char in word)
    return "" if has_number else next((meanings[word] for word in later if word in meanings), "")


def find_command_spec(words: Sequence[str]) -> CommandSpec | None:
    """Return the command that the words of its name mean, such as `meld check`, or None."""
    command, *below = words or [""]
    return GROUPS.get(command, {}).get(below[0]) if below else ROOT_COMMANDS.get(command)
