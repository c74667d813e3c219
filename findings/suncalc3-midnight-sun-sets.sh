#!/usr/bin/env bash
# Where the sun does not set, suncalc3 tells a sunset all the same.
# Packages: suncalc3 2.0.5 and suncalc 2.0.2; Tromsø on 21 June.
# Expected: there is no sunset, so the value is null or an invalid Date, as suncalc's.
# Seen: suncalc3 gives the time at which the sun is lowest, for sunrise and sunset and all twilights; only the field valid says that this is none.
# Why it matters: lamps in the north come on in full daylight at the "sunset" of the midnight sun, if a flow reads the value alone.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding suncalc3@2.0.5 suncalc@2.0.2

observe <<'JS'
const question = [new Date("2024-06-21T12:00:00Z"), 69.65, 18.96];
console.log("suncalc sunset", require("suncalc").getTimes(...question).sunset);
const { sunsetEnd, civilDusk } = require("suncalc3").getSunTimes(...question);
for (const [name, { value, valid }] of Object.entries({ sunsetEnd, civilDusk })) console.log("suncalc3", name, value.toISOString(), "valid", valid);
JS

expect_output <<'OUTPUT'
suncalc sunset null
suncalc3 sunsetEnd 2024-06-21T22:47:15.046Z valid false
suncalc3 civilDusk 2024-06-21T22:47:15.046Z valid false
OUTPUT
