#!/usr/bin/env bash
# Refuse to release under a tag that is not the version, or with the name of the owner still to be filled in.
set -euo pipefail
cd "$(dirname "$0")/.."
version=$(sed -n 's/^__version__ = "\(.*\)"/\1/p' canasta_score/__init__.py)
if [[ ${1-} != "v$version" ]]; then
    echo "error: the tag of version $version is v$version, not ${1-}" >&2
    exit 1
fi
if grep -nw OWNER pyproject.toml SECURITY.md >&2; then
    echo 'error: put the real owner in place of OWNER first' >&2
    exit 1
fi
