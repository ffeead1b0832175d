"""Wrong command lines in our own words: unknown commands, words too many, and the errors that Typer finds."""

from collections.abc import Sequence
from itertools import dropwhile, takewhile

from canasta_score.cli import registry
from canasta_score.cli.invocation import CommandLineError, usage_error
from canasta_score.cli.typer_internals import BadOptionUsage, BadParameter, MissingParameter, NoSuchOption, UsageError
from canasta_score.rules.diagnostics import CanastaError, Diagnostic, format_suggestion, suggest_name
from canasta_score.rules.frozen import replace
from canasta_score.rules.model.facts import DEFAULT_SIDES
from canasta_score.rules.schema.reader import SET_OPTION
from canasta_score.rules.text import is_ascii_digits, join_words

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
EVENT_SYNONYMS |= dict.fromkeys(("card", "cards", "paper"), "print")
# What begins a sentence, even where it looks like a command: `please` like `play`.
_SENTENCE_BEGINNINGS = ("can", "could", "how", "please", "what", "where", "which", "who")
_HAND_METAVAR = "HAND"
_NOUNS = {
    "CARD": "the cards in the hand",
    "FILE": "a file",
    "GAME": "the number of a game",
    "GROUP": "groups of cards",
    _HAND_METAVAR: "the number of a hand",
    "NAME": "a name",
    "PAIR": "the number of a pair",
    "POINTS": "a number of points",
    "SIDE": "a side",
    "TABLE": "the number of a table",
    "TEXT": "a text",
    "TOTAL": "a total",
    "VARIANT": "two sets of rules",
}
# The target is a house rule, and near no option.
_OPTION_SYNONYMS = {"--rule": "--variant", "--rules": "--variant", "--us": "--we", "--them": "--they", "--target": ""}
_VARIANT_OPTIONS = ("-v", "--variant", "--rules", "--rule")
_WORDS_OF_RULE_CARDS = ("card", "cards")
_FILLER_WORDS = ("a", "an", "as", "game", "hand", "in", "last", "my", "new", "of", "our", "please", "the", "to")
_COMMANDS_FOR_A_HAND = ("fix", "void")
_COMMANDS_WITHOUT_WORDS = ("check", "end", "explain", "help", "new", "play", "rules", "serve", "show", "stats", "undo")
SAVED_HINT = "everything is saved already; to write a page for others"
_EXPORT_FORMATS = ("csv", "json", "md", "html", "txt")
# These commands take no word. With one, the player means another command: a hand number, or a file for `export`.
_COMMANDS_WITH_A_WORD = {"export": ("export", "-o"), "rules": ("rules", "-v"), "show": ("explain",), "undo": ("void",)}


def find_meant_command(words: Sequence[str]) -> str:
    """Return the command that the first word means, or that a sentence such as `please undo` asks for."""
    word = words[0].lower()
    asked = find_command_in_sentence(words) if word in _SENTENCE_BEGINNINGS else ""
    return asked or COMMAND_SYNONYMS.get(word, "")


def find_command_in_sentence(words: Sequence[str]) -> str:
    """Return the command that a sentence means: `meld` for `what do we need to open`; "" if it has numbers."""
    meanings = {**{name: name for name in registry.ROOT_COMMANDS}, **COMMAND_SYNONYMS, "score": "show"}
    later = [word.lower().strip("?!.,") for word in words[1:]]
    has_number = any(char.isdecimal() for word in later for char in word)
    return "" if has_number else next((meanings[word] for word in later if word in meanings), "")


def build_unknown_command_error(
    word: str, known: Sequence[str], typed: Sequence[str], command_path: str
) -> CommandLineError:
    """Return the error of an unknown command, with the line that the player probably meant."""
    _, *group = command_path.split()
    message = f'unknown command "{word}"'
    if word.lower().endswith(".toml") and group in ([], ["meld"]):
        return usage_error(message, "did you mean", *(("meld", "-l") if group else ("show",)), word)
    if [*typed] == ["save"]:
        return usage_error("there is nothing to save", SAVED_HINT, "export")
    meant = find_meant_command([word, *typed[1:]])
    if meant in known and typed[:1] == [word]:
        is_card = word.lower() in _WORDS_OF_RULE_CARDS
        words = () if word.lower() in _SENTENCE_BEGINNINGS else typed[1:]
        return usage_error(message, *_suggest_meant_command(meant, words, is_card=is_card))
    if word.lower() in registry.QUIT_COMMANDS and not group:
        return usage_error("there is nothing to quit", "everything is saved; you can close this window")
    if group == [registry.EVENT_GROUP]:
        meant = EVENT_SYNONYMS.get(word.lower(), "")
    nearest = meant if meant in known else suggest_name(word.lower(), known)
    if nearest is None:
        sentence = "" if group else find_command_in_sentence(typed)
        hint = ("did you mean", sentence) if sentence else ("to see all commands", *group, "--help")
        return usage_error(message, *hint)
    return usage_error(message, "did you mean", *_replace_word(typed, word, nearest))


def _suggest_meant_command(command: str, words: Sequence[str], *, is_card: bool) -> tuple[str, ...]:
    """Return the hint and the command for a line that begins with a synonym, such as `delete hand 3`."""
    rest = list(dropwhile(lambda word: word.lower() in _FILLER_WORDS, words))
    if command == "void" and "last" in words:
        return ("did you mean", "undo")
    if command in _COMMANDS_FOR_A_HAND and not (rest and (command == "fix" or is_ascii_digits(rest[0]))):
        return ("for example", *_list_example_words(command))
    if command == "export":
        rest = ["-o", rest[-1] if rest and "." in rest[-1] else "evening.html"]
    if command == "variants":
        named = [word for word in rest if word.lower() not in _WORDS_OF_RULE_CARDS]
        return ("did you mean", command, *(("show", *named) if is_card or rest else ("list",)))
    return ("did you mean", command, *(() if command in _COMMANDS_WITHOUT_WORDS else rest))


def _list_example_words(*command: str) -> list[str]:
    from shlex import split

    spec = registry.find_command_spec(command)
    return split(spec.example) if spec else []


def _drop_hand_word(typed: Sequence[str]) -> list[str]:
    """Return the words of a command line without the "hand" in `void hand 3`."""
    pairs = zip(typed, [*typed[1:], ""], strict=True)
    return [word for word, following in pairs if not (word.lower() == "hand" and is_ascii_digits(following))]


def name_rules_of_new_game(words: Sequence[str]) -> list[str]:
    """Return `new` with the rules that its words name together, as in `new -v hand and foot`; nothing without them."""
    from canasta_score.rules.catalog.files import find_rule_file

    rest = words[2:] if words[1:2] and words[1] in _VARIANT_OPTIONS else words[1:]
    name = [*takewhile(lambda word: not word.startswith("-"), rest)]
    if not name or any(word.endswith(".toml") for word in name):
        return []
    try:
        rules = find_rule_file(" ".join(name)).stem
    except CanastaError:
        return []
    return ["new", _VARIANT_OPTIONS[0], rules, *rest[len(name) :]]


def build_extra_words_error(extra: Sequence[str], command_path: str, typed: Sequence[str]) -> CommandLineError:
    """Return the error of words that a command does not take; `typed` is the line, as far as it is needed."""
    command = " ".join(command_path.split()[1:])
    hint = _suggest_for_extra_words(command, extra, typed) or ("for help", *command.split(), "--help")
    return usage_error(f'"{command}" does not take "{" ".join(extra)}"', *hint)


def _suggest_for_extra_words(command: str, extra: Sequence[str], typed: Sequence[str]) -> tuple[str, ...]:
    """Return the hint and the command that is probably meant by words after another one; nothing if none is near."""
    first = extra[0].lower()
    if command in {"new", "rules"} and ("=" in extra[-1] or not any(map(str.isalpha, "".join(extra)))):
        rule = " ".join(extra)
        return ("to set a house rule", command, SET_OPTION, rule if {".", "="} <= {*rule} else "game.target=5000")
    if command == "new":
        return _suggest_new_game(extra, typed)
    if command == "export" and len(extra) == 1 and first in _EXPORT_FORMATS:
        return ("did you mean", "export", "-o", f"evening.{first}")
    if command == "rules" and first in _WORDS_OF_RULE_CARDS:
        return ("did you mean", "variants", "show")
    words = _drop_hand_word(extra)
    is_usual = words[0].isdecimal() == (command not in {"export", "rules"})
    if is_usual and len(words) == 1 and command in _COMMANDS_WITH_A_WORD:
        return ("did you mean", *_COMMANDS_WITH_A_WORD[command], *words)
    is_last_hand = command in {"show", "explain"} and not {"last", "hand"}.isdisjoint(map(str.lower, extra))
    return ("did you mean", "explain", "last") if is_last_hand else ()


def _suggest_new_game(extra: Sequence[str], typed: Sequence[str]) -> tuple[str, ...]:
    """Return the hint and the command for words after `new`: a file, rules or a part of their name, or two sides."""
    from canasta_score.rules.catalog.files import collect_rule_files

    if len(extra) == 1 and extra[0].endswith(".toml"):
        return ("did you mean", "new", "-l", *extra)
    if named := name_rules_of_new_game(typed):
        return ("did you mean", *named)
    words_of_rules = {word for name in collect_rule_files() for word in name.split("-")}
    if not words_of_rules.isdisjoint(map(str.lower, extra)):
        return ("to see all rules", "variants", "list")
    if len(extra) != len(DEFAULT_SIDES):
        return ()
    sides = [word for side, name in zip(DEFAULT_SIDES, extra, strict=True) for word in (f"--{side}", name)]
    return ("did you mean", "new", *sides)


def describe_usage_error(error: UsageError, typed: Sequence[str]) -> Diagnostic:
    """Return what is wrong with a command line; `typed` are its words without the program's name."""
    command = tuple(typed[:2] if registry.find_command_spec(typed[:2]) else typed[:1])
    if error.ctx:
        command = tuple(error.ctx.command_path.split()[1:])
    to_help = (*command, "--help")
    match error:
        case CommandLineError():
            meant, metavar = tuple(_drop_hand_word(typed)), (getattr(error.param, "metavar", None) or "").strip("[]")
            has_extra_word = metavar.startswith(_HAND_METAVAR) and len(meant) < len(typed)
            found = error.diagnostic
            return replace(found, hint="did you mean", command=meant) if has_extra_word else found
        case NoSuchOption():
            return _describe_unknown_option(error, typed, to_help)
        case BadOptionUsage(option_name=option):
            has_value = any(word.startswith(f"{option}=") for word in typed)
            message = f"{option} takes no value" if has_value else f"{option} needs a value"
            return Diagnostic(message=message, hint="for help", command=to_help)
        case MissingParameter():
            return _describe_missing_value(error, command)
        case BadParameter():
            return _describe_unknown_choice(error, typed)
    # Only a group without a command is left.
    message = f'a command is missing after "{" ".join(command)}"'
    return Diagnostic(message=message, hint="to see all commands", command=to_help)


def _describe_unknown_option(error: NoSuchOption, typed: Sequence[str], to_help: tuple[str, ...]) -> Diagnostic:
    option = error.option_name
    known = [name for param in error.ctx.command.params for name in param.opts] if error.ctx else []
    # Typer compares the dashes too, so that `--hand` would be `--chart`.
    similar = [name.lstrip("-") for name in error.possibilities or ()]
    meant = _OPTION_SYNONYMS.get(option, f"--{suggest_name(option.lstrip('-'), similar)}")
    message = f"unknown option {option}"
    if meant not in known:
        return Diagnostic(message=message, hint="to see the options", command=to_help)
    return Diagnostic(message=message, hint="did you mean", command=tuple(_replace_word(typed, option, meant)))


def _describe_missing_value(error: MissingParameter, command: Sequence[str]) -> Diagnostic:
    metavar = error.param.make_metavar(error.ctx).strip("{}[].") if error.param and error.ctx else ""
    choices: Sequence[str] = getattr(getattr(error.param, "type", None), "choices", ())
    missing = join_words(choices, "or") if choices else _NOUNS.get(metavar, metavar)
    if not choices and error.param and error.param.param_type_name == "option":
        missing = f"{error.param.opts[0]} and {missing}"
    message = f'"{" ".join(command)}" needs {missing}'
    return Diagnostic(message=message, hint="for example", command=tuple(_list_example_words(*command)))


def _describe_unknown_choice(error: BadParameter, typed: Sequence[str]) -> Diagnostic:
    options: Sequence[str] = getattr(error.param, "opts", ())
    choices: Sequence[str] = getattr(getattr(error.param, "type", None), "choices", ())
    if error.param and error.param.param_type_name == "argument":
        unknown = next((word for word in typed if error.message.startswith(f"{word!r} ")), typed[-1])
        return Diagnostic(message=f'unknown word "{unknown}"', hint=format_suggestion(unknown, choices))
    named = [(index, *word.partition("=")) for index, word in enumerate(typed)]
    values = (value if sign else typed[index + 1] for index, word, sign, value in named if word in options)
    value = next(filter(None, values), "")
    return Diagnostic(message=f'{options[0]}: unknown value "{value}"', hint=format_suggestion(value, choices))


def _replace_word(typed: Sequence[str], wrong: str, right: str) -> list[str]:
    names = [word.partition("=")[0] for word in typed]
    if wrong not in names:
        return [*typed]
    index = names.index(wrong)
    return [*typed[:index], f"{right}{typed[index].removeprefix(wrong)}", *typed[index + 1 :]]
