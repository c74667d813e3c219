#!/usr/bin/env bash
# The blue hour of suncalc3 begins after that of sunrise-sunset-js has ended.
# Packages: suncalc3 2.0.5 and sunrise-sunset-js 3.3.1; Berlin in June.
# Expected: the blue hour is the same time of day for both, give or take some minutes.
# Seen: sunrise-sunset-js lets it run from sunset until the sun is 4 degrees below the horizon, suncalc3 from 4 degrees to 8.
# Why it matters: facade lamps that one node calls at the blue hour and another at its end go on and off in the wrong order.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding suncalc3@2.0.5 sunrise-sunset-js@3.3.1

observe <<'JS'
const { getSunTimes } = require("suncalc3");
const { getTwilight } = require("sunrise-sunset-js");

const noon = new Date("2024-06-21T12:00:00Z");
const clock = (date) => date.toISOString().slice(11, 16);
const { start, end } = getTwilight(52.52, 13.405, noon).blueHour.evening;
console.log("sunrise-sunset-js", clock(start), "to", clock(end));
const { blueHourDuskStart, blueHourDuskEnd } = getSunTimes(noon, 52.52, 13.405);
console.log("suncalc3", clock(blueHourDuskStart.value), "to", clock(blueHourDuskEnd.value));
JS

expect_output <<'OUTPUT'
sunrise-sunset-js 19:33 to 20:02
suncalc3 20:04 to 20:47
OUTPUT
