#!/usr/bin/env bash
# What action.yml runs: inbetween check, with the inputs of the action as CHECK_... variables. Ends with 0 whatever the verdict,
# which is the output exit-code: a later step ends with it, once everything is uploaded. Bash 3.2, which macOS has, suffices.
set -eo pipefail

# Only fixed texts: a name would have to be escaped.
refuse() {
  printf '::error title=inbetween check::%s\n' "$1"
  return 2
}

# Where the outputs of a step have one line each, a second line would be another output.
single() {
  case "$2" in *$'\n'* | *$'\r'*) refuse "the input $1 of the action should be one line" ;; esac
}

lines=()
# Into `lines`, without empty ones, spaces at their ends, and the carriage returns of files from Windows.
split() {
  lines=()
  local line
  while IFS= read -r line || [ -n "$line" ]; do
    line="${line%$'\r'}"
    line="${line#"${line%%[![:space:]]*}"}"
    line="${line%"${line##*[![:space:]]}"}"
    if [ -n "$line" ]; then lines+=("$line"); fi
  done <<< "$1"
}

program=()
# Into `program`, what to run.
choose_program() {
  local version="$CHECK_VERSION"
  if [ "$version" = source ]; then
    if [ ! -d "$GITHUB_ACTION_PATH/node_modules" ]; then
      (cd "$GITHUB_ACTION_PATH" && npm ci --ignore-scripts --no-audit --no-fund) || refuse 'npm ci failed in the folder of the action' || return
    fi
    node "$GITHUB_ACTION_PATH/scripts/build.mjs" --if-stale || refuse 'the action could not be built' || return
    program=(node "$GITHUB_ACTION_PATH/dist/cli/main.js")
    return
  fi
  if [ -z "$version" ]; then
    version="$(node -p 'JSON.parse(require("node:fs").readFileSync(process.argv[1], "utf8")).version' "$GITHUB_ACTION_PATH/package.json")" ||
      refuse 'the version of the action could not be read' || return
  fi
  case "$version" in
    *[!A-Za-z0-9.+_-]* | -*) refuse "the input version of the action should be a version or a tag of npm, or 'source'" || return ;;
  esac
  program=(npx --yes "--package=inbetween@$version" -- inbetween)
}

check() {
  single cell "$CHECK_CELL" || return
  single report "$CHECK_REPORT" || return
  single junit "$CHECK_JUNIT" || return
  if [ -z "$CHECK_CELL" ]; then refuse 'the input cell of the action is missing' || return; fi
  printf 'report=%s\njunit=%s\n' "$CHECK_REPORT" "$CHECK_JUNIT" >> "$GITHUB_OUTPUT"
  choose_program || return

  # Without IFS a pattern is met by files, but not split.
  local options=() files=("$CHECK_CELL") line IFS=
  if [ -n "$CHECK_REPORT" ]; then options+=("--report=$CHECK_REPORT"); fi
  if [ -n "$CHECK_JUNIT" ]; then options+=("--junit=$CHECK_JUNIT"); fi
  split "$CHECK_ARGS"
  for line in "${lines[@]}"; do options+=("$line"); done
  split "$CHECK_PATHS"
  shopt -s globstar 2> /dev/null || true
  for line in "${lines[@]}"; do
    # A pattern that meets no file stays as it is, and check says that there is none.
    # shellcheck disable=SC2206
    if [ -e "$line" ]; then files+=("$line"); else files+=($line); fi
  done
  "${program[@]}" check "${options[@]}" -- "${files[@]}"
}

code=0
check || code=$?
printf 'exit-code=%s\n' "$code" >> "$GITHUB_OUTPUT"
