"""The order of the layers: data passes them from left to right, and each imports only those to its left."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from support.paths import PACKAGE, ROOT, VARIANTS

from canasta_score.cli.registry import EVENT_COMMANDS, MELD_COMMANDS, ROOT_COMMANDS, VARIANTS_COMMANDS

ORDER = ("disk", "rules", "hand", "game", "event", "recording", "report", "cli")
CLI_ORDER = (
    "typer_internals", "shells", "registry", "invocation", "usage_errors", "terminal", "paths", "options",
    "messages", "command_runner", "lazy_group", "hand_input", "game_files", "recording", "event", "completion",
    "prompt", "live", "commands", "app",
)  # fmt: skip
PURE = ("disk", "rules", "hand", "game", "event", "recording")
PASS_THE_CLOCK = ("cli/", "recording/from_python.py")  # the doors: all others get the time from them
TOUCHES_THE_DISK = {"disk", "rules/catalog", "game/storage", "event/storage"}
ONLY_IN_CLI = {"typer"}
IN_FUNCTIONS_ONLY = {
    "tabulate", "tomli_w", "filelock", "wcwidth", "jinja2", "plotext", "prompt_toolkit", "platformdirs",
    "json", "difflib", "shellingham", "starlette", "uvicorn", "segno", "asyncio",
}  # fmt: skip
LOADED_AT_ONCE = {"play": {"prompt_toolkit", "json"}, "variants": {"tomli_w"}, "event": {"json"}}  # by each call
DEFAULTS_ARE_IN = "options.py"  # of `cli`: the variant of a new game, and that of a new event
NEVER = {"click", "rich", "pydantic"}
TOUCHES_THE_WORLD = {"time", "sys", "os", "io", "subprocess", "socket", "random", "tempfile", "shutil"}
CALLS_OF_THE_WORLD = {"print", "input", "open"}
CLOCKS = {"now", "today", "utcnow", "monotonic"}
LONGEST_FUNCTION = 60  # lines
LARGEST_FOLDER = 25  # modules


def modules(*layers: str) -> Iterator[Path]:
    """Yield the modules of some layers, at any depth."""
    return (path for layer in layers for path in sorted((PACKAGE / layer).rglob("*.py")))


def name_of(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


def folder_of(path: Path) -> str:
    return path.parent.relative_to(PACKAGE).as_posix()


def layer_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0]


def dotted(path: Path) -> str:
    """Return the name by which a module is imported."""
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def paths_by_name() -> dict[str, Path]:
    return {dotted(path): path for path in PACKAGE.rglob("*.py")}


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def nodes_of(path: Path) -> tuple[ast.AST, ...]:
    return tuple(ast.walk(tree_of(path)))


def imports(path: Path, *, top_only: bool = False) -> Iterator[str]:
    """Yield the modules that a file imports; `top_only` leaves out those imported inside functions."""
    for node in tree_of(path).body if top_only else nodes_of(path):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


def top_level(names: Iterator[str]) -> set[str]:
    return {name.split(".")[0] for name in names}


def texts_in(path: Path) -> set[str]:
    constants = (node.value for node in nodes_of(path) if isinstance(node, ast.Constant))
    return {value for value in constants if isinstance(value, str)}


def calls_in(path: Path) -> set[str]:
    calls = (node.func for node in nodes_of(path) if isinstance(node, ast.Call))
    return {function.id for function in calls if isinstance(function, ast.Name)}


@cache
def imported_names(path: Path, *, top_only: bool = False) -> tuple[str, ...]:
    """Return what a file imports, each name behind its module."""
    froms = [node for node in (tree_of(path).body if top_only else nodes_of(path)) if isinstance(node, ast.ImportFrom)]
    names = [f"{node.module}.{alias.name}" for node in froms for alias in node.names]
    return (*imports(path, top_only=top_only), *names)


def imported_modules(path: Path, known: set[str]) -> set[str]:
    """Return the modules of the package that a module imports anywhere, also as a name of their package."""
    return set(imported_names(path)) & known - {dotted(path)}


def public_names(path: Path) -> Iterator[str]:
    """Yield the functions and constants that a module offers; what is decorated may be used by the decorator."""
    for node in tree_of(path).body:
        if isinstance(node, ast.FunctionDef) and not node.decorator_list:
            yield from [] if node.name.startswith("_") else [node.name]
        elif isinstance(node, ast.Assign):
            names = (each.id for target in node.targets for each in ast.walk(target) if isinstance(each, ast.Name))
            yield from (name for name in names if name.isupper() and not name.startswith("_"))


def is_private_to_typer(name: str) -> bool:
    package, *parts = name.split(".")
    return package == "typer" and any(part.startswith("_") for part in parts)


def test_every_folder_is_there_and_named_in_the_order() -> None:
    assert {path.name for path in PACKAGE.iterdir() if [*path.rglob("*.py")]} <= {
        *ORDER,
        "__init__.py",
        "__main__.py",
        "api.py",
        "clock.py",
    }
    assert all([*modules(layer)] for layer in ORDER)


def test_a_module_imports_only_layers_to_its_left() -> None:
    for path in modules(*ORDER):
        allowed = (
            *ORDER[: ORDER.index(layer_of(path)) + 1],
            *(["clock"] if name_of(path).startswith(PASS_THE_CLOCK) else []),
        )
        for module in imports(path):
            package, _, rest = module.partition(".")
            if package == "canasta_score" and rest:
                assert rest.split(".")[0] in allowed, f"{name_of(path)} imports {module}"


def test_a_module_of_the_command_line_imports_only_those_before_it() -> None:
    assert {path.relative_to(PACKAGE / "cli").parts[0].removesuffix(".py") for path in modules("cli")} == {
        *CLI_ORDER,
        "__init__",
    }
    for path in modules("cli"):
        own = path.relative_to(PACKAGE / "cli").parts[0].removesuffix(".py")
        for name in imported_names(path):
            layers = name.removeprefix("canasta_score.").split(".")
            if layers[0] == "cli" and layers[1:] and own in CLI_ORDER:
                assert layers[1] in CLI_ORDER[: CLI_ORDER.index(own) + 1], f"{name_of(path)} imports {name}"


def test_no_module_imports_itself_by_way_of_others() -> None:
    paths = {dotted(path): path for path in modules(*ORDER) if path.name != "__init__.py" or tree_of(path).body[1:]}
    graph = {name: imported_modules(path, set(paths)) for name, path in paths.items()}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        raise AssertionError(" -> ".join(error.args[1])) from None


def test_no_folder_has_more_modules_than_a_person_can_survey() -> None:
    folders = [PACKAGE, *(path for path in PACKAGE.rglob("*") if path.is_dir())]
    counts = {name_of(folder): len([*folder.glob("*.py")]) for folder in folders}
    assert {name: count for name, count in counts.items() if count > LARGEST_FOLDER} == {}


def test_rules_hands_and_games_load_no_module_by_its_name() -> None:
    for path in modules(*PURE):
        assert not [text for text in texts_in(path) if text.startswith("canasta_score.")], name_of(path)
        assert "importlib" not in top_level(imports(path)), name_of(path)


def test_a_command_loads_no_heavy_library_before_it_is_used() -> None:
    assert libraries_loaded_with("canasta_score.__main__", "canasta_score.cli.app", "canasta_score.api") == set()
    tables = {"": ROOT_COMMANDS, "meld": MELD_COMMANDS, "event": EVENT_COMMANDS, "variants": VARIANTS_COMMANDS}
    for group, table in tables.items():
        for spec in table.values():
            loaded = libraries_loaded_with(f"canasta_score.cli.commands.{spec.module}")
            assert loaded <= LOADED_AT_ONCE.get(group or spec.name, set()), f"{group} {spec.name}"


def libraries_loaded_with(*names: str) -> set[str]:
    """Return the heavy libraries that are loaded with modules of the package, by way of any of their imports on top."""
    paths = paths_by_name()
    left, loaded = set(names), set[str]()
    while left - loaded:
        loaded |= (new := left - loaded)
        for name in new & paths.keys():
            left |= {".".join(parts[: end + 1]) for parts in [name.split(".")] for end in range(len(parts))}
            left |= set(imported_names(paths[name], top_only=True))
    return top_level(iter(loaded)) & IN_FUNCTIONS_ONLY


def test_only_the_command_line_loads_typer_and_nothing_loads_what_it_replaces() -> None:
    for path in modules(*ORDER):
        libraries = top_level(imports(path))
        assert not libraries & NEVER, name_of(path)
        assert layer_of(path) == "cli" or not libraries & ONLY_IN_CLI, name_of(path)


def test_one_module_imports_what_typer_keeps_private() -> None:
    private = [name_of(path) for path in modules(*ORDER) if any(map(is_private_to_typer, imported_names(path)))]
    assert private == ["cli/typer_internals.py"]


def test_what_is_below_reports_touches_neither_clock_nor_stream_and_few_folders_the_disk() -> None:
    for path in modules(*PURE):
        attributes = {node.attr for node in nodes_of(path) if isinstance(node, ast.Attribute)}
        assert not calls_in(path) & {"print", "input"}, name_of(path)
        assert not attributes & CLOCKS, name_of(path)
        if folder_of(path) not in TOUCHES_THE_DISK:
            assert not calls_in(path) & CALLS_OF_THE_WORLD, name_of(path)
            assert not top_level(imports(path)) & TOUCHES_THE_WORLD, name_of(path)


def test_no_variant_is_named_in_the_code() -> None:
    shipped = {file.stem for file in VARIANTS.glob("*.toml")}
    for path in modules(*ORDER):
        defaults = 1 if (layer_of(path), path.name) == ("cli", DEFAULTS_ARE_IN) else 0
        assert len(texts_in(path) & shipped) == defaults, name_of(path)


def test_no_function_is_too_long_to_read_at_once() -> None:
    for path in modules(*ORDER):
        for node in nodes_of(path):
            if isinstance(node, ast.FunctionDef):
                assert (node.end_lineno or 0) - node.lineno < LONGEST_FUNCTION, f"{node.name} in {name_of(path)}"


def test_a_name_that_only_its_module_uses_is_private() -> None:
    files = [path for folder in (PACKAGE, ROOT / "tests", ROOT / "packaging") for path in folder.rglob("*.py")]
    uses = Counter(word for path in files for word in {*re.findall(r"\w+", path.read_text(encoding="utf-8"))})
    # The registry names `print_` by the name of its command.
    assert not [
        f"{name} in {name_of(path)}"
        for path in modules(*ORDER)
        for name in public_names(path)
        if uses[name.removesuffix("_")] == 1
    ]
