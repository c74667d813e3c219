#!/usr/bin/env bash
# Asked half an hour after midnight, suncalc tells yesterday's sunset.
# Package: suncalc 2.0.2 (1.9.0 does the same).
# Guess: the date given says the day, as the calendar of the place has it: half past midnight of 21 June in Berlin asks for 21 June.
# Seen: it is the day whose solar noon lies nearest to the time in UTC, so in the first minutes after midnight the day before is meant.
# Why it matters: a flow that plans the evening in a nightly job at 00:05 plans for a sunset that is past, and the lamps come on at once or never.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding suncalc@2.0.2

observe <<'JS'
const { getTimes } = require("suncalc");

const berlin = [52.52, 13.405];
for (const time of ["2024-06-21T00:30:00+02:00", "2024-06-21T12:00:00+02:00", "2024-06-21T23:30:00+02:00"]) {
  console.log("Berlin", time, "sunset", getTimes(new Date(time), ...berlin).sunset.toISOString());
}
const auckland = [-36.85, 174.76];
for (const time of ["2024-06-21T00:05:00+12:00", "2024-06-21T12:00:00+12:00"]) {
  console.log("Auckland", time, "sunset", getTimes(new Date(time), ...auckland).sunset.toISOString());
}
JS

expect_output <<'OUTPUT'
Berlin 2024-06-21T00:30:00+02:00 sunset 2024-06-20T19:33:11.837Z
Berlin 2024-06-21T12:00:00+02:00 sunset 2024-06-21T19:33:23.457Z
Berlin 2024-06-21T23:30:00+02:00 sunset 2024-06-21T19:33:23.457Z
Auckland 2024-06-21T00:05:00+12:00 sunset 2024-06-20T05:11:33.115Z
Auckland 2024-06-21T12:00:00+12:00 sunset 2024-06-21T05:11:45.960Z
OUTPUT
