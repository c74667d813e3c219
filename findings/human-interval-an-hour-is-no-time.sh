#!/usr/bin/env bash
# human-interval takes "an hour" for no time at all.
# Package: human-interval 2.0.1, which tells milliseconds from English words.
# Expected: "an hour" is one hour, as "one hour" is, and what cannot be read is NaN, as "5m" is.
# Seen: "an hour", "a minute" and "half an hour" are 0.
# Why it matters: "switch off in an hour", as a person says it to a speaker, switches off at once.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding human-interval@2.0.1

observe <<'JS'
const humanInterval = require("human-interval");

for (const text of ["one hour", "an hour", "a minute", "half an hour", "5m"]) console.log(text, humanInterval(text));
JS

expect_output <<'OUTPUT'
one hour 3600000
an hour 0
a minute 0
half an hour 0
5m NaN
OUTPUT
