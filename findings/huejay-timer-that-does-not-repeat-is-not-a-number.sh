#!/usr/bin/env bash
# huejay's timer with repeat set to true or false is written "R-NaN".
# Package: huejay 1.9.0, TimePattern.Timer(seconds, repeat).
# Expected: as its documentation in the code says, repeat is a boolean: true gives R/PT00:01:00, false gives PT00:01:00.
# Seen: both give R-NaN/PT00:01:00, with no error; only a number of rounds, or leaving it out, gives a pattern of Hue.
# Why it matters: the bridge refuses the schedule, and the lamps never go off.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding huejay@1.9.0

observe <<'JS'
const Timer = require("huejay/lib/TimePattern/Timer");

for (const rest of [[], [5], [true], [false]]) console.log(JSON.stringify(rest), String(new Timer(60, ...rest)));
JS

expect_output <<'OUTPUT'
[] PT00:01:00
[5] R05/PT00:01:00
[true] R-NaN/PT00:01:00
[false] R-NaN/PT00:01:00
OUTPUT
