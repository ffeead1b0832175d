"""What a release is made of: the lock file and the Homebrew formula have every package that the program needs."""

import hashlib
import re
import runpy
from collections.abc import Iterator
from importlib.metadata import requires
from pathlib import Path

from support.paths import ROOT

LOCK = (ROOT / "packaging" / "requirements.lock").read_text()
ADDRESS = "https://example.invalid/cards/canasta-score/releases/download/v9"


def normalized(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def required_packages(package: str) -> Iterator[str]:
    """Yield the packages that a package needs on every system, and what those need."""
    for requirement in requires(package) or ():
        if ";" not in requirement:  # an extra, or one system alone
            name = re.split(r"[^\w.-]", requirement)[0]
            yield normalized(name)
            yield from required_packages(name)


def locked_packages() -> set[str]:
    return {normalized(name) for name in re.findall(r"^([\w.-]+)==", LOCK, re.MULTILINE)}


def formatted_formula(archive: Path) -> str:
    text = runpy.run_path(str(ROOT / "packaging" / "homebrew" / "write_formula.py"))["format_formula"](archive, ADDRESS)
    assert isinstance(text, str)
    return text


def test_the_lock_file_has_every_package_that_the_program_needs_and_no_other() -> None:
    assert locked_packages() == set(required_packages("canasta-score"))


def test_the_lock_file_has_a_checksum_and_a_file_for_every_package() -> None:
    lines = LOCK.splitlines()[1:]
    assert lines
    assert all(re.fullmatch(r"\S+==\S+ --hash=sha256:[0-9a-f]{64}  # \S+\.(whl|tar\.gz)", line) for line in lines)


def test_the_formula_installs_the_archive_and_every_locked_file(tmp_path: Path) -> None:
    archive = tmp_path / "canasta_score-9.tar.gz"
    archive.write_bytes(b"source")
    formula = formatted_formula(archive)
    files = [line.rpartition("  # ")[2] for line in LOCK.splitlines()[1:]]
    checksums = [hashlib.sha256(b"source").hexdigest(), *re.findall(r"sha256:(\w+)", LOCK)]
    assert re.findall(r'^ +url "(.*)"$', formula, re.MULTILINE) == [
        f"{ADDRESS}/{name}" for name in [archive.name, *files]
    ]
    assert re.findall(r'sha256 "(\w+)"', formula) == checksums
    assert {normalized(name) for name in re.findall(r'resource "(.*)" do', formula)} == locked_packages()
    assert 'homepage "https://example.invalid/cards/canasta-score"' in formula


def test_the_formula_of_the_repository_has_every_locked_file() -> None:
    formula = (ROOT / "packaging" / "homebrew" / "canasta-score.rb").read_text()
    assert re.findall(r'sha256 "(\w+)"', formula)[1:] == re.findall(r"sha256:(\w+)", LOCK)
