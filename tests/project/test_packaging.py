"""What a release is made of: locked packages, a formula of exactly these, and workflows that trust nobody by name."""

import hashlib
import re
import runpy
import shutil
import subprocess
from collections.abc import Iterator
from importlib.metadata import requires
from pathlib import Path

import pytest
from support.paths import ROOT
from support.tools import require

LOCKS = {name: (ROOT / "packaging" / f"{name}.lock").read_text() for name in ("requirements", "build")}
WORKFLOWS = {file.stem: file.read_text() for file in (ROOT / ".github" / "workflows").glob("*.yml")}
ADDRESS = "https://example.invalid/cards/canasta-score/releases/download/v9"
LIVE = ("segno", "starlette", "uvicorn")
TOP_LEVEL = {
    *("pyproject.toml", "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "SECURITY.md"),
    *("canasta_score", "variants", "tests", "completions", "docs", "packaging"),
}


def normalized(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def required_packages(package: str) -> Iterator[str]:
    """Yield the packages that a package needs on every system, and what those need."""
    for requirement in requires(package) or ():
        if ";" not in requirement:  # an extra, or one system alone
            name = re.split(r"[^\w.-]", requirement)[0]
            yield normalized(name)
            yield from required_packages(name)


def test_the_lock_has_every_package_that_the_program_needs() -> None:
    locked = {normalized(name) for name in re.findall(r"^([\w.-]+)==[^;\n]+$", LOCKS["requirements"], re.MULTILINE)}
    live = {name for package in LIVE for name in (package, *required_packages(package))}
    assert {*required_packages("canasta-score"), *live} <= locked


@pytest.mark.parametrize("name", LOCKS)
def test_every_locked_package_has_a_hash_and_no_address(name: str) -> None:
    packages = re.split(r"\n(?=\w)", LOCKS[name].partition("lock.sh\n")[2])
    assert len(packages) > 5
    for package in packages:
        assert re.fullmatch(r"[\w.-]+==\S+(?: ; [^\\]+)? \\\n(?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n?)+", package)
    assert "://" not in LOCKS[name]


def test_the_formula_installs_the_archive_and_every_package(tmp_path: Path) -> None:
    archive, folder = tmp_path / "canasta_score-9.tar.gz", tmp_path / "locked"
    archive.write_bytes(b"source")
    folder.mkdir()
    names = {"annotated_doc-0.0.7-py3-none-any.whl": "annotated_doc", "MarkupSafe-3.0.4.tar.gz": "MarkupSafe"}
    for name in names:
        (folder / name).write_bytes(name.encode())
    (folder / "SHA256SUMS").write_text("no package")
    write_formula = runpy.run_path(str(ROOT / "packaging" / "homebrew" / "write_formula.py"))
    formula = write_formula["format_formula"](archive, folder, f"{ADDRESS}/")
    files = [archive.name, *names]
    assert re.findall(r'^ +url "(.*)"$', formula, re.MULTILINE) == [f"{ADDRESS}/{name}" for name in files]
    contents = [b"source", *(name.encode() for name in names)]
    assert re.findall(r'sha256 "(\w+)"', formula) == [hashlib.sha256(content).hexdigest() for content in contents]
    assert re.findall(r'resource "(.*)" do', formula) == [*names.values()]
    assert 'homepage "https://example.invalid/cards/canasta-score"' in formula


@pytest.mark.parametrize("name", WORKFLOWS)
def test_every_action_is_pinned_by_hash(name: str) -> None:
    used = re.findall(r"^ +(?:- )?uses: (.*)$", WORKFLOWS[name], re.MULTILINE)
    assert used
    for action in used:
        assert re.fullmatch(r"[\w./-]+@[0-9a-f]{40}  # v[\d.]+|\./\.github/workflows/\w+\.yml", action)


@pytest.mark.parametrize(
    ("tag", "owner", "refusal"),
    [("v9.1", "ann", ""), ("v9.0", "ann", "the tag of version 9.1 is v9.1, not v9.0"), ("v9.1", "OWNER", "OWNER")],
)
def test_a_release_needs_its_tag_and_its_owner(tag: str, owner: str, refusal: str, tmp_path: Path) -> None:
    for name, text in {
        "packaging/check_release.sh": (ROOT / "packaging" / "check_release.sh").read_text(),
        "canasta_score/__init__.py": '__version__ = "9.1"\n',
        "pyproject.toml": f'Source = "https://github.com/{owner}/canasta-score"\n',
        "SECURITY.md": f"--repo {owner}/canasta-score\n",
    }.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    bash = shutil.which("bash")
    require("bash", is_there=bash is not None)
    words = [str(bash), "packaging/check_release.sh", tag]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == bool(refusal)
    assert refusal in done.stderr


def test_no_job_has_rights_while_it_runs_code_of_others() -> None:
    for workflow in WORKFLOWS.values():
        assert "\npermissions: {}\n" in workflow
        for job in re.split(r"\n  (?=[\w-]+:\n)", workflow.partition("\njobs:\n")[2]):
            has_rights = ": write" in job
            assert not (
                has_rights and re.search(r"pip|packaging/|\.ci/|python|checkout", job.replace("gh-action-pypi-", ""))
            )


def test_nothing_was_left_at_the_top_of_the_project() -> None:
    command = ["git", "ls-tree", "--name-only", "HEAD"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout.split()
    assert {name for name in listed if not name.startswith(".")} <= TOP_LEVEL
