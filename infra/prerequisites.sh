#!/bin/sh
# Says in one line what this machine lacks for the set-up, and fails; says nothing when all is there.
# Usage: infra/prerequisites.sh PYTHON
python=$1

missing() {
    printf 'setup: %s\n' "$1" >&2
    exit 1
}

command -v "$python" >/dev/null 2>&1 ||
    missing "'$python' is not here; install Python 3.11 or later (Debian: apt install python3 python3-venv)"
"$python" -c '' 2>/dev/null ||
    missing "'$python' does not run; name another one with: make PYTHON=/usr/bin/python3"
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null ||
    missing "'$python' is older than 3.11; name a newer one with: make PYTHON=python3.12"
"$python" -c 'import ensurepip, venv' 2>/dev/null ||
    missing "'$python' has no venv module (Debian: apt install python3-venv)"
command -v npm >/dev/null 2>&1 ||
    missing "'npm' is not here; the dictionary comes from an npm package (Debian: apt install nodejs npm)"
