#!/usr/bin/env bash
# suncalc 1.9 is up to a hundred seconds later than suncalc 2 and NREL's method.
# Packages: suncalc 1.9.0, suncalc 2.0.2 and sunrise-sunset-js 3.3.1 (NREL's solar position algorithm); Berlin in 2024.
# Guess: all three agree within some seconds, since the sun's course is known that well and all count a sunset at -0.83 degrees.
# Seen: suncalc 2 and sunrise-sunset-js agree within a second; suncalc 1.9 is late by 4 to 98 seconds, at sunrise and at sunset.
# Why it matters: most Node-RED nodes for the sun use suncalc 1, and a lamp node with another library next to them switches a minute earlier: no fault
# of either flow.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding suncalc-1@npm:suncalc@1.9.0 suncalc-2@npm:suncalc@2.0.2 sunrise-sunset-js@3.3.1

observe <<'JS'
const suncalc1 = require("suncalc-1");
const suncalc2 = require("suncalc-2");
const { getSunrise, getSunset } = require("sunrise-sunset-js");

const berlin = [52.52, 13.405];
for (const day of ["2024-03-20", "2024-06-21", "2024-12-21"]) {
  const noon = new Date(`${day}T12:00:00Z`);
  const exact = { sunrise: getSunrise(...berlin, noon), sunset: getSunset(...berlin, noon) };
  for (const event of ["sunrise", "sunset"]) {
    const late = (suncalc) => Math.round((suncalc.getTimes(noon, ...berlin)[event] - exact[event]) / 1000);
    console.log(day, event, "seconds late: suncalc 1", late(suncalc1), "suncalc 2", Math.abs(late(suncalc2)));
  }
}
JS

expect_output <<'OUTPUT'
2024-03-20 sunrise seconds late: suncalc 1 98 suncalc 2 0
2024-03-20 sunset seconds late: suncalc 1 4 suncalc 2 0
2024-06-21 sunrise seconds late: suncalc 1 75 suncalc 2 0
2024-06-21 sunset seconds late: suncalc 1 68 suncalc 2 0
2024-12-21 sunrise seconds late: suncalc 1 78 suncalc 2 1
2024-12-21 sunset seconds late: suncalc 1 67 suncalc 2 1
OUTPUT
