#!/usr/bin/env bash
# Installs what scidraft-tex needs, each thing only where it is missing.
#
#   setup/setup.sh          everything: Debian packages, the Python environment, mermaid-cli
#   setup/setup.sh python   the Python environment alone, which is enough for `make check`
#   setup/setup.sh tests    what only tests use (setup/apt-test.txt); some skip where it is missing
#   setup/setup.sh bench    an environment with the peers that `make bench` times (setup/bench.txt)
#
# What to install stands elsewhere: setup/apt.txt, pyproject.toml, package.json with its lock.
# PYTHON names the Python to use; APT_LIST another list than setup/apt.txt.
# Exit codes: 0 all is there, 1 an install failed, 3 only root can install what is missing.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

root=$PWD
apt_list=${APT_LIST:-setup/apt.txt}

main() {
    # Two runs at once would fill the same folders.
    exec 9<setup/setup.sh
    ! command -v flock >/dev/null || flock 9

    case ${1:-all} in
        all)
            system_packages
            python_environment
            mermaid
            ;;
        python)
            python_environment
            ;;
        tests)
            apt_list=setup/apt-test.txt
            test_packages
            ;;
        bench)
            bench_environment
            ;;
        *) fail 1 "unknown part: $1" ;;
    esac
}

say() { printf 'setup: %s\n' "$*" >&2; }

# fail CODE MESSAGE...
fail() {
    local code=$1
    shift
    say "$@"
    exit "$code"
}

# quietly LOG COMMAND...: keeps what the command prints in build/LOG, and shows its end if it fails.
quietly() {
    local log=build/$1
    shift
    mkdir -p build
    if ! "$@" >"$log" 2>&1 </dev/null; then
        tail -n 30 "$log" >&2
        fail 1 "failed: $* (all of it: $log)"
    fi
}

# --- Debian packages ---------------------------------------------------------------------------

# spared CHECK: true where the packages with that check in apt.txt are not needed.
spared() {
    local python
    case $1 in
        -) false ;;
        venv) python_ready || { python=$(find_python) && "$python" -c 'import ensurepip' 2>/dev/null; } ;;
        node) node_new_enough ;;
        npm) command -v npm >/dev/null ;;
        browser) has_browser || grep -qsx 'ID=ubuntu' /etc/os-release ;;
        own-tex) command -v pdflatex >/dev/null && [ -z "$(installed texlive-base)" ] ;;
        *) fail 1 "$apt_list: unknown check: $1" ;;
    esac
}

node_new_enough() {
    local version
    version=$(node --version 2>/dev/null) || return 1
    version=${version#v}
    [ "${version%%.*}" -ge 18 ]
}

# Ubuntu's chromium-browser without its snap is a script that only says so, and fails.
has_browser() {
    local browser
    for browser in chromium-headless-shell chrome-headless-shell \
        chromium google-chrome google-chrome-stable chromium-browser; do
        if command -v "$browser" >/dev/null && "$browser" --version >/dev/null 2>&1; then
            return 0
        fi
    done
    return 1
}

# installed PACKAGE...: those of them that are installed, one a line.
installed() {
    # dpkg-query fails when it does not know one of them, and still answers for the others.
    { dpkg-query -W -f '${Package} ${db:Status-Status}\n' "$@" 2>/dev/null || true; } |
        sed -n 's/ installed$//p'
}

# missing_packages [CHECK]: the packages of apt.txt that are needed and not installed; with CHECK,
# of the lines with that check only.
missing_packages() {
    local package check names=() checks=() i have
    while read -r package check _; do
        case $package in '' | '#'*) continue ;; esac
        [ "${1:-$check}" = "$check" ] || continue
        names+=("$package")
        checks+=("$check")
    done <"$apt_list"
    have=$(installed "${names[@]}")
    for i in "${!names[@]}"; do
        case $'\n'$have$'\n' in *$'\n'"${names[i]}"$'\n'*) continue ;; esac
        spared "${checks[i]}" || printf '%s\n' "${names[i]}"
    done
}

system_packages() {
    local list missing
    if ! command -v dpkg-query >/dev/null; then
        check_commands
        return
    fi
    list=$(missing_packages "$@")
    [ -n "$list" ] || return 0
    mapfile -t missing <<<"$list"
    apt_install "${missing[@]}"
}

apt_install() {
    local as_root=()
    if [ "$(id -u)" -ne 0 ]; then
        if ! sudo -n true 2>/dev/null; then
            say "Debian packages are missing, and only root can install them. Run this, then make again:"
            printf 'sudo apt-get update && sudo apt-get install -y --no-install-recommends %s\n' "$*" >&2
            exit 3
        fi
        as_root=(sudo -n)
    fi
    as_root+=(env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=600)
    say "installing Debian packages, which can take some minutes: $*"
    # Old lists may do: if they don't, the install says so.
    "${as_root[@]}" -qq update </dev/null || say "apt-get update failed; going on with the lists there are"
    quietly apt.log "${as_root[@]}" install -y --no-install-recommends "$@"
}

# Without them the tests that use them skip, unless CI is set.
test_packages() {
    local code=0
    ! command -v dpkg-query >/dev/null || (system_packages) || code=$?
    [ "$code" -ne 3 ] || code=0
    return "$code"
}

# Where there is no dpkg we cannot install, only look.
check_commands() {
    local command missing=()
    for command in pdflatex lualatex xelatex biber makeindex pdftotext qpdf rsvg-convert node npm; do
        command -v "$command" >/dev/null || missing+=("$command")
    done
    [ ${#missing[@]} -eq 0 ] ||
        fail 3 "this is not Debian or Ubuntu: please install these commands yourself: ${missing[*]}"
}

# --- The Python environment --------------------------------------------------------------------

find_python() {
    local python
    for python in ${PYTHON:-} python3 python3.14 python3.13 python3.12 python3.11; do
        if "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            printf '%s\n' "$python"
            return
        fi
    done
    return 1
}

# Everything that pyproject.toml asks for is there, in an environment made for this folder (the
# scripts in one that was moved name the old place).
python_ready() {
    stamped .venv pyproject.toml && made_here && .venv/bin/python - 2>/dev/null <<'END'
import importlib.metadata, re, tomllib

with open("pyproject.toml", "rb") as file:
    project = tomllib.load(file)["project"]
for requirement in [project["name"], *project["dependencies"], *project["optional-dependencies"]["dev"]]:
    importlib.metadata.version(re.match(r"[\w.-]+", requirement)[0])
END
}

made_here() { grep -qF -- " $root/.venv" .venv/pyvenv.cfg 2>/dev/null && .venv/bin/python -c '' 2>/dev/null; }

python_environment() {
    local python
    ! python_ready || return 0
    if ! made_here; then
        ! command -v dpkg-query >/dev/null || system_packages venv
        python=$(find_python) ||
            fail 1 "Python 3.11 or newer is needed; PYTHON=/path/to/python3 names one off the PATH"
        say "making .venv with $("$python" --version)"
        quietly venv.log "$python" -m venv --clear .venv
    fi
    say "installing the Python packages of pyproject.toml into .venv"
    quietly pip.log .venv/bin/python -m pip install --editable '.[dev]'
    stamp .venv pyproject.toml
}

# The peers are timed in an environment of their own: what they need is not asked of ours.
bench_environment() {
    ! stamped .venv-bench pyproject.toml setup/bench.txt || return 0
    say "installing the packages of setup/bench.txt into .venv-bench"
    quietly bench-venv.log "$(find_python)" -m venv --clear .venv-bench
    quietly bench-pip.log .venv-bench/bin/python -m pip install --editable . -r setup/bench.txt
    stamp .venv-bench pyproject.toml setup/bench.txt
}

# --- mermaid-cli -------------------------------------------------------------------------------

mermaid() {
    if ! node_new_enough; then
        say "Node is older than 18: diagrams will be drawn without mermaid-cli"
        return
    fi
    if ! stamped node_modules package.json package-lock.json || [ ! -x node_modules/.bin/mmdc ]; then
        say "installing mermaid-cli into node_modules"
        PUPPETEER_SKIP_DOWNLOAD=1 quietly npm.log npm ci --no-audit --no-fund
        stamp node_modules package.json package-lock.json
    fi
    has_browser || say "no chromium or google-chrome that runs: diagrams will be drawn without a browser"
}

# --- Stamps: what a folder was made from, kept inside it ---------------------------------------

# stamp FOLDER INPUT...
stamp() {
    local folder=$1
    shift
    sha256sum "$@" >"$folder/.setup-stamp"
}

stamped() {
    local folder=$1
    shift
    sha256sum "$@" 2>/dev/null | cmp -s - "$folder/.setup-stamp"
}

main "$@"
