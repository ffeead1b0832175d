"""The order of the folders: data passes them from left to right, and each imports only those to its left."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "canasta_score"
ORDER = ("rules", "hand", "game", "report", "cli")
PURE = ("rules", "hand", "game")
DISK = {"rules/finding.py", "game/storage.py"}
ONLY_IN_CLI = {"typer"}
IN_FUNCTIONS_ONLY = {
    "tabulate", "tomli_w", "filelock", "wcwidth", "jinja2", "plotext", "prompt_toolkit", "platformdirs",
    "json", "difflib", "shellingham",
}  # fmt: skip
NEVER = {"click", "rich", "pydantic"}
TOUCHES_THE_WORLD = {"time", "sys", "os", "io", "subprocess", "socket", "random", "tempfile", "shutil"}
CALLS_OF_THE_WORLD = {"print", "input", "open"}
CLOCKS = {"now", "today", "utcnow", "monotonic"}
MODULES = [path for folder in ORDER for path in sorted((PACKAGE / folder).glob("*.py"))]
LONGEST_FUNCTION = 40


def name_of(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


def imports(tree: ast.Module, *, top_only: bool = False) -> Iterator[str]:
    """Go through the modules a file imports; `top_only` leaves out those imported inside functions."""
    for node in tree.body if top_only else ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


def test_every_folder_is_there_and_named_in_the_order() -> None:
    folders = {path.parent.name for path in PACKAGE.glob("*/*.py")}
    assert folders <= set(ORDER)


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_a_module_imports_only_folders_to_its_left(path: Path) -> None:
    allowed = ORDER[: ORDER.index(path.parent.name) + 1]
    for module in imports(ast.parse(path.read_text())):
        package, _, rest = module.partition(".")
        if package == "canasta_score" and rest:
            assert rest.split(".")[0] in allowed, f"{name_of(path)} imports {module}"


@pytest.mark.parametrize("path", [path for path in MODULES if path.parent.name in PURE], ids=name_of)
def test_rules_hands_and_games_load_no_module_by_its_name(path: Path) -> None:
    tree = ast.parse(path.read_text())
    texts = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    assert not [text for text in texts if text.startswith("canasta_score.")]
    assert "importlib" not in {module.split(".")[0] for module in imports(tree)}


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_heavy_modules_are_imported_where_they_are_used(path: Path) -> None:
    tree = ast.parse(path.read_text())
    everywhere = {module.split(".")[0] for module in imports(tree)}
    on_top = {module.split(".")[0] for module in imports(tree, top_only=True)}
    assert not everywhere & NEVER
    assert not on_top & IN_FUNCTIONS_ONLY
    assert path.parent.name == "cli" or not everywhere & ONLY_IN_CLI


@pytest.mark.parametrize("path", [path for path in MODULES if path.parent.name in PURE], ids=name_of)
def test_rules_and_hands_touch_neither_clock_nor_stream_nor_disk(path: Path) -> None:
    tree = ast.parse(path.read_text())
    called = {node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
    assert not called & {"print", "input"}
    assert not {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)} & CLOCKS
    if name_of(path) not in DISK:
        assert not called & CALLS_OF_THE_WORLD
        assert not {module.split(".")[0] for module in imports(tree)} & TOUCHES_THE_WORLD


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_no_variant_is_named_in_the_code(path: Path) -> None:
    names = {file.stem for file in (PACKAGE.parent / "variants").glob("*.toml")}
    tree = ast.parse(path.read_text())
    texts = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    default = {"nvso"} if name_of(path) == "cli/options.py" else set()
    assert texts & names == default


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_no_function_is_longer_than_forty_lines(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.FunctionDef):
            assert (node.end_lineno or 0) - node.lineno < LONGEST_FUNCTION, f"{node.name} in {name_of(path)}"
