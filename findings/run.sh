#!/usr/bin/env bash
# Runs all findings, or those with one of the given words in their name, and lists those whose behaviour changed.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
changed=()
count=0
for script in *.sh; do
  name=${script%.sh}
  [ "$name" = run ] && continue
  chosen=$([ $# -eq 0 ] && echo yes || echo no)
  for word in "$@"; do [[ $name == *"$word"* ]] && chosen=yes; done
  [ "$chosen" = yes ] || continue
  count=$((count + 1))
  echo "== $name"
  bash "$script" || changed+=("$name")
done
echo "$count findings, ${#changed[@]} changed"
[ ${#changed[@]} -eq 0 ] || printf '  %s\n' "${changed[@]}"
[ ${#changed[@]} -eq 0 ]
