#!/usr/bin/env bash
# The package suncalc2 is older than suncalc, and does not know the height of the observer.
# Packages: suncalc2 1.8.1, which the timer nodes schedex and cron-plus use, and suncalc 1.9.0.
# Expected: the name says a successor, so what suncalc can, suncalc2 can: 1000 m above the plain the sun sets some minutes later.
# Seen: suncalc adds six minutes for 1000 m; suncalc2 drops the height without an error.
# Why it matters: on a mountain the lamps of the timer node and those of a suncalc function node come on minutes apart.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding suncalc2@1.8.1 suncalc-1@npm:suncalc@1.9.0

observe <<'JS'
const question = [new Date("2024-03-20T12:00:00Z"), 46.5, 9.8];
for (const name of ["suncalc-1", "suncalc2"]) {
  const { getTimes } = require(name);
  console.log(name, "minutes later at 1000 m:", Math.round((getTimes(...question, 1000).sunset - getTimes(...question).sunset) / 60000));
}
JS

expect_output <<'OUTPUT'
suncalc-1 minutes later at 1000 m: 6
suncalc2 minutes later at 1000 m: 0
OUTPUT
