#!/usr/bin/env bash
# The sun in the west is 1.4 in suncalc 1, 261 in suncalc 2 and 4.6 in suncalc3.
# Packages: suncalc 1.9.0 and 2.0.2, and suncalc3 2.0.5, a fork.
# Guess: the new major version and the fork keep the azimuth as it was: radians, counted from south to west.
# Seen: suncalc 2 counts degrees from north, and suncalc3 radians from north. The heights differ too: radians, degrees, radians.
# Why it matters: a flow that dims the lamps on the side of the sun goes on without an error after the update, for another side of the house.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding suncalc-1@npm:suncalc@1.9.0 suncalc-2@npm:suncalc@2.0.2 suncalc3@2.0.5

observe <<'JS'
const position = [new Date("2024-06-21T15:08:00Z"), 52.52, 13.405];
for (const name of ["suncalc-1", "suncalc-2", "suncalc3"]) {
  const { azimuth, altitude } = require(name).getPosition(...position);
  console.log(name, "azimuth", azimuth.toFixed(1), "altitude", altitude.toFixed(2));
}
JS

expect_output <<'OUTPUT'
suncalc-1 azimuth 1.4 altitude 0.64
suncalc-2 azimuth 261.2 altitude 36.57
suncalc3 azimuth 4.6 altitude 0.64
OUTPUT
