#!/usr/bin/env bash
# "1,5h" is fifteen hours, and in one of two libraries "1h30" is an hour.
# Packages: timestring 7.0.0 and parse-duration 2.1.9.
# Guess: "1,5h" is an hour and a half, or refused; "1h30" is 90 minutes, as people write it.
# Seen: the comma is dropped, so "1,5h" is 15 hours for both; timestring drops the 30 of "1h30" and the sign of "-5m".
# Why it matters: a lamp that shall burn for an hour and a half burns through the night.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding timestring@7.0.0 parse-duration@2.1.9

observe <<'JS'
Promise.all([import("timestring"), import("parse-duration")]).then(([{ default: timestring }, { default: parseDuration }]) => {
  for (const text of ["1.5h", "1,5h", "1h30m", "1h30", "-5m"]) console.log(text, "timestring", timestring(text, "m"), "parse-duration", parseDuration(text, "m"), "minutes");
});
JS

expect_output <<'OUTPUT'
1.5h timestring 90 parse-duration 90 minutes
1,5h timestring 900 parse-duration 900 minutes
1h30m timestring 90 parse-duration 90 minutes
1h30 timestring 60 parse-duration 90 minutes
-5m timestring 5 parse-duration -5 minutes
OUTPUT
