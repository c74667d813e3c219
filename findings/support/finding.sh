# Sourced by each finding. Installs pinned packages into a temporary folder, runs a program there, and compares its output.
#
#   finding NAME@VERSION ...            installs the packages; without scripts, since a finding needs no native code
#   observe <<'JS' ... JS               runs the program (CommonJS) beside the packages, keeps and prints its output
#   expect_output <<'OUTPUT' ... OUTPUT exits with 1 if the output differs from these lines
set -euo pipefail
export TZ=UTC NO_COLOR=1
SUPPORT=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
export SUPPORT
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

finding() {
  echo "{ \"private\": true }" >"$folder/package.json"
  (cd "$folder" && npm install --silent --no-audit --no-fund --no-package-lock --ignore-scripts "$@" >/dev/null)
  echo "Packages: $*; Node.js $(node --version)"
}

observe() {
  cat >"$folder/program.js"
  (cd "$folder" && node program.js) | tee "$folder/output.txt"
}

expect_output() {
  if diff -u - "$folder/output.txt"; then
    echo "The behaviour is as described."
  else
    echo "The behaviour changed: the lines marked + are new." >&2
    exit 1
  fi
}
