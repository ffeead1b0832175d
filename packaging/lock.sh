#!/usr/bin/env bash
# Lock, with hashes, what the one-file program holds and Homebrew installs, and what builds a release. Run before a release.
set -euo pipefail
cd "$(dirname "$0")/.."
uv=${UV:-.venv/bin/uv}

lock() {
    "$uv" pip compile -q --upgrade --universal --python-version 3.11 --generate-hashes --no-annotate \
        --custom-compile-command packaging/lock.sh --output-file "$@"
}

lock packaging/requirements.lock --extra live pyproject.toml
lock packaging/build.lock --group build
